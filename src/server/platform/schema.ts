import type { ColumnType, Generated } from 'kysely';

/** Columns of jsonb: read as the value, written as text made by `json()`; the PostgreSQL driver would send an array as `{…}`. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;
type JsonWithDefault = ColumnType<unknown, string | undefined, string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type InstantWithDefault = ColumnType<Date, Date | string | undefined, Date | string>;
/** Never null in the table, so that it can be sorted by: no time is `infinity` there and null here. Write it by `orInfinity()`. */
type InstantOrInfinity = ColumnType<Date | null, Date | string | undefined, Date | string>;
/** YYYY-MM-DD */
type Day = string;
/** `tenant()`, the tenant of the transaction, unless given. */
type TenantId = Generated<number>;

interface Stamps {
  version: Generated<number>;
  created_at: InstantWithDefault;
  created_by: Generated<string | null>;
  updated_at: InstantWithDefault;
  updated_by: Generated<string | null>;
}

/** The tables by name. Rows of other tenants do not exist here: every query runs in a scope (see database.ts). */
export interface Database {
  tenant: TenantTable;
  tenant_setting: TenantSettingTable;
  ui_setting: UiSettingTable;
  embed_origin: EmbedOriginTable;
  embed_client: EmbedClientTable;
  embed_session: EmbedSessionTable;
  outbox: OutboxTable;
  held_action: HeldActionTable;
  mass_action: MassActionTable;
  mass_action_item: MassActionItemTable;
  download: DownloadTable;
  mail_message: MailMessageTable;
  notification_setting: NotificationSettingTable;
  notification: NotificationTable;
  notification_scan: NotificationScanTable;
  mailed_action: MailedActionTable;
  idempotency_key: IdempotencyKeyTable;
  audit_log: AuditLogTable;
  audit_pending: AuditPendingTable;
  audit_seal: AuditSealTable;
  audit_expiry: AuditExpiryTable;
  live_event: LiveEventTable;
  search_text: SearchTextTable;
  schema_migration: SchemaMigrationTable;
  idn_user: IdnUserTable;
  idn_session: IdnSessionTable;
  idn_refresh: IdnRefreshTable;
  idn_key: IdnKeyTable;
  idn_throttle: IdnThrottleTable;
  tenant_issuers: TenantIssuersTable;
  user_identity: UserIdentityTable;
  file: FileTable;
  app_user: AppUserTable;
  user_manager: UserManagerTable;
  app_group: AppGroupTable;
  group_member: GroupMemberTable;
  company: CompanyTable;
  department: DepartmentTable;
  department_closure: DepartmentClosureTable;
  user_department: UserDepartmentTable;
  delegation: DelegationTable;
  language: LanguageTable;
  translation: TranslationTable;
  dropdown: DropdownTable;
  dropdown_option: DropdownOptionTable;
  dropdown_option_text: DropdownOptionTextTable;
  dimension: DimensionTable;
  dimension_value: DimensionValueTable;
  reference_use: ReferenceUseTable;
  menu_item: MenuItemTable;
  form: FormTable;
  form_version: FormVersionTable;
  form_fragment: FormFragmentTable;
  form_draft: FormDraftTable;
  number_series: NumberSeriesTable;
  number_counter: NumberCounterTable;
  registry: RegistryTable;
  record: RecordTable;
  process: ProcessTable;
  process_version: ProcessVersionTable;
  process_instance: ProcessInstanceTable;
  process_pace: ProcessPaceTable;
  process_token: ProcessTokenTable;
  process_timer: ProcessTimerTable;
  process_message_subscription: ProcessMessageSubscriptionTable;
  process_message: ProcessMessageTable;
  process_event: ProcessEventTable;
  process_job: ProcessJobTable;
  process_incident: ProcessIncidentTable;
  process_history: ProcessHistoryTable;
  task: TaskTable;
  saved_view: SavedViewTable;
  task_identity_link: TaskIdentityLinkTable;
  task_inbox: TaskInboxTable;
  task_ending: TaskEndingTable;
  task_read: TaskReadTable;
  task_snooze: TaskSnoozeTable;
  mention: MentionTable;
  comment: CommentTable;
  case_type: CaseTypeTable;
  catalogue_category: CatalogueCategoryTable;
  catalogue_item: CatalogueItemTable;
  catalogue_use: CatalogueUseTable;
  tag: TagTable;
  tagging: TaggingTable;
  manual_group: ManualGroupTable;
  manual: ManualTable;
  manual_version: ManualVersionTable;
  manual_text: ManualTextTable;
  manual_image: ManualImageTable;
  manual_attachment: ManualAttachmentTable;
  manual_audience: ManualAudienceTable;
  manual_reading: ManualReadingTable;
  reader_change: ReaderChangeTable;
  receipt_chain: ReceiptChainTable;
  manual_receipt: ManualReceiptTable;
  receipt_salt: ReceiptSaltTable;
  receipt_anchor: ReceiptAnchorTable;
  receipt_checkpoint: ReceiptCheckpointTable;
  manual_question: ManualQuestionTable;
  manual_difference: ManualDifferenceTable;
}

