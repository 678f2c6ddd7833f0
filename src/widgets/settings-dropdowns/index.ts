import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsDropdowns } from './settings-dropdowns.tsx';

const options = {
  attributes: { dropdownId: 'string', readonly: 'boolean', query: 'string', auditPage: 'string' },
} as const;
defineWidget('verva-settings-dropdowns', SettingsDropdowns, options);
// The former name, for one release.
defineWidget('verva-dropdowns', SettingsDropdowns, options);
