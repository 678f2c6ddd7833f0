import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsDimensions } from './settings-dimensions.tsx';

defineWidget('verva-settings-dimensions', SettingsDimensions, {
  attributes: { dimensionId: 'string', readonly: 'boolean', query: 'string', auditPage: 'string' },
});
