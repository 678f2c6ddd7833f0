import { sql } from 'kysely';
import type { OrganisationExport } from '../../../shared/contracts/organisation-export.contract.ts';
import type { Tx } from '../../platform/database.ts';

export interface ExportRow {
  readonly tenantId: number;
  readonly id: string;
  readonly state: OrganisationExport['state'];
  readonly askedBy: string | null;
  readonly askedIn: number | null;
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

const COLUMNS = sql.raw(`tenant_id AS "tenantId", id, state, asked_by AS "askedBy", asked_in AS "askedIn", 
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

/** An export with the attempt that may write its parts. */
export interface ClaimedExport {
  readonly tenantId: number;
  readonly id: string;
  readonly claim: string;
}

/** The export has ended, or another server works on it. */
export class LostClaimError extends Error {}

/** Wanted size of a part. */
export const PART_BYTES = 4_000_000;
/** Without progress for this time, another server takes over. */
const CLAIMED = sql.raw("interval '15 seconds'");

/** Claims a running export that no other server works on; as `verva_system`. */
export async function claimDue(tx: Tx, claim: string, id?: string): Promise<ClaimedExport | undefined> {
  const one = id === undefined ? sql`` : sql`AND id = ${id}::uuid`;
  const { rows } = await sql<ClaimedExport>`UPDATE tenant_export e SET claim = ${claim}::uuid,
      retry_at = clock_timestamp() + ${CLAIMED}, tables_done = 0, row_count = 0, file_count = 0, bytes = 0
    FROM (SELECT tenant_id, id FROM tenant_export
      WHERE state = 'running' AND retry_at <= clock_timestamp() ${one} ORDER BY retry_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) d
    WHERE e.tenant_id = d.tenant_id AND e.id = d.id RETURNING e.tenant_id AS "tenantId", e.id, e.claim`.execute(tx);
  return rows[0];
}

/** Lets any server take over at once; as `verva_system`. */
export async function releaseClaim(tx: Tx, { tenantId, id, claim }: ClaimedExport): Promise<void> {
  await sql`UPDATE tenant_export SET retry_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id}::uuid AND claim = ${claim}::uuid AND state = 'running'`.execute(tx);
}

export interface Progress {
  readonly tableCount: number;
  readonly tablesDone: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/** Throws LostClaimError. */
export async function saveProgress(tx: Tx, { id, claim }: ClaimedExport, progress: Progress): Promise<void> {
  const { tableCount, tablesDone, rows, files, bytes } = progress;
  const { numAffectedRows } =
    await sql`UPDATE tenant_export SET table_count = ${tableCount}, tables_done = ${tablesDone},
      row_count = ${rows}, file_count = ${files}, bytes = ${bytes}, attempts = 0, retry_at = clock_timestamp() + ${CLAIMED}
    WHERE id = ${id}::uuid AND claim = ${claim}::uuid AND state = 'running'`.execute(tx);
  if (numAffectedRows !== 1n) throw new LostClaimError(id);
}

/** After an unexpected failure: waits longer each time, and gives up after the last attempt; as `verva_system`. */
export async function postponeExport(tx: Tx, { tenantId, id, claim }: ClaimedExport, now: Date): Promise<void> {
  await sql`UPDATE tenant_export SET attempts = attempts + 1,
      state = CASE WHEN attempts + 1 >= ${ATTEMPTS} THEN 'failed' ELSE state END,
      expires_at = CASE WHEN attempts + 1 >= ${ATTEMPTS} THEN ${now}::timestamptz END,
      retry_at = clock_timestamp() + least(power(2, attempts)::int, 300) * interval '1 second'
    WHERE tenant_id = ${tenantId} AND id = ${id}::uuid AND claim = ${claim}::uuid AND state = 'running'`.execute(tx);
}

/** Name of the parts that list the files; no table has it. */
export const FILES_PART = '(files)';

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

/** Throws LostClaimError. */
export async function finishExport(
  tx: Tx,
  { id, claim }: ClaimedExport,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { numAffectedRows } =
    await sql`UPDATE tenant_export SET state = 'ready', ready_at = ${now}, expires_at = ${expiresAt}
    WHERE id = ${id}::uuid AND claim = ${claim}::uuid AND state = 'running'`.execute(tx);
  if (numAffectedRows !== 1n) throw new LostClaimError(id);
}

export interface StoredContent {
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly size: number;
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