interface TenantTable {
  id: Generated<number>;
  slug: string;
  name: string;
  time_zone: Generated<string>;
  language_id: Generated<string>;
  status: Generated<'active' | 'suspended' | 'closing'>;
  logo_file_id: string | null;
  menu_edition: string | null;
  created_at: InstantWithDefault;
  closed_at: InstantOrNull;
  suspended_at: InstantOrNull;
  suspended_reason: string | null;
  version: Generated<number>;
  updated_at: InstantWithDefault;
  updated_by: string | null;
}

interface TenantSettingTable extends Stamps {
  tenant_id: TenantId;
  key: string;
  value: Json;
}

interface UiSettingTable {
  tenant_id: TenantId;
  user_id: Generated<string>;
  key: string;
  value: Json;
  updated_at: InstantWithDefault;
}

interface EmbedOriginTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  origin: string;
  widgets: Generated<string[]>;
}

interface EmbedClientTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  name: string;
  secret_sha256: Buffer;
  scopes: string[];
  readers_group_id: string | null;
  last_used_at: InstantOrNull;
  disabled_at: InstantOrNull;
}

interface EmbedSessionTable {
  tenant_id: TenantId;
  id: Generated<string>;
  client_id: string;
  user_id: string;
  scopes: string[];
  origin: string;
  created_at: InstantWithDefault;
  expires_at: InstantWithDefault;
  revoked_at: InstantOrNull;
  /** Null: every item that the user may start. */
  items: string[] | null;
}

interface OutboxTable {
  tenant_id: TenantId;
  id: Generated<string>;
  topic: string;
  dedupe_key: string | null;
  payload: Json;
  available_at: InstantWithDefault;
  attempts: Generated<number>;
  sent_at: InstantOrNull;
  error: string | null;
}

interface HeldActionTable {
  tenant_id: TenantId;
  id: Generated<string>;
  user_id: Generated<string>;
  kind: string;
  subject_id: string;
  payload: Json;
  state: Generated<string>;
  run_at: InstantWithDefault;
  attempts: Generated<number>;
  done_at: InstantOrNull;
  error: string | null;
}

interface MassActionTable {
  tenant_id: TenantId;
  id: Generated<string>;
  kind: Generated<string>;
  user_id: Generated<string>;
  mode: string;
  process_key: string | null;
  node_id: string | null;
  selection: Json;
  action: Json;
  labels: JsonWithDefault;
  state: Generated<string>;
  total: Generated<number>;
  done: Generated<number>;
  failed: Generated<number>;
  retry_of: string | null;
  created_at: InstantWithDefault;
  ended_at: InstantOrNull;
  beat_at: InstantWithDefault;
}

interface MassActionItemTable {
  tenant_id: TenantId;
  mass_action_id: string;
  task_id: string;
  position: number;
  name: string | null;
  business_key: string | null;
  state: Generated<string>;
  code: string | null;
  detail: JsonOrNull;
  done_at: InstantOrNull;
  version: number | null;
}

interface DownloadTable {
  tenant_id: TenantId;
  token_sha256: Buffer;
  user_id: Generated<string>;
  list: string;
  query: string;
  columns: string[];
  language_id: string;
  expires_at: InstantWithDefault;
  used_at: InstantOrNull;
}

