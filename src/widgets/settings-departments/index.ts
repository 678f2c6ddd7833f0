import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsDepartments } from './settings-departments.tsx';

defineWidget('verva-settings-departments', SettingsDepartments, {
  attributes: { departmentId: 'string', readonly: 'boolean', query: 'string', auditPage: 'string' },
});
