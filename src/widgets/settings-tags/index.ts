import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { SettingsTags } from './settings-tags.tsx';

defineWidget('verva-settings-tags', SettingsTags, {
  attributes: { readonly: 'boolean', query: 'string', auditPage: 'string', usersPage: 'string' },
});
