import { sql } from 'kysely';
import type { HistoryItem } from '../../../../shared/contracts/tasks.contract.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { HISTORY_COLUMNS, HISTORY_PEOPLE, type HistoryColumns, toHistoryItem } from './instances.query.ts';
import { type FormOfTask, outcomeLabel } from './outcome-label.ts';

/** A task that a delegate completed on behalf of a delegator. */
export interface Decision extends HistoryItem {
  readonly task: { readonly id: string; readonly name: string } | null;
}

interface DecisionRow extends HistoryColumns, FormOfTask {
  readonly task_id: string | null;
  readonly task_name: string | null;
}

/** Reads the tasks that `delegateUserId` completed on behalf of `userId`, newest first. `before` is exclusive. */
export async function readDecisions(
  tx: Tx,
  scope: { readonly db: DatabaseHandle; readonly tenantId: number },
  who: { readonly userId: string; readonly delegateUserId: string; readonly from: Date; readonly before: Date },
  limit: number,
): Promise<Decision[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT ${HISTORY_COLUMNS}, h.task_id, t.name AS task_name, t.form_id, t.form_number
    FROM process_history h ${HISTORY_PEOPLE} LEFT JOIN task t ON t.id = h.task_id
    WHERE h.on_behalf_of = ${who.userId}::uuid AND h.actor_id = ${who.delegateUserId}::uuid AND h.kind = 'completed'
      AND h.at >= ${who.from} AND h.at < ${who.before}
    ORDER BY h.id DESC LIMIT ${sql.lit(limit)}`.execute(tx);
  const decisions: Decision[] = [];
  for (const row of rows) {
    const label = await outcomeLabel(tx, scope, row, row.data.outcome);
    decisions.push({
      ...toHistoryItem(row, row.task_name ?? undefined, label),
      task: row.task_id === null || row.task_name === null ? null : { id: row.task_id, name: row.task_name },
    });
  }
  return decisions;
}
