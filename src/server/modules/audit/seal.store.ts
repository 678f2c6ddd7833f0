import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Hash before the first seal of an organisation. */
export const GENESIS = sql`'\\x00'::bytea`;
/** First key of the advisory locks; the second is the organisation's number. */
const LOCK = 720_052;

/**
 * Digest of the audit row `a`, or of the id `u.id` alone when the row is gone. Seals of all times were computed by it: it must
 * never change.
 */
export const ROW_DIGEST = sql`CASE WHEN a.id IS NULL THEN sha256(uuid_send(u.id)) ELSE sha256(convert_to(jsonb_build_array(
    a.tenant_id, a.id, (extract(epoch FROM a.at) * 1000000)::bigint, a.actor_id, a.on_behalf_of, a.via, a.request_id, a.verb, a.entity,
    a.entity_id, a.subject_id, encode(a.content, 'hex'))::text, 'UTF8')) END`;

/** A new seal: the head of the organisation's chain. */
export interface Seal {
  readonly seq: string;
  readonly rows: number;
  /** In hexadecimal digits. */
  readonly hash: string;
}

/** Organisations with rows to seal. */
export async function tenantsToSeal(tx: Tx): Promise<readonly { readonly id: number; readonly slug: string }[]> {
  const { rows } = await sql<{ id: number; slug: string }>`SELECT t.id, t.slug FROM tenant t
    WHERE EXISTS (SELECT 1 FROM audit_pending p WHERE p.tenant_id = t.id) ORDER BY t.id`.execute(tx);
  return rows;
}

/** Seals the oldest pending rows of an organisation. Undefined: there are none, or another server is sealing. As verva_system. */
export async function sealRows(tx: Tx, tenantId: number, most: number): Promise<Seal | undefined> {
  const { rows: locks } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(${sql.lit(LOCK)}, ${tenantId}::int) AS "isOurs"`.execute(tx);
  if (!locks[0]!.isOurs) return undefined;
  const { rows: pending } = await sql<{ id: string }>`SELECT id FROM audit_pending WHERE tenant_id = ${tenantId}
    ORDER BY id LIMIT ${most}`.execute(tx);
  const ids = pending.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const { rows } = await sql<Seal>`
    WITH last AS (SELECT seq, hash FROM audit_seal WHERE tenant_id = ${tenantId} ORDER BY seq DESC LIMIT 1),
      prev AS (SELECT coalesce((SELECT seq FROM last), 0) AS seq, coalesce((SELECT hash FROM last), ${GENESIS}) AS hash),
      digests AS (SELECT string_agg(${ROW_DIGEST}, ''::bytea ORDER BY u.n) AS all_rows
        FROM unnest(${ids}::uuid[]) WITH ORDINALITY u(id, n) LEFT JOIN audit_log a ON a.tenant_id = ${tenantId} AND a.id = u.id)
    INSERT INTO audit_seal (tenant_id, seq, ids, prev, hash)
      SELECT ${tenantId}, p.seq + 1, ${ids}::uuid[], p.hash, sha256(p.hash || d.all_rows) FROM prev p, digests d
    RETURNING seq::text, cardinality(ids) AS rows, encode(hash, 'hex') AS hash`.execute(tx);
  await sql`DELETE FROM audit_pending WHERE tenant_id = ${tenantId} AND id = ANY(${ids}::uuid[])`.execute(tx);
  return rows[0];
}
