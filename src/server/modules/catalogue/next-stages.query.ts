import { sql } from 'kysely';
import type { Started } from '../../../shared/contracts/catalogue.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Tx } from '../../platform/database.ts';
import { namedIn, type StepScope } from '../processes/index.ts';

interface StageRow {
  readonly name: string;
  readonly node_id: string;
  readonly process_key: string;
  readonly process_number: number;
  readonly holder: string | null;
}

/** Returns the names of open tasks with the user or group who has each; of confidential tasks only the name. */
export async function nextStages(
  tx: Tx,
  scope: StepScope,
  taskIds: readonly string[],
  language: LanguageId,
): Promise<Started['next']> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<StageRow>`
    SELECT t.name, t.node_id, t.process_key, t.process_number, CASE WHEN t.confidential IS NULL THEN coalesce(u.name, u.username,
      (SELECT g.name FROM task_identity_link l JOIN app_group g ON g.id = substr(l.principal, 3)
        WHERE l.task_id = t.id AND l.kind = 'candidate' AND l.principal LIKE 'g:%' ORDER BY g.name LIMIT 1)) END AS holder
    FROM task t LEFT JOIN app_user u ON u.id = t.assignee_id WHERE t.id = ANY(${[...taskIds]}::uuid[]) AND t.status = 'open' ORDER BY t.id`.execute(
    tx,
  );
  const tasks = rows.map(({ name, node_id: taskKey, process_key: key, process_number: version, holder }) => ({
    name,
    taskKey,
    process: { key, name: '', version },
    holder,
  }));
  return (await namedIn(tx, scope, tasks, language)).map(({ name, holder }) => ({ name, holder }));
}