interface MailMessageTable {
  tenant_id: TenantId;
  id: Generated<string>;
  outbox_id: string;
  user_id: string | null;
  template: string;
  language_id: string;
  address_sha256: string;
  status: 'queued' | 'sent' | 'bounced' | 'failed' | 'stored';
  error: string | null;
  sent_at: InstantOrNull;
}

interface NotificationSettingTable extends Stamps {
  tenant_id: TenantId;
  user_id: string;
  choices: JsonWithDefault;
  hour: number | null;
}

interface NotificationTable {
  tenant_id: TenantId;
  id: Generated<string>;
  user_id: string;
  kind:
    | 'assigned'
    | 'offered'
    | 'dueSoon'
    | 'overdue'
    | 'mentioned'
    | 'delegated'
    | 'reading'
    | 'lateReading'
    | 'requestReceived'
    | 'requestEnded'
    | 'requestReply';
  task_id: string;
  subject_id: string | null;
  for_user_id: string | null;
  actor_id: Generated<string | null>;
  created_at: InstantWithDefault;
  send_at: InstantOrNull;
  told_at: InstantOrNull;
}

interface NotificationScanTable {
  tenant_id: TenantId;
  what: string;
  due_at: Date;
  task_id: string;
}

interface MailedActionTable {
  tenant_id: TenantId;
  token_sha256: Uint8Array;
  task_id: string;
  user_id: string;
  outcome: string;
  created_at: InstantWithDefault;
  expires_at: Date;
  used_at: InstantOrNull;
}

interface IdempotencyKeyTable {
  tenant_id: TenantId;
  user_id: Generated<string>;
  key: string;
  request_sha256: Buffer;
  status: number | null;
  reply: JsonOrNull;
  created_at: InstantWithDefault;
}

interface AuditLogTable {
  tenant_id: TenantId;
  id: Generated<string>;
  at: InstantWithDefault;
  actor_id: string | null;
  on_behalf_of: string | null;
  request_id: string | null;
  verb: string;
  entity: string;
  entity_id: string;
  subject_id: string | null;
  before: JsonOrNull;
  after: JsonOrNull;
  note: string | null;
  via: Generated<string | null>;
  salt: Generated<Buffer | null>;
  content: Generated<Buffer | null>;
}

interface AuditPendingTable {
  tenant_id: TenantId;
  id: string;
}

interface AuditSealTable {
  tenant_id: TenantId;
  seq: number;
  at: InstantWithDefault;
  ids: string[];
  prev: Buffer;
  hash: Buffer;
}

interface AuditExpiryTable {
  tenant_id: TenantId;
  seal: number;
  kept_from: string;
  rows: number;
  at: InstantWithDefault;
}

interface LiveEventTable {
  tenant_id: TenantId;
  id: Generated<string>;
  principal: string;
  type: string;
  data: Json;
}

interface SearchTextTable {
  tenant_id: TenantId;
  kind: string;
  id: string;
  scope: Generated<string>;
  body: string;
}

interface SchemaMigrationTable {
  name: string;
  applied_at: InstantWithDefault;
}

interface IdnUserTable {
  sub: string;
  username: string;
  tenant_id: number;
  password_hash: string | null;
  status: 'CONFIRMED' | 'UNCONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';
  temp_expires_at: InstantOrNull;
  email: string | null;
  email_verified: Generated<boolean>;
  phone_number: string | null;
  phone_verified: Generated<boolean>;
  disabled: Generated<boolean>;
  mfa: Generated<'none' | 'email' | 'sms'>;
  created_at: InstantWithDefault;
}

interface IdnSessionTable {
  token_sha256: Buffer;
  user_sub: string | null;
  challenge: string;
  code_hmac: Buffer | null;
  expires_at: Instant;
  attempts: Generated<number>;
}

interface IdnRefreshTable {
  token_sha256: Buffer;
  family_id: string;
  user_sub: string;
  auth_time_ms: number;
  expires_at: Instant;
  revoked_at: InstantOrNull;
}

interface IdnKeyTable {
  kid: string;
  jwk_private: Buffer;
  state: 'next' | 'active' | 'retired';
  not_after: Instant;
}

