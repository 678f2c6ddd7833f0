import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import type { Changes } from './changes.ts';
import type { HistoryRow, LockedInstance } from './instances.store.ts';

/** Moves the records of the changed cases to the status that their kind gives to what was reached last. */
export async function moveRecords(tx: Tx, { instances, history }: Changes): Promise<void> {
  for (const { instance, isNew } of instances.values()) {
    if (instance.recordId === null) continue;
    const reached = history.filter((row) => row.instance_id === instance.id).flatMap(momentsOf);
    await moveRecord(tx, instance, isNew ? ['started', ...reached] : reached);
  }
}

/** Returns the tasks that begin and the ends that are reached, in order, as a status map names them. */
function momentsOf({ data: { path } }: HistoryRow): string[] {
  if (!Array.isArray(path)) return [];
  return path.flatMap(([what, node]: readonly string[]) => {
    if (what === 'entered') return [`task:${node}`];
    return what === 'completed' ? [`ended:${node}`] : [];
  });
}

/** Moves the record of a case to the status of the last of these moments that the kind of the case names, and notifies its readers. */
export async function moveRecord(
  tx: Tx,
  { caseTypeId, recordId }: Pick<LockedInstance, 'caseTypeId' | 'recordId'>,
  moments: readonly string[],
): Promise<void> {
  if (caseTypeId === null || recordId === null || moments.length === 0) return;
  const { rows } = await sql<{ resource: string; version: number; groups: string[] }>`
    WITH next AS (
      SELECT m.value->>'status' AS status FROM unnest(${[...moments]}::text[]) WITH ORDINALITY AS e(moment, n)
        JOIN case_type c ON c.id = ${caseTypeId} CROSS JOIN jsonb_array_elements(c.status_map) AS m(value)
      WHERE m.value->>'on' = e.moment ORDER BY e.n DESC LIMIT 1)
    UPDATE record r SET status = next.status FROM next JOIN registry g ON true
    WHERE r.id = ${recordId}::uuid AND g.id = r.registry_id AND r.removed_at IS NULL AND r.status IS DISTINCT FROM next.status
      AND g.statuses @> jsonb_build_array(jsonb_build_object('id', next.status))
    RETURNING r.registry_id AS resource, r.version, g.read_groups || g.write_groups AS groups`.execute(tx);
  for (const { resource, version, groups } of rows) {
    const principals = [...new Set([...groups, 'admin', 'verva.admin'])].map((group) => `g:${group}`);
    await enqueue(tx, 'live', { principals, type: 'record.changed', data: { resource, recordId, version } });
  }
}
