/** Where the names of things are found, and which fields hold keys of other things. */

interface NamedTable {
  readonly key: string;
  /** SQL of the name; a JSON object has the names by language. */
  readonly name: string;
  readonly hasUuids: boolean;
}

const named = (name = 'name'): NamedTable => ({ key: 'id', name, hasUuids: true });
const namedByText = (key = 'id', name = 'name'): NamedTable => ({ key, name, hasUuids: false });

/** Tables whose rows have names. */
export const NAMED_TABLES: Readonly<Record<string, NamedTable>> = {
  app_group: namedByText(),
  case_type: namedByText('id', 'title'),
  catalogue_category: namedByText('id', 'title'),
  catalogue_item: namedByText('id', "CASE WHEN title = '{}' THEN to_jsonb(target) ELSE title END"),
  company: named(),
  department: named(),
  dimension: named(),
  dimension_value: named(),
  dropdown: namedByText(),
  embed_client: named(),
  form: namedByText('id', 'title'),
  form_fragment: named(),
  language: namedByText('language_id'),
  manual: named('title'),
  manual_group: named(),
  manual_version: named("(SELECT m.title FROM manual m WHERE m.id = manual_version.manual_id) || ' ' || number"),
  menu_item: named('title'),
  process: namedByText('key'),
  record: named("coalesce(nullif(title, ''), number)"),
  registry: namedByText('id', 'title'),
  saved_view: named(),
  scim_client: named(),
  scim_resource: named('key'),
  tag: named(),
  task: named(),
};

/** A thing that an audit row or a field names. `app_user` is a person. */
export interface Reference {
  readonly table: string;
  readonly id: string;
}

/** The thing with a name that a key of this kind begins with: the group of a membership, the version of a text. */
const FIRST_PARTS: Readonly<Record<string, string>> = {
  group_member: 'app_group',
  dropdown_option: 'dropdown',
  dropdown_option_text: 'dropdown',
  manual_text: 'manual_version',
  notification_setting: 'app_user',
};
/** As above, for the second part: the department of a user, and the manager. */
const SECOND_PARTS: Readonly<Record<string, string>> = { user_department: 'department', user_manager: 'app_user' };

/** Returns the thing that names an audit row. */
export function thingOf(entity: string, entityId: string): Reference | undefined {
  const [first = '', second = ''] = entityId.split('/');
  if (entity in SECOND_PARTS) return { table: SECOND_PARTS[entity]!, id: second };
  if (entity in FIRST_PARTS) return { table: FIRST_PARTS[entity]!, id: first };
  return entity === 'app_user' || entity in NAMED_TABLES ? { table: entity, id: entityId } : undefined;
}

const REFERENCES: Readonly<Record<string, string>> = {
  added_by: 'app_user',
  answered_by: 'app_user',
  approved_by: 'app_user',
  asked_by: 'app_user',
  cancelled_by: 'app_user',
  delegate_user_id: 'app_user',
  manager_id: 'app_user',
  owner_id: 'app_user',
  released_by: 'app_user',
  successor_id: 'app_user',
  user_id: 'app_user',
  category_id: 'catalogue_category',
  company_id: 'company',
  department_id: 'department',
  dimension_id: 'dimension',
  dropdown_id: 'dropdown',
  fallback_language_id: 'language',
  form_id: 'form',
  group_id: 'app_group',
  groups: 'app_group',
  language_id: 'language',
  manual_id: 'manual',
  read_groups: 'app_group',
  readers_group_id: 'app_group',
  case_type_id: 'case_type',
  registry_id: 'registry',
  tag_id: 'tag',
  version_id: 'manual_version',
  write_groups: 'app_group',
};

/** Returns the table whose keys a field holds. */
export function referencedTable(entity: string, field: string): string | undefined {
  // A parent is of the same kind.
  if (field === 'parent_id') return entity;
  return entity === 'manual' && field === 'group_id' ? 'manual_group' : REFERENCES[field];
}

/** Kinds of things with a name of their own in a new or removed row, in this order. */
export const NAME_FIELDS = ['name', 'title', 'username', 'file_name', 'code', 'default_text', 'origin'] as const;

/** Fields that say nothing to a reader: keys, counters, and what follows from others. */
export const INTERNAL_FIELDS: ReadonlySet<string> = new Set([
  'tenant_id',
  'id',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'name_key',
  'family_key',
  'name_shape',
  'email_key',
  'job_title_key',
  'department_key',
  'file_id',
  'began_told_at',
  'ended_report_at',
  'last_used_at',
  'partner_client_id',
  'plain',
  'sha256',
  'clientId',
]);

/** Values of these fields never leave the server, even when an older row has them. */
export const SECRET_FIELD = /secret|password|token|salt|hash|sha256/;
