import { sql } from 'kysely';
import type { TaskForm } from '../../../../shared/contracts/tasks.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { toInstant } from '../../../platform/instants.ts';
import { personRef, personRow } from '../../users/index.ts';

/** Returns who last saved each value of the form, to resolve conflicts between two users. */
export async function readSaved(tx: Tx, taskId: string): Promise<TaskForm['saved']> {
  const { rows } = await sql<{ key: string; by: Parameters<typeof personRef>[0] | null; at: Date }>`
    SELECT DISTINCT ON (k.key) k.key, h.at,
      ${personRow('u')} AS by
    FROM process_history h CROSS JOIN LATERAL jsonb_array_elements_text(h.data->'changed') AS k(key)
      LEFT JOIN app_user u ON u.id = h.actor_id
    WHERE h.task_id = ${taskId}::uuid AND h.kind = 'saved' ORDER BY k.key, h.id DESC`.execute(tx);
  return rows.map(({ key, by, at }) => ({ key, by: by && personRef(by), at: toInstant(at)! }));
}
