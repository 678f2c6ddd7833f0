import { sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { HistoryItem } from '../../../../shared/contracts/tasks.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import { namedIn } from '../definitions/labels.query.ts';
import { HISTORY_COLUMNS, HISTORY_PEOPLE, type HistoryColumns, toHistoryItem } from './instances.query.ts';
import { type FormOfTask, outcomeLabel } from './outcome-label.ts';

/** A task that a delegate completed on behalf of a delegator. */
export interface Decision extends HistoryItem {
  readonly task: { readonly id: string; readonly name: string } | null;
}

interface DecisionRow extends HistoryColumns, FormOfTask {
  readonly task_id: string | null;
  readonly task_name: string | null;
  readonly process_key: string | null;
  readonly process_number: number | null;
}

/** Reads the tasks that `delegateUserId` completed on behalf of `userId`, newest first. `before` is exclusive. */
export async function readDecisions(
  tx: Tx,
  scope: VersionScope,
  who: { readonly userId: string; readonly delegateUserId: string; readonly from: Date; readonly before: Date },
  limit: number,
  language: LanguageId,
): Promise<Decision[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT ${HISTORY_COLUMNS}, h.task_id, t.name AS task_name, t.process_key, t.process_number, t.form_id, t.form_number
    FROM process_history h ${HISTORY_PEOPLE} LEFT JOIN task t ON t.id = h.task_id
    WHERE h.on_behalf_of = ${who.userId}::uuid AND h.actor_id = ${who.delegateUserId}::uuid AND h.kind = 'completed'
      AND h.at >= ${who.from} AND h.at < ${who.before}
    ORDER BY h.id DESC LIMIT ${sql.lit(limit)}`.execute(tx);
  const decisions: Decision[] = [];
  for (const row of rows) {
    const label = await outcomeLabel(tx, scope, row, row.data.outcome);
    const name = await nameOf(tx, scope, row, language);
    decisions.push({
      ...toHistoryItem(row, name ?? undefined, label),
      task: row.task_id === null || name === null ? null : { id: row.task_id, name },
    });
  }
  return decisions;
}

async function nameOf(
  tx: Tx,
  scope: VersionScope,
  { task_name: name, node_id: taskKey, process_key: key, process_number: version }: DecisionRow,
  language: LanguageId,
): Promise<string | null> {
  if (name === null) return null;
  const process = key !== null && version !== null ? { key, name: key, version } : null;
  const [named] = await namedIn(tx, scope, [{ name, taskKey, process }], language);
  return named!.name;
}
