import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { json } from '../../platform/database.ts';

/** First key of the advisory locks; the second is the organisation's number. */
const LOCK = 720_053;
/** Seals, and rows without a seal, of one transaction. */
const SEALS_MOST = 200;
const ROWS_MOST = 5000;

/** What one transaction deleted. */
export interface Expired {
  readonly rows: number;
  /** Rows before this instant are gone. */
  readonly before: string;
  readonly hasMore: boolean;
}

/** The next seals whose rows are all expired: a seal loses all of its rows or none, so that the others stay provable. */
const WHOLE = sql`SELECT s.seq, s.ids FROM audit_seal s WHERE s.tenant_id = k.tenant_id AND s.seq > k.seal AND s.seq < coalesce(
    (SELECT min(o.seq) FROM (SELECT n.seq, n.ids FROM audit_seal n WHERE n.tenant_id = k.tenant_id AND n.seq > k.seal
        ORDER BY n.seq LIMIT ${sql.lit(SEALS_MOST + 1)}) o
      WHERE EXISTS (SELECT 1 FROM unnest(o.ids) u(id) WHERE u.id >= k.kept_from)), 9223372036854775807)
  ORDER BY s.seq LIMIT ${sql.lit(SEALS_MOST)}`;

/**
 * Organisations with rows older than they keep. The oldest row is read by the key: PostgreSQL cannot estimate how many
 * rows are older than the result of a function, and would read all of them.
 */
export async function tenantsWithExpired(tx: Tx): Promise<readonly { readonly id: number; readonly slug: string }[]> {
  const { rows } = await sql<{ id: number; slug: string }>`SELECT t.id, t.slug FROM tenant t
    WHERE (SELECT a.id FROM audit_log a WHERE a.tenant_id = t.id ORDER BY a.id LIMIT 1) < audit_kept_from(t.id)
    ORDER BY t.id`.execute(tx);
  return rows;
}

/**
 * Deletes expired rows of an organisation: those of whole seals, and those from before sealing began; a row of the log
 * says how many. Undefined: there are none, or another server deletes them. As verva_system.
 */
export async function deleteExpired(tx: Tx, tenantId: number): Promise<Expired | undefined> {
  const { rows: locks } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(LOCK)}, ${tenantId}::int) AS "isOurs"`.execute(tx);
  if (!locks[0]!.isOurs) return undefined;
  const { rows: found } = await sql<{
    keptFrom: string;
    before: Date;
    last: string | null;
    seals: number;
    ids: string[];
  }>`
    WITH k AS MATERIALIZED (SELECT ${tenantId}::int AS tenant_id, audit_kept_from(${tenantId}::int) AS kept_from,
        coalesce((SELECT seal FROM audit_expiry WHERE tenant_id = ${tenantId}), -1) AS seal),
      whole AS MATERIALIZED (SELECT w.* FROM k CROSS JOIN LATERAL (${WHOLE}) w),
      unsealed AS MATERIALIZED (SELECT a.id FROM k JOIN audit_log a ON a.tenant_id = k.tenant_id AND a.id < k.kept_from
        WHERE a.content IS NULL ORDER BY a.id LIMIT ${sql.lit(ROWS_MOST)})
    SELECT k.kept_from AS "keptFrom",
      to_timestamp(('x' || substr(replace(k.kept_from::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) AS before,
      (SELECT max(seq)::text FROM whole) AS last, (SELECT count(*)::int FROM whole) AS seals,
      ARRAY(SELECT unnest(ids) FROM whole UNION SELECT id FROM unsealed) AS ids FROM k`.execute(tx);
  const { keptFrom, before, last, seals, ids } = found[0]!;
  const { numAffectedRows } = await sql`DELETE FROM audit_log
    WHERE tenant_id = ${tenantId} AND id = ANY(${ids}::uuid[])`.execute(tx);
  const rows = Number(numAffectedRows ?? 0n);
  if (rows === 0 && last === null) return undefined;
  await sql`INSERT INTO audit_expiry AS kept (tenant_id, seal, kept_from, rows)
    VALUES (${tenantId}, coalesce(${last}::bigint, -1), ${keptFrom}::uuid, ${rows})
    ON CONFLICT (tenant_id) DO UPDATE SET seal = greatest(kept.seal, excluded.seal), kept_from = greatest(kept.kept_from, excluded.kept_from),
      rows = kept.rows + excluded.rows, at = clock_timestamp()`.execute(tx);
  const day = before.toISOString();
  if (rows > 0)
    await sql`INSERT INTO audit_log (tenant_id, verb, entity, entity_id, after)
      VALUES (${tenantId}, 'expire', 'audit_log', ${day.slice(0, 10)}, ${json({ before: day, rows })}::jsonb)`.execute(
      tx,
    );
  return { rows, before: day, hasMore: seals === SEALS_MOST || rows >= ROWS_MOST };
}

/** Deletes expired views of an organisation; whether there may be more. As verva_system. */
export async function deleteExpiredLooks(tx: Tx, tenantId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM look_log WHERE tenant_id = ${tenantId} AND id = ANY(ARRAY(
    SELECT id FROM look_log WHERE tenant_id = ${tenantId} AND id < audit_kept_from(${tenantId}::int) ORDER BY id LIMIT ${sql.lit(ROWS_MOST)}))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n) === ROWS_MOST;
}

/** As `tenantsWithExpired`, of views. */
export async function tenantsWithExpiredLooks(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`SELECT t.id FROM tenant t
    WHERE (SELECT l.id FROM look_log l WHERE l.tenant_id = t.id ORDER BY l.id LIMIT 1) < audit_kept_from(t.id)
    ORDER BY t.id`.execute(tx);
  return rows.map(({ id }) => id);
}