interface IdnThrottleTable {
  bucket: string;
  count: number;
  window_end: Instant;
}

interface TenantIssuersTable {
  issuer: string;
  idp_name: string;
  tenant_id: number | null;
  audience: string;
  jwks_uri: string;
  algs: string[];
  token_use: string | null;
  subject_claim: Generated<string>;
  groups_claim: string | null;
  group_map: JsonWithDefault;
  email_domains: Generated<string[]>;
  kind: Generated<string>;
  link_by: Generated<string>;
  strong: JsonWithDefault;
  pending_domains: Generated<string[]>;
  by_operator: Generated<boolean>;
  disabled_at: InstantOrNull;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: string | null;
}

interface UserIdentityTable {
  issuer: string;
  subject: string;
  tenant_id: number;
  user_id: string;
  last_used_at: InstantOrNull;
  revoked_before: InstantOrNull;
}

interface FileTable {
  tenant_id: TenantId;
  id: Generated<string>;
  sha256: Buffer;
  size: number;
  media_type: string;
  scan: Generated<'pending' | 'clean' | 'refused'>;
  created_at: InstantWithDefault;
  created_by: Generated<string | null>;
  removed_at: InstantOrNull;
  /** `hr`: a document of HR. */
  confidential: 'health' | 'pay' | 'hr' | null;
}

interface AppUserTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  username: string;
  name: string | null;
  email: string | null;
  email_key: string | null;
  email_verified: Generated<boolean>;
  phone_number: string | null;
  language_id: Generated<string>;
  avatar_file_id: string | null;
  company_id: string | null;
  job_title: string | null;
  external_id: string | null;
  status: Generated<'invited' | 'active' | 'disabled' | 'erased'>;
  source: Generated<'local' | 'idp' | 'sync' | 'partner' | 'scim'>;
}

interface UserManagerTable {
  tenant_id: TenantId;
  user_id: string;
  manager_id: string;
  kind: Generated<'line' | 'functional'>;
}

interface AppGroupTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  name: string;
  description: string | null;
  kind: Generated<'product' | 'custom'>;
}

interface GroupMemberTable {
  tenant_id: TenantId;
  group_id: string;
  user_id: string;
  source: Generated<'manual' | 'idp' | 'sync' | 'scim'>;
  added_at: InstantWithDefault;
  added_by: Generated<string | null>;
}

interface CompanyTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  code: string;
  name: string;
  registry_code: string | null;
  country: string | null;
  active: Generated<boolean>;
  external_id: string | null;
  logo_file_id: string | null;
  removed_at: Date | null;
}

interface DepartmentTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  parent_id: string | null;
  company_id: string | null;
  code: string;
  name: string;
  manager_id: string | null;
  active: Generated<boolean>;
  external_id: string | null;
  removed_at: Date | null;
}

interface DepartmentClosureTable {
  tenant_id: TenantId;
  ancestor_id: string;
  descendant_id: string;
  depth: number;
}

interface UserDepartmentTable {
  tenant_id: TenantId;
  user_id: string;
  department_id: string;
  is_primary: Generated<boolean>;
}

interface DelegationTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  user_id: string;
  delegate_user_id: string;
  start_date: Day;
  end_date: Day;
  comment: Generated<string>;
  replace_verva: Generated<boolean>;
  move_open_tasks: Generated<boolean>;
  began_told_at: InstantOrNull;
  ended_report_at: InstantOrNull;
  removed_at: InstantOrNull;
}

interface LanguageTable extends Stamps {
  tenant_id: TenantId;
  language_id: string;
  name: string;
  locale: string;
  enabled: Generated<boolean>;
}

interface TranslationTable extends Stamps {
  tenant_id: TenantId;
  language_id: string;
  key: string;
  text: string;
}

interface DropdownTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  name: string;
  description: string | null;
}

interface DropdownOptionTable extends Stamps {
  tenant_id: TenantId;
  dropdown_id: string;
  id: string;
  default_text: string;
  properties: JsonWithDefault;
  position: Generated<number>;
  active: Generated<boolean>;
}

interface DropdownOptionTextTable {
  tenant_id: TenantId;
  dropdown_id: string;
  option_id: string;
  language_id: string;
  text: string;
}

