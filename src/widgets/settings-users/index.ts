import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsUsers } from './settings-users.tsx';

defineWidget('verva-settings-users', SettingsUsers, {
  attributes: {
    userId: 'string',
    departmentId: 'string',
    companyId: 'string',
    readonly: 'boolean',
    query: 'string',
    auditPage: 'string',
  },
});
