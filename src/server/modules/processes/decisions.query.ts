import { sql } from 'kysely';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import type { HistoryItem } from '../../../shared/contracts/tasks.contract.ts';
import { DEFAULT_OUTCOMES, outcomesOf } from '../../../shared/forms/index.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { formVersion } from '../forms/index.ts';
import { HISTORY_COLUMNS, HISTORY_PEOPLE, type HistoryColumns, toHistoryItem } from './instances.query.ts';

/** What a delegate completed in somebody's name. `outcomeLabel` is as the form says it. */
export interface Decision extends HistoryItem {
  readonly task: { readonly id: string; readonly name: string } | null;
  readonly outcomeLabel?: Texts;
}

interface DecisionRow extends HistoryColumns {
  readonly task_id: string | null;
  readonly task_name: string | null;
  readonly form_id: string | null;
  readonly form_number: number | null;
}

/** The tasks that `delegateUserId` completed on behalf of `userId`, from one instant to before another; the newest first. */
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
    const item = toHistoryItem(row, row.task_name ?? undefined);
    const form =
      row.form_id === null || row.form_number === null
        ? null
        : await formVersion(tx, scope, row.form_id, row.form_number);
    const outcomes = form ? outcomesOf(form) : DEFAULT_OUTCOMES;
    const label = outcomes.find(({ id }) => id === row.data.outcome)?.label;
    decisions.push({
      ...item,
      ...(label ? { outcomeLabel: { ...label } } : {}),
      task: row.task_id === null || row.task_name === null ? null : { id: row.task_id, name: row.task_name },
    });
  }
  return decisions;
}