interface DimensionTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  code: string;
  name: string;
  active: Generated<boolean>;
  removed_at: Date | null;
}

interface DimensionValueTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  dimension_id: string;
  parent_id: string | null;
  code: string;
  name: string;
  active: Generated<boolean>;
  removed_at: Date | null;
}

interface ReferenceUseTable {
  tenant_id: TenantId;
  target_kind: string;
  target_id: string;
  source_kind: string;
  source_id: string;
  place: string;
}

interface MenuItemTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  parent_id: string | null;
  path: string;
  title: Json;
  icon: string | null;
  meta: JsonWithDefault;
  priority: Generated<number>;
  groups: Generated<string[]>;
  hidden: Generated<boolean>;
  removed_at: InstantOrNull;
}

interface SavedViewTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  resource: string;
  name: string;
  slug: string | null;
  audience: Generated<'private' | 'group' | 'tenant'>;
  group_id: string | null;
  owner_id: Generated<string>;
  definition: Json;
  last_used_at: InstantOrNull;
  removed_at: InstantOrNull;
}

interface FormTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  kind: 'task' | 'record' | 'start';
  title: Json;
  draft: Json;
  published: number | null;
  active: Generated<boolean>;
  problems: Generated<number>;
}

interface NumberSeriesTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  pattern: string;
  resets: Generated<'never' | 'year' | 'month'>;
}

interface NumberCounterTable {
  tenant_id: TenantId;
  series_id: string;
  period: Generated<string>;
  /** bigint, as text. */
  last: Generated<string>;
}

interface RegistryTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  title: Json;
  form_id: string | null;
  columns: Json;
  statuses: Generated<Json>;
  read_groups: Generated<string[]>;
  write_groups: Generated<string[]>;
  number_series_id: string | null;
  index_state: Generated<'ready' | 'building'>;
  active: Generated<boolean>;
  description: Generated<Json>;
  icon: string | null;
  moves: Generated<Json>;
  delete_groups: Generated<string[]>;
  owner_reads: Generated<boolean>;
  retention: Json | null;
  indexed_at: InstantOrNull;
  retention_applied: Json | null;
}

interface RecordTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  registry_id: string;
  number: string | null;
  title: Generated<string>;
  status: string | null;
  owner_id: string | null;
  form_number: number | null;
  data: Json;
  removed_at: InstantOrNull;
  hold: Generated<boolean>;
  /** A day. */
  purge_after: string | null;
  case_type_id: string | null;
}

interface FormFragmentTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  name: string;
  nodes: Json;
}

interface FormVersionTable {
  tenant_id: TenantId;
  form_id: string;
  number: number;
  body: Json;
  sha256: Buffer;
  note: string | null;
  published_at: InstantWithDefault;
  published_by: Generated<string | null>;
}

interface FormDraftTable {
  tenant_id: TenantId;
  id: Generated<string>;
  user_id: Generated<string>;
  owner_kind: 'task' | 'record' | 'start';
  owner_id: string;
  form_id: string | null;
  form_number: number | null;
  base: Json;
  values: Json;
  unread: Generated<Json>;
  comment: string | null;
  rev: Generated<number>;
  updated_at: InstantWithDefault;
}

interface ProcessTable extends Stamps {
  tenant_id: TenantId;
  key: string;
  name: string;
  draft_xml: string | null;
  active_number: number | null;
  suspended: Generated<boolean>;
  four_eyes: Generated<'none' | 'requester' | 'strict'>;
  withdraw: Generated<'never' | 'beforeFirst' | 'always'>;
  people_shown: Generated<'person' | 'group' | 'none'>;
  managers_see: Generated<boolean>;
}

interface ProcessVersionTable {
  tenant_id: TenantId;
  process_key: string;
  number: number;
  xml: string;
  compiled: Json;
  sha256: Buffer;
  note: string | null;
  deployed_at: InstantWithDefault;
  deployed_by: Generated<string | null>;
}

