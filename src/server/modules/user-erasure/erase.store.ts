import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../platform/auth/built-in-issuer.ts';
import type { Tx } from '../../platform/database.ts';

/** Values by which a user can be recognised. */
export interface Traces {
  /** Values that no other user has. */
  readonly unique: readonly string[];
  readonly name: string | null;
  readonly avatarFileId: string | null;
}

/** Reads and locks what identifies a user; undefined if the user is erased already. */
export async function readTraces(tx: Tx, userId: string): Promise<Traces | undefined> {
  const { rows } = await sql<{ values: string[]; name: string | null; avatarFileId: string | null; status: string }>`
    SELECT array_remove(ARRAY[username, email, email_key, pending_email, phone_number, external_id], NULL) AS values, name,
      avatar_file_id AS "avatarFileId", status FROM app_user WHERE id = ${userId}::uuid FOR UPDATE`.execute(tx);
  const row = rows[0];
  if (!row || row.status === 'erased') return undefined;
  const { values, name, avatarFileId } = row;
  return { unique: [...new Set(values)].filter((value) => value.length > 0), name, avatarFileId };
}

/** Deletes rows that only their user can read; the transaction acts for that user. */
export async function deleteOwnRows(tx: Tx, userId: string): Promise<void> {
  const id = sql`${userId}::uuid`;
  for (const table of ['ui_setting', 'task_read', 'idempotency_key', 'download', 'form_draft', 'catalogue_use']) {
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(tx);
  }
  await sql`DELETE FROM saved_view WHERE owner_id = ${id} AND audience = 'private'`.execute(tx);
}

/** Deletes what belongs to the user alone. Returns the ids of the delegations by and to the user. */
export async function deleteRows(tx: Tx, userId: string): Promise<string[]> {
  const id = sql`${userId}::uuid`;
  const tables = ['embed_session', 'group_member', 'held_action', 'mailed_action', 'mention', 'notification'];
  const others = [
    'notification_setting',
    'receipt_salt',
    'scim_resource',
    'task_snooze',
    'user_department',
    'hr_clothes_size',
  ];
  for (const table of [...tables, ...others]) {
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(tx);
  }
  await sql`DELETE FROM notification WHERE for_user_id = ${id}`.execute(tx);
  await sql`DELETE FROM user_manager WHERE user_id = ${id} OR manager_id = ${id}`.execute(tx);
  await sql`DELETE FROM tagging WHERE entity = 'user' AND entity_id = ${id}`.execute(tx);
  await sql`UPDATE department SET manager_id = NULL WHERE manager_id = ${id}`.execute(tx);
  await sql`UPDATE app_user SET successor_id = NULL WHERE successor_id = ${id}`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`DELETE FROM delegation WHERE user_id = ${id} OR delegate_user_id = ${id} RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Deletes the rows of imports and of directories about the user, also those that were refused. */
export async function deleteImportedRows(tx: Tx, userId: string, traces: Traces): Promise<void> {
  const values = valuesOf(traces);
  await sql`DELETE FROM import_item WHERE subject_id = ${userId} OR key = ANY(${values}::text[]) OR name = ANY(${values}::text[])
    OR ${hasValue(['cells', 'before', 'after', 'faults'], values)}`.execute(tx);
  await sql`DELETE FROM scim_log WHERE subject = ${userId} OR subject = ANY(${values}::text[]) OR ${hasValue(['notes'], values)}`.execute(
    tx,
  );
}

/** The name that stays: a number, the same in every restored copy. */
const erasedName = (userId: string): string => `erased-${userId.replaceAll('-', '').slice(-12)}`;

export async function anonymise(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE app_user SET username = ${erasedName(userId)}, name = NULL, email = NULL, email_key = NULL, phone_number = NULL,
    pending_email = NULL, pending_email_until = NULL, email_verified = false, avatar_file_id = NULL, company_id = NULL, job_title = NULL,
    external_id = NULL, successor_id = NULL, status = 'erased' WHERE id = ${userId}::uuid`.execute(tx);
}

