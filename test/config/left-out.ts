/** Tables that are no configuration, with the reason. */
export const NOT_CONFIGURATION: readonly (readonly [RegExp, string])[] = [
  [/^(app_user|group_member|tagging|user_.*|delegation)$/, 'Users belong to an installation.'],
  [/^(company|department(_closure)?|dimension_value)$/, 'Reference data, which imports bring from other systems.'],
  [/^hr_.*$/, 'Contracts and other data of users; they belong to an installation.'],
  [
    /^(record|record_index(_many)?|number_counter|comment|mention|attachment|file|form_draft|search_text)$/,
    'Data of users.',
  ],
  [/^reader_change$/, 'Bookkeeping of readers of manuals.'],
  [
    /^(process_(event|history|incident|instance|job|message|message_subscription|pace|timer|token))$/,
    'Running and finished cases.',
  ],
  [/^(task(_.*)?|mass_action(_item)?|mailed_action|import_(run|item)|catalogue_use|held_.*)$/, 'Work of users.'],
  [/^(manual|manual_.*|receipt_.*)$/, 'Manuals and their readings; groups of manuals only order them.'],
  [/^(alert|alert_.*|audit_.*|look_log|erasure)$/, 'Records of what happened.'],
  [
    /^(embed_.*|scim_.*|tenant_issuers|idn_.*)$/,
    'Sign-in, directories and embedding, which differ between installations and hold secrets.',
  ],
  [
    /^(notification|notification_.*|mail_message|ui_setting|outbox|live_event|download|idempotency_key)$/,
    'Notifications, deliveries and preferences of users.',
  ],
  [/^reference_use$/, 'Derived from forms.'],
  [/^config_(base|change)$/, 'Files that were planned and applied in this installation.'],
  [/^registry_indexing$/, 'State of the index of a registry.'],
  [/^(tenant|tenant_export|tenant_export_part|schema_migration)$/, 'The organisation and the installation themselves.'],
];

/** Columns of every table that the file never contains. */
export const STAMPS = ['tenant_id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by', 'removed_at'];

/** Other columns of kinds of configuration that are left out, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'app_group.kind': 'Groups of the product are the same everywhere.',
  'tag.id': 'Generated.',
  'dimension.id': 'Generated.',
  'form.active': 'Forms out of use are not in the file.',
  'form.title': 'Part of the published body.',
  'form.draft': 'Drafts stay in the installation.',
  'form.problems': 'About the draft.',
  'form_version.sha256': 'Follows from the body.',
  'form_version.note': 'About the version of the installation.',
  'form_version.published_at': 'About the version of the installation.',
  'form_version.published_by': 'About the version of the installation.',
  'form_fragment.id': 'Generated.',
  'registry.index_state': 'State of the installation.',
  'registry.indexed_at': 'State of the installation.',
  'registry.retention_applied': 'State of the installation.',
  'process.name': 'Part of the model.',
  'process.draft_xml': 'Drafts stay in the installation.',
  'process.suspended': 'A decision of the installation.',
  'process_version.compiled': 'Follows from the model.',
  'process_version.sha256': 'Follows from the model.',
  'process_version.note': 'About the version of the installation.',
  'process_version.deployed_at': 'About the version of the installation.',
  'process_version.deployed_by': 'About the version of the installation.',
  'saved_view.id': 'Generated.',
  'saved_view.owner_id': 'A user.',
  'saved_view.last_used_at': 'Use of the installation.',
  'menu_item.id': 'Generated.',
};