interface ProcessInstanceTable {
  tenant_id: TenantId;
  id: Generated<string>;
  process_key: string;
  number: number;
  business_key: string | null;
  record_id: string | null;
  parent_id: string | null;
  parent_token: string | null;
  starter_id: string | null;
  status: Generated<'active' | 'completed' | 'cancelled' | 'error' | 'incident'>;
  state: Json;
  variables: JsonWithDefault;
  started_at: InstantWithDefault;
  ended_at: InstantOrNull;
  rev: Generated<number>;
  business_key_lower: Generated<string | null>;
  item_id: string | null;
  requester_id: string | null;
  title: Generated<string>;
  start_form_id: string | null;
  start_form_number: number | null;
  start_values: JsonOrNull;
  withdrawn_by: string | null;
  case_type_id: string | null;
}

interface ProcessPaceTable {
  tenant_id: TenantId;
  process_key: string;
  node_id: string;
  seen: number;
  p50_seconds: string;
  p80_seconds: string;
  next_node: string | null;
  next_share: number | null;
  computed_at: InstantWithDefault;
}

interface ProcessTokenTable {
  tenant_id: TenantId;
  instance_id: string;
  token: string;
  node_id: string;
  waits_for: string;
  since: InstantWithDefault;
}

interface ProcessTimerTable {
  tenant_id: TenantId;
  id: Generated<string>;
  instance_id: string | null;
  token: string | null;
  process_key: string | null;
  process_number: number | null;
  node_id: string;
  fire_at: Instant;
  every: string | null;
  repeats: number | null;
  queued_at: InstantOrNull;
}

interface ProcessMessageSubscriptionTable {
  tenant_id: TenantId;
  id: Generated<string>;
  instance_id: string | null;
  token: string | null;
  process_key: string | null;
  process_number: number | null;
  node_id: string;
  kind: Generated<'message' | 'signal'>;
  name: string;
  correlation_key: Generated<string>;
  since: InstantWithDefault;
}

interface ProcessMessageTable {
  tenant_id: TenantId;
  id: Generated<string>;
  name: string;
  correlation_key: Generated<string>;
  variables: JsonWithDefault;
  expires_at: Instant;
  created_at: InstantWithDefault;
}

interface ProcessEventTable {
  tenant_id: TenantId;
  instance_id: string;
  event_id: string;
  kind: Generated<string>;
  reply: JsonOrNull;
  at: InstantWithDefault;
}

interface ProcessJobTable {
  tenant_id: TenantId;
  id: Generated<string>;
  instance_id: string;
  token: string;
  node_id: string;
  action: string;
  input: JsonWithDefault;
  try: Generated<number>;
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>;
  error: string | null;
  created_at: InstantWithDefault;
  ended_at: InstantOrNull;
}

interface ProcessIncidentTable {
  tenant_id: TenantId;
  id: Generated<string>;
  instance_id: string;
  token: string | null;
  node_id: string;
  kind: string;
  message: string;
  attempts: Generated<number>;
  created_at: InstantWithDefault;
  resolved_at: InstantOrNull;
  resolved_by: string | null;
}

interface ProcessHistoryTable {
  tenant_id: TenantId;
  id: Generated<string>;
  at: InstantWithDefault;
  instance_id: string | null;
  task_id: string | null;
  record_id: string | null;
  kind: string;
  node_id: string | null;
  actor_id: string | null;
  on_behalf_of: string | null;
  data: JsonWithDefault;
}

interface TaskTable {
  tenant_id: TenantId;
  id: Generated<string>;
  name: string;
  name_is_own: Generated<boolean>;
  description: string | null;
  instance_id: string | null;
  process_key: string | null;
  process_number: number | null;
  node_id: string | null;
  token: string | null;
  record_id: string | null;
  business_key: string | null;
  form_id: string | null;
  form_number: number | null;
  assignee_id: string | null;
  owner_id: string | null;
  delegated: 'returns' | 'final' | null;
  status: Generated<'open' | 'held' | 'completed' | 'cancelled' | 'reading'>;
  priority: Generated<number>;
  created_at: InstantWithDefault;
  due_at: InstantOrInfinity;
  due_is_day: Generated<boolean>;
  escalate_at: InstantOrNull;
  follow_up_at: InstantOrNull;
  ended_at: InstantOrNull;
  ended_by: string | null;
  on_behalf_of: string | null;
  outcome: string | null;
  variables: JsonWithDefault;
  confidential: 'health' | 'pay' | null;
  business_key_lower: Generated<string | null>;
  rev: Generated<number>;
  held_id: string | null;
  held_by: string | null;
  held_until: InstantOrNull;
}