/** Deletes the account with its sessions, factors and links, unless another organisation uses it. In the role of the sign-in. */
export async function deleteAccount(tx: Tx, tenantId: number, userId: string): Promise<{ readonly isKept: boolean }> {
  const isOwn = sql`tenant_id = ${tenantId} AND user_id = ${userId}::uuid`;
  const { rows } = await sql<{ sub: string; isShared: boolean }>`SELECT i.subject AS sub,
      EXISTS (SELECT 1 FROM user_identity o WHERE o.issuer = i.issuer AND o.subject = i.subject AND o.tenant_id <> i.tenant_id) AS "isShared"
    FROM user_identity i WHERE i.issuer = ${BUILT_IN_ISSUER} AND i.${isOwn}`.execute(tx);
  const own = rows.filter(({ isShared }) => !isShared).map(({ sub }) => sub);
  await sql`DELETE FROM idn_user WHERE sub = ANY(${own}::uuid[]) AND tenant_id = ${tenantId}`.execute(tx);
  await sql`DELETE FROM user_identity WHERE ${isOwn}`.execute(tx);
  await sql`DELETE FROM idn_link WHERE ${isOwn}`.execute(tx);
  return { isKept: own.length < rows.length };
}

/** What is known about the user of whom the service's rows are blanked. */
interface Erased {
  readonly tenantId: number;
  readonly userId: string;
  readonly traces: Traces;
  /** Of the deleted delegations, whose comments name a user. */
  readonly delegationIds: readonly string[];
}

/** Deletes e-mails and events about the user, and blanks the contents of audit rows about the user; as `verva_system`. */
export async function blankServiceRows(tx: Tx, { tenantId, userId, traces, delegationIds }: Erased): Promise<void> {
  const values = valuesOf(traces);
  const contained = values.map((value) => `%${escapeLike(value)}%`);
  const isOfTenant = sql`tenant_id = ${tenantId}`;
  // Messages to others that are not sent yet are sent, and deleted a week later.
  await sql`DELETE FROM outbox WHERE ${isOfTenant} AND (payload->>'userId' = ${userId}
    OR (sent_at IS NOT NULL AND payload::text ILIKE ANY(${contained}::text[])))`.execute(tx);
  await sql`DELETE FROM idn_failure WHERE ${isOfTenant} AND user_id = ${userId}::uuid`.execute(tx);
  await sql`DELETE FROM mail_message WHERE ${isOfTenant} AND user_id = ${userId}::uuid`.execute(tx);
  await sql`DELETE FROM live_event WHERE ${isOfTenant} AND (principal = ${`u:${userId}`} OR data::text ILIKE ANY(${contained}::text[]))`.execute(
    tx,
  );
  await sql`DELETE FROM idempotency_key WHERE ${isOfTenant} AND reply::text ILIKE ANY(${contained}::text[])`.execute(
    tx,
  );
  await sql`DELETE FROM download WHERE ${isOfTenant} AND query ILIKE ANY(${contained}::text[])`.execute(tx);
  await sql`UPDATE audit_log SET before = NULL, after = NULL, note = NULL, salt = NULL WHERE ${isOfTenant} AND salt IS NOT NULL
    AND (subject_id = ${userId}::uuid OR (entity = 'delegation' AND entity_id = ANY(${[...delegationIds]}::text[])) OR note ILIKE ANY(${contained}::text[]) OR ${hasValue(['before', 'after'], values)}
      OR (verb = 'export' AND after::text ILIKE ANY(${contained}::text[])))`.execute(tx);
}

const valuesOf = ({ unique, name }: Traces): string[] => (name === null ? [...unique] : [...unique, name]);

const escapeLike = (value: string): string => value.replaceAll(/[\\%_]/g, '\\$&');

/** One of these columns of JSON has one of the values as a whole text, in any depth. */
function hasValue(columns: readonly string[], values: readonly string[]) {
  const quoted = values.map((value) => `%${escapeLike(JSON.stringify(value))}%`);
  return sql`(${sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}::text ILIKE ANY(${quoted}::text[]), false)`),
    sql` OR `,
  )})`;
}
