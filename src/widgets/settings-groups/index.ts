import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsGroups } from './settings-groups.tsx';

defineWidget('verva-settings-groups', SettingsGroups, {
  attributes: { groupId: 'string', readonly: 'boolean', query: 'string', auditPage: 'string' },
});