interface TaskIdentityLinkTable {
  tenant_id: TenantId;
  task_id: string;
  kind: 'assignee' | 'candidate' | 'owner' | 'participant';
  principal: string;
  rule: JsonWithDefault;
  since: InstantWithDefault;
  by_id: Generated<string | null>;
}

interface TaskInboxTable {
  tenant_id: TenantId;
  principal: string;
  task_id: string;
  due_at: InstantOrInfinity;
  priority: number;
  process_key: string | null;
  name: Generated<string>;
  name_is_own: Generated<boolean>;
  node_id: string | null;
  business_key: string | null;
  taken: Generated<boolean>;
  created_at: InstantWithDefault;
  kind: Generated<string>;
}

interface TaskEndingTable {
  tenant_id: TenantId;
  ending: string;
  task_id: string;
  process_key: Generated<string>;
}

interface TaskReadTable {
  tenant_id: TenantId;
  user_id: Generated<string>;
  task_id: string;
  /** Of the task. */
  process_key: Generated<string>;
  read_at: InstantWithDefault;
}

interface TaskSnoozeTable {
  tenant_id: TenantId;
  user_id: Generated<string>;
  task_id: string;
  until: InstantWithDefault;
  stops_clock: Generated<boolean>;
  since: InstantWithDefault;
  due_before: InstantOrNull;
  due_after: InstantOrNull;
}

interface MentionTable {
  tenant_id: TenantId;
  comment_id: string;
  user_id: string;
  read_at: InstantOrNull;
}

interface CommentTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  owner_kind: 'task' | 'record' | 'instance';
  owner_id: string;
  /** The owner, if it is a record. */
  record_id: string | null;
  author_id: Generated<string>;
  on_behalf_of: string | null;
  text: string;
  edited_at: InstantOrNull;
  removed_at: InstantOrNull;
  removed_by: string | null;
}

interface CaseTypeTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  title: Json;
  registry_id: string | null;
  process_key: string;
  start_form_id: string | null;
  number_series_id: string | null;
  start_groups: Generated<string[]>;
  defaults: JsonWithDefault;
  status_map: JsonWithDefault;
  mass_action: JsonOrNull;
  withdraw: Generated<'never' | 'beforeFirst' | 'always'>;
  people_shown: Generated<'person' | 'group' | 'none'>;
  active: Generated<boolean>;
}

interface CatalogueCategoryTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  title: Json;
  icon: string | null;
  position: Generated<number>;
}

interface CatalogueItemTable extends Stamps {
  tenant_id: TenantId;
  id: string;
  category_id: string | null;
  kind: 'case' | 'process' | 'record' | 'link';
  target: string;
  title: JsonWithDefault;
  description: JsonWithDefault;
  keywords: JsonWithDefault;
  icon: string | null;
  position: Generated<number>;
  groups: Generated<string[]>;
  start_for_groups: Generated<string[]>;
  number_series_id: string | null;
  active: Generated<boolean>;
}

interface CatalogueUseTable {
  tenant_id: TenantId;
  user_id: Generated<string>;
  item_id: string;
  favourite: Generated<boolean>;
  starts: Generated<number>;
  last_at: InstantOrNull;
}

interface TagTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  name: string;
  color: string | null;
}

interface TaggingTable {
  tenant_id: TenantId;
  tag_id: string;
  entity: 'user' | 'record' | 'manual' | 'task';
  entity_id: string;
}

interface ManualGroupTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  parent_id: string | null;
  name: Json;
  position: Generated<number>;
}

interface ManualTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  group_id: string;
  code: string;
  owner_id: string;
  status: Generated<'1_active' | '2_inactive'>;
  fallback_language_id: Generated<string>;
  current_number: number | null;
  title: Generated<string>;
  due: JsonWithDefault;
  remind_days: Generated<number[]>;
  escalate_days: Generated<number | null>;
  require_scroll: Generated<boolean>;
  removed_at: InstantOrNull;
}

