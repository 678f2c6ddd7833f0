import { sql } from 'kysely';
import type { OrganisationExport } from '../../../shared/contracts/organisation-export.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { Cursor } from './tables.query.ts';

export interface ExportRow {
  readonly tenantId: number;
  readonly id: string;
  readonly state: OrganisationExport['state'];
  readonly askedBy: string | null;
  readonly askedIn: number | null;
  readonly atTable: string;
  readonly cursor: Cursor | null;
  readonly tableCount: number;
  readonly tablesDone: number;
  readonly rowCount: number;
  readonly fileCount: number;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly readyAt: Date | null;
  readonly expiresAt: Date | null;
  readonly fetchedAt: Date | null;
}

const ATTEMPTS = sql.lit(10);

const COLUMNS =
  sql.raw(`tenant_id AS "tenantId", id, state, asked_by AS "askedBy", asked_in AS "askedIn", at_table AS "atTable", cursor,
  table_count AS "tableCount", tables_done AS "tablesDone", row_count::float8 AS "rowCount", file_count::float8 AS "fileCount",
  bytes::float8 AS bytes, created_at AS "createdAt", ready_at AS "readyAt", expires_at AS "expiresAt", fetched_at AS "fetchedAt"`);

/** Adds an export, unless one is running: returns the id of the new one or the running one. */
export async function insertExport(
  tx: Tx,
  { askedBy, askedIn, now }: { readonly askedBy: string | null; readonly askedIn: number | null; readonly now: Date },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`INSERT INTO tenant_export (asked_by, asked_in, created_at)
    VALUES (${askedBy}::uuid, ${askedIn}, ${now}) ON CONFLICT (tenant_id) WHERE state = 'running' DO NOTHING RETURNING id`.execute(
    tx,
  );
  if (rows[0]) return { id: rows[0].id, isNew: true };
  const { rows: running } = await sql<{ id: string }>`SELECT id FROM tenant_export WHERE state = 'running'`.execute(tx);
  return { id: running[0]!.id, isNew: false };
}

/** The latest export of the transaction's organisation. */
export async function readLatest(tx: Tx): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`SELECT ${COLUMNS} FROM tenant_export ORDER BY id DESC LIMIT 1`.execute(tx);
  return rows[0];
}

export async function readExport(tx: Tx, id: string): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`SELECT ${COLUMNS} FROM tenant_export WHERE id = ${id}::uuid`.execute(tx);
  return rows[0];
}

