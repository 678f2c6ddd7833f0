import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsCompanies } from './settings-companies.tsx';

defineWidget('verva-settings-companies', SettingsCompanies, {
  attributes: { companyId: 'string', readonly: 'boolean', query: 'string', auditPage: 'string' },
});