interface ManualVersionTable extends Stamps {
  tenant_id: TenantId;
  id: Generated<string>;
  manual_id: string;
  number: number;
  state: Generated<'draft' | 'scheduled' | 'released' | 'retired'>;
  asks: Generated<'none' | 'changes' | 'full'>;
  change_note: JsonWithDefault;
  effective_on: Day | null;
  publish_at: InstantOrNull;
  released_at: InstantOrNull;
  released_by: string | null;
}

interface ManualTextTable {
  tenant_id: TenantId;
  id: Generated<string>;
  version_id: string;
  language_id: string;
  title: string;
  html: string;
  plain: string;
  words: number;
  sha256: Buffer;
  version: Generated<number>;
  updated_at: InstantWithDefault;
  updated_by: Generated<string | null>;
}

interface ManualImageTable {
  tenant_id: TenantId;
  manual_id: string;
  sha256: Buffer;
  file_id: string;
  width: number;
  height: number;
  created_at: InstantWithDefault;
  created_by: Generated<string | null>;
}

interface ManualAttachmentTable {
  tenant_id: TenantId;
  id: Generated<string>;
  version_id: string;
  language_id: string;
  file_id: string;
  file_name: string;
  required: Generated<boolean>;
  position: Generated<number>;
}

interface ManualAudienceTable {
  tenant_id: TenantId;
  id: Generated<string>;
  manual_id: string;
  kind: 'all' | 'group' | 'department' | 'company' | 'tag' | 'user';
  ref: Generated<string>;
  excluded: Generated<boolean>;
}

interface ManualReadingTable {
  tenant_id: TenantId;
  id: Generated<string>;
  manual_id: string;
  version_id: string;
  user_id: string;
  round: Generated<number>;
  because: JsonWithDefault;
  state: Generated<'pending' | 'held' | 'read' | 'cancelled' | 'superseded'>;
  asks: Generated<'changes' | 'full'>;
  /** `infinity` for no day. */
  due_on: Generated<Day>;
  base_version_id: string | null;
  language_id: string | null;
  /** Id of the block at which the reader is. */
  place: string | null;
  progress: Generated<number>;
  scrolled_at: InstantOrNull;
  opened: Generated<string[]>;
  read_at: InstantOrNull;
  receipt_id: string | null;
  cancelled_at: InstantOrNull;
  cancelled_by: string | null;
  cancel_reason: string | null;
  assigned_at: InstantWithDefault;
}

interface ReaderChangeTable {
  tenant_id: TenantId;
  transaction_id: Generated<string>;
}

interface ReceiptChainTable {
  tenant_id: TenantId;
  /** bigint, as text. */
  last_seq: Generated<string>;
  head: Generated<Buffer>;
}

/** `seq`, `prev` and `hash` are written by a trigger, whatever is given. */
interface ManualReceiptTable {
  tenant_id: TenantId;
  id: Generated<string>;
  seq: Generated<string>;
  payload: string;
  prev: Generated<Buffer>;
  hash: Generated<Buffer>;
  created_at: InstantWithDefault;
}

interface ReceiptSaltTable {
  tenant_id: TenantId;
  receipt_id: string;
  user_id: string;
  name_shown: string;
  salt: Buffer;
}

interface ReceiptAnchorTable {
  tenant_id: TenantId;
  day: Day;
  seq: string;
  head: Buffer;
}

interface ReceiptCheckpointTable {
  tenant_id: TenantId;
  seq: string;
  head: Buffer;
}

interface ManualQuestionTable {
  tenant_id: TenantId;
  id: Generated<string>;
  manual_id: string;
  version_id: string;
  language_id: string;
  block_id: string;
  quote: string;
  text: string;
  asked_by: Generated<string>;
  asked_at: InstantWithDefault;
  task_id: string | null;
  answer: string | null;
  answered_by: string | null;
  answered_at: InstantOrNull;
  public: Generated<boolean>;
}

interface ManualDifferenceTable {
  tenant_id: TenantId;
  from_version_id: string;
  to_version_id: string;
  language_id: string;
  blocks: Json;
  created_at: InstantWithDefault;
}