/** Locks a running export that no other server works on; as `verva_system`. */
export async function lockDue(tx: Tx, id?: string): Promise<ExportRow | undefined> {
  const one = id === undefined ? sql`` : sql`AND id = ${id}::uuid`;
  const { rows } = await sql<ExportRow>`SELECT ${COLUMNS} FROM tenant_export
    WHERE state = 'running' AND retry_at <= clock_timestamp() ${one} ORDER BY retry_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(
    tx,
  );
  return rows[0];
}

export interface Progress {
  readonly atTable: string;
  readonly cursor: Cursor | null;
  readonly tableCount: number;
  readonly tablesDone: number;
  readonly rows: number;
  readonly bytes: number;
}

export async function saveProgress(tx: Tx, id: string, progress: Progress): Promise<void> {
  const { atTable, cursor, tableCount, tablesDone, rows, bytes } = progress;
  await sql`UPDATE tenant_export SET at_table = ${atTable}, cursor = ${cursor === null ? null : json(cursor)}::jsonb,
      table_count = ${tableCount}, tables_done = ${tablesDone}, row_count = row_count + ${rows}, bytes = bytes + ${bytes}, attempts = 0,
      retry_at = clock_timestamp() WHERE id = ${id}::uuid`.execute(tx);
}

/** After an unexpected failure: waits longer each time, and gives up after the last attempt; as `verva_system`. */
export async function postponeExport(
  tx: Tx,
  { tenantId, id }: Pick<ExportRow, 'tenantId' | 'id'>,
  now: Date,
): Promise<void> {
  await sql`UPDATE tenant_export SET attempts = attempts + 1,
      state = CASE WHEN attempts + 1 >= ${ATTEMPTS} THEN 'failed' ELSE state END,
      expires_at = CASE WHEN attempts + 1 >= ${ATTEMPTS} THEN ${now}::timestamptz END,
      retry_at = clock_timestamp() + least(power(2, attempts)::int, 300) * interval '1 second'
    WHERE tenant_id = ${tenantId} AND id = ${id}::uuid AND state = 'running'`.execute(tx);
}

export interface Part {
  readonly tableName: string;
  readonly rows: number;
  readonly size: number;
  readonly sha256: Buffer;
}

export async function insertPart(
  tx: Tx,
  id: string,
  { tableName, fileId, rows, size }: Pick<Part, 'tableName' | 'rows' | 'size'> & { readonly fileId: string },
): Promise<void> {
  await sql`INSERT INTO tenant_export_part (export_id, position, table_name, file_id, rows, size)
    SELECT ${id}::uuid, coalesce(max(position), 0) + 1, ${tableName}, ${fileId}::uuid, ${rows}, ${size}
    FROM tenant_export_part WHERE export_id = ${id}::uuid`.execute(tx);
}

export async function readParts(tx: Tx, id: string): Promise<Part[]> {
  const { rows } = await sql<Part>`SELECT p.table_name AS "tableName", p.rows, p.size::float8 AS size, f.sha256
    FROM tenant_export_part p JOIN file f ON f.id = p.file_id WHERE p.export_id = ${id}::uuid ORDER BY p.position`.execute(
    tx,
  );
  return rows;
}

export async function deleteParts(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM tenant_export_part WHERE export_id = ${id}::uuid`.execute(tx);
}

const OF_NO_PART = sql`NOT EXISTS (SELECT 1 FROM tenant_export_part p WHERE p.file_id = f.id)`;

export async function finishExport(
  tx: Tx,
  id: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await sql`UPDATE tenant_export SET state = 'ready', ready_at = ${now}, expires_at = ${expiresAt}, cursor = NULL,
      file_count = x.files, bytes = tenant_export.bytes + x.bytes
    FROM (SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM (SELECT DISTINCT f.sha256, f.size FROM file f WHERE ${OF_NO_PART}) y) x
    WHERE tenant_export.id = ${id}::uuid`.execute(tx);
}

export interface StoredContent {
  readonly sha256: Buffer;
  readonly size: number;
}

/** Contents of files after this hash, each once. */
export async function readContents(tx: Tx, after: Buffer | null, most: number): Promise<StoredContent[]> {
  const { rows } = await sql<StoredContent>`SELECT f.sha256, max(f.size)::float8 AS size FROM file f
    WHERE f.sha256 > coalesce(${after}::bytea, ''::bytea) AND ${OF_NO_PART} GROUP BY f.sha256 ORDER BY f.sha256 LIMIT ${most}`.execute(
    tx,
  );
  return rows;
}

/** Sets the single-use address of a finished export. */
export async function setAddress(
  tx: Tx,
  id: string,
  address: { readonly tokenSha256: Buffer; readonly until: Date; readonly by: string; readonly in: number },
): Promise<void> {
  await sql`UPDATE tenant_export SET token_sha256 = ${address.tokenSha256}, token_until = ${address.until},
    fetched_by = ${address.by}::uuid, fetched_in = ${address.in} WHERE id = ${id}::uuid`.execute(tx);
}

export interface TakenExport {
  readonly tenantId: number;
  readonly slug: string;
  readonly id: string;
  readonly fetchedBy: string;
  readonly fetchedIn: number;
  /** Of the user's organisation. */
  readonly status: string;
}

