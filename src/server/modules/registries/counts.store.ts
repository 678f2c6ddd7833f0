import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { forceIndexOrder } from '../../platform/index-order.ts';

/** Up to this number, records are counted. */
const COUNTED_MAX = 1000;

export interface Counted {
  readonly count: number;
  readonly atLeast: boolean;
}

/** Counts the records of a registry, or those of an owner: all of them, and those of each status. */
export async function countRecords(
  tx: Tx,
  registryId: string,
  statuses: readonly string[],
  ownerId: string | null,
): Promise<{ readonly total: Counted; readonly byStatus: ReadonlyMap<string, Counted> }> {
  // The planner expects to find enough rows soon in the whole table.
  if (ownerId === null) await forceIndexOrder(tx);
  const limit = sql.lit(COUNTED_MAX + 1);
  const owned = ownerId === null ? sql`` : sql` AND x.owner_id = ${ownerId}::uuid`;
  const { rows } = await sql<{ status: string | null; count: number }>`
    SELECT s.status, (SELECT count(*)::int FROM (SELECT 1 FROM record_index x WHERE x.registry_id = ${registryId} AND x.status = s.status${owned} LIMIT ${limit}) c) AS count
      FROM unnest(${[...statuses]}::text[]) s (status)
    UNION ALL
    SELECT NULL, (SELECT count(*)::int FROM (SELECT 1 FROM record_index x WHERE x.registry_id = ${registryId}${owned} LIMIT ${limit}) c)`.execute(
    tx,
  );
  const counted = new Map(
    rows.map(({ status, count }) => [status, { count: Math.min(count, COUNTED_MAX), atLeast: count > COUNTED_MAX }]),
  );
  const total = counted.get(null)!;
  counted.delete(null);
  return { total, byStatus: counted as ReadonlyMap<string, Counted> };
}
