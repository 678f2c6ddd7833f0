import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Finished cases of a process that are looked at. */
const CASES = 500;

export async function hasPace(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`SELECT EXISTS (SELECT 1 FROM process_pace) AS has`.execute(tx);
  return rows[0]!.has;
}

/**
 * Replaces the paces of the organisation: for each task of the last finished cases of a process, and for the whole case,
 * the remaining time until the end, and the task that most often followed. Withdrawn cases do not count.
 */
export async function computePace(tx: Tx, now: Date): Promise<void> {
  // Two servers may compute at the same time.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('process.pace/' || tenant()::text, 0))`.execute(tx);
  await sql`DELETE FROM process_pace`.execute(tx);
  await sql`
    WITH ended AS MATERIALIZED (
      SELECT c.* FROM process p CROSS JOIN LATERAL (
        SELECT i.id, i.process_key, i.started_at, i.ended_at FROM process_instance i
        WHERE i.process_key = p.key AND i.status = 'completed' AND i.parent_id IS NULL AND i.withdrawn_by IS NULL
        ORDER BY i.id DESC LIMIT ${sql.lit(CASES)}) c),
    steps AS (
      SELECT c.id, c.process_key, t.node_id, extract(epoch FROM c.ended_at - t.created_at) AS rest,
        lead(t.node_id) OVER (PARTITION BY c.id ORDER BY t.created_at, t.id) AS next
      FROM ended c JOIN task t ON t.instance_id = c.id AND t.status = 'completed'
      UNION ALL SELECT c.id, c.process_key, '', extract(epoch FROM c.ended_at - c.started_at), NULL FROM ended c),
    followed AS (
      SELECT process_key, node_id, next, count(*) AS n, sum(count(*)) OVER (PARTITION BY process_key, node_id) AS of,
        row_number() OVER (PARTITION BY process_key, node_id ORDER BY count(*) DESC, next) AS rank
      FROM steps WHERE node_id <> '' GROUP BY process_key, node_id, next)
    INSERT INTO process_pace (process_key, node_id, seen, p50_seconds, p80_seconds, next_node, next_share, computed_at)
    SELECT s.process_key, s.node_id, count(DISTINCT s.id), percentile_cont(0.5) WITHIN GROUP (ORDER BY s.rest)::bigint,
      percentile_cont(0.8) WITHIN GROUP (ORDER BY s.rest)::bigint, min(f.next), min(f.n::real / f.of::real), ${now}
    FROM steps s LEFT JOIN followed f ON f.process_key = s.process_key AND f.node_id = s.node_id AND f.rank = 1
    GROUP BY s.process_key, s.node_id`.execute(tx);
}