/** Returns the export of an address and marks it as downloaded, or the reason for the refusal; as `verva_system`. */
export async function takeExport(
  tx: Tx,
  tokenSha256: Buffer,
  now: Date,
): Promise<TakenExport | { readonly refused: 'not_found' | 'used' | 'expired' }> {
  const { rows } = await sql<TakenExport>`UPDATE tenant_export e SET state = 'fetched', fetched_at = ${now}
    FROM tenant t, tenant a WHERE e.token_sha256 = ${tokenSha256} AND e.state = 'ready' AND e.token_until > ${now} AND e.expires_at > ${now}
      AND t.id = e.tenant_id AND a.id = e.fetched_in
    RETURNING e.tenant_id AS "tenantId", t.slug, e.id, e.fetched_by AS "fetchedBy", e.fetched_in AS "fetchedIn", a.status`.execute(
    tx,
  );
  if (rows[0]) return rows[0];
  const { rows: old } = await sql<{
    state: string;
  }>`SELECT state FROM tenant_export WHERE token_sha256 = ${tokenSha256}`.execute(tx);
  if (!old[0]) return { refused: 'not_found' };
  return { refused: old[0].state === 'fetched' ? 'used' : 'expired' };
}

/** Exports whose parts must go: failed, not downloaded in time, or downloaded a day ago; as `verva_system`. */
export async function readOld(tx: Tx, now: Date): Promise<{ readonly tenantId: number; readonly id: string }[]> {
  const { rows } = await sql<{ tenantId: number; id: string }>`SELECT tenant_id AS "tenantId", id FROM tenant_export
    WHERE expires_at <= ${now} AND (state <> 'fetched' OR expires_at <= ${new Date(now.getTime() - 86_400_000)}) LIMIT 50`.execute(
    tx,
  );
  return rows;
}

/** Ends an export: its parts are gone. `expires_at` is cleared, by which the loop finds those with parts. */
export async function endExport(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE tenant_export SET state = CASE WHEN state = 'ready' THEN 'expired' ELSE state END, expires_at = NULL,
    token_until = NULL WHERE id = ${id}::uuid`.execute(tx);
}

/** Files of the parts of an export. */
export async function readPartFiles(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT file_id AS id FROM tenant_export_part WHERE export_id = ${id}::uuid`.execute(tx);
  return rows.map(({ id: fileId }) => fileId);
}

/** Reads the name of the transaction's organisation. */
export async function readOrganisationName(tx: Tx): Promise<{ readonly name: string; readonly slug: string }> {
  const { rows } = await sql<{ name: string; slug: string }>`SELECT name, slug FROM tenant`.execute(tx);
  return rows[0]!;
}

/** The active user to whom an e-mail can be sent. */
export async function readRecipient(
  tx: Tx,
  userId: string,
): Promise<{ readonly userId: string; readonly email: string; readonly languageId: string } | undefined> {
  const { rows } = await sql<{
    email: string;
    languageId: string;
  }>`SELECT email, language_id AS "languageId" FROM app_user
    WHERE id = ${userId}::uuid AND status = 'active' AND email IS NOT NULL`.execute(tx);
  return rows[0] && { userId, ...rows[0] };
}

/** Marks an export as downloaded. */
export async function markFetched(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE tenant_export SET state = 'fetched', fetched_at = ${now} WHERE id = ${id}::uuid`.execute(tx);
}

/** An earlier export that was not downloaded ends when a new one starts. */
export async function expireReady(tx: Tx, now: Date): Promise<void> {
  await sql`UPDATE tenant_export SET state = 'expired', expires_at = ${now} WHERE state = 'ready'`.execute(tx);
}

/** Ends all exports that are kept, and lets the loop delete their parts: they contain what must no longer be there. */
export async function endExports(tx: Tx, now: Date): Promise<void> {
  await sql`UPDATE tenant_export SET state = CASE WHEN state IN ('running', 'ready') THEN 'expired' ELSE state END,
      expires_at = ${now}::timestamptz - interval '1 day', token_until = NULL WHERE state = 'running' OR expires_at IS NOT NULL`.execute(
    tx,
  );
}
