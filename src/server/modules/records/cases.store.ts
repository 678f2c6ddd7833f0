import { sql } from 'kysely';
import type { RecordChoice } from '../../../shared/contracts/record-choices.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';
import type { Viewer } from './registries.rules.ts';

/** Maximum number of tasks examined to find the cases of a search text or a user, nearest first. Bounds the cost of a query. */
const SEARCH_LIMIT = 500;
const LAST_CHARACTER = '\uffff';

/**
 * Finds cases (process instances) whose number or name contains `q`, newest first, if the viewer started them or is their requester, or has, had
 * or could claim a task of them. Without a search text, returns the viewer's own cases; with ids, exactly these.
 */
export async function findCases(tx: Tx, viewer: Viewer, { q, ids, limit }: LookupQuery): Promise<RecordChoice[]> {
  const from = ids
    ? sql`SELECT unnest(${uuidsOf(ids)}::uuid[]) AS id`
    : sql`(SELECT t.instance_id AS id FROM task t WHERE t.assignee_id = ${viewer.userId}::uuid ORDER BY t.id DESC LIMIT ${sql.lit(SEARCH_LIMIT)})
      UNION (SELECT t.instance_id FROM task t WHERE t.ended_by = ${viewer.userId}::uuid ORDER BY t.ended_at DESC LIMIT ${sql.lit(SEARCH_LIMIT)})
      UNION (SELECT t.instance_id FROM task t WHERE t.business_key_lower >= ${q} AND t.business_key_lower < ${q + LAST_CHARACTER}
        AND ${q !== ''} ORDER BY t.business_key_lower, t.id LIMIT ${sql.lit(SEARCH_LIMIT)})`;
  const pattern = containsPattern(q);
  const { rows } = await sql<RecordChoice & { id: string }>`
    WITH near AS (${from})
    SELECT i.id, i.business_key AS number, p.name AS title
    FROM near JOIN process_instance i ON i.id = near.id JOIN process p ON p.key = i.process_key
    WHERE ${q === '' || ids !== undefined} OR lower(i.business_key) LIKE ${pattern} OR lower(p.name) LIKE ${pattern}
    ORDER BY i.id DESC`.execute(tx);
  const visible = await visibleOf(
    tx,
    viewer,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => visible.has(id)).slice(0, limit);
}

/** Returns the cases that the viewer may see. A case with confidential tasks is visible only to its participants. */
async function visibleOf(
  tx: Tx,
  { userId, isAdmin, groups }: Viewer,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const seesAll = isAdmin || groups.includes('alltasks');
  const { rows } = await sql<{ id: string }>`
    WITH mine AS (SELECT 'u:' || ${userId}::text AS principal
      UNION ALL SELECT 'g:' || m.group_id FROM group_member m WHERE m.user_id = ${userId}::uuid)
    SELECT i.id FROM process_instance i WHERE i.id = ANY(${[...ids]}::uuid[]) AND (
      i.starter_id = ${userId}::uuid OR i.requester_id = ${userId}::uuid
      OR (${seesAll} AND NOT EXISTS (SELECT 1 FROM task t WHERE t.instance_id = i.id AND t.confidential IS NOT NULL))
      OR EXISTS (SELECT 1 FROM task t WHERE t.instance_id = i.id AND (t.ended_by = ${userId}::uuid OR t.assignee_id = ${userId}::uuid))
      OR EXISTS (SELECT 1 FROM task t JOIN task_identity_link l ON l.task_id = t.id JOIN mine ON mine.principal = l.principal
        WHERE t.instance_id = i.id AND l.kind <> 'participant' AND t.confidential IS NULL))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
