import { sql } from 'kysely';
import type { FormTasks } from '../../../../shared/contracts/form-tasks.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { toInstant } from '../../../platform/instants.ts';
import { personRef, personRow } from '../../users/index.ts';

const MAX_LISTED = 200;

/** Counts open tasks by the version of a form, and returns the oldest of those on a version other than `published`. */
export async function readFormTasks(tx: Tx, formId: string, published: number | null): Promise<FormTasks> {
  const versions = await sql<{ number: number; open: number }>`
    SELECT form_number AS number, count(*)::int AS open FROM task
    WHERE form_id = ${formId} AND status = 'open' AND form_number IS NOT NULL GROUP BY 1 ORDER BY 1 DESC`.execute(tx);
  const { rows } = await sql<{
    id: string;
    name: string;
    business_key: string | null;
    number: number;
    created_at: Date;
    is_started: boolean;
    assignee: Parameters<typeof personRef>[0] | null;
  }>`
    SELECT t.id, t.name, t.business_key, t.form_number AS number, t.created_at,
      EXISTS (SELECT 1 FROM process_history h WHERE h.task_id = t.id AND h.kind = 'saved') AS is_started,
      ${personRow('u')} AS assignee
    FROM task t LEFT JOIN app_user u ON u.id = t.assignee_id
    WHERE t.form_id = ${formId} AND t.status = 'open' AND t.form_number IS NOT NULL AND t.confidential IS NULL
      AND t.form_number IS DISTINCT FROM ${published}::int
    ORDER BY t.form_number, t.id LIMIT ${MAX_LISTED + 1}`.execute(tx);
  return {
    versions: versions.rows,
    tasks: rows.slice(0, MAX_LISTED).map((row) => ({
      id: row.id,
      name: row.name,
      businessKey: row.business_key,
      number: row.number,
      created: toInstant(row.created_at)!,
      assignee: row.assignee && personRef(row.assignee),
      isStarted: row.is_started,
    })),
    more: rows.length > MAX_LISTED,
  };
}

/** Migrates an open task to another version of the form and returns its previous state; undefined when there is no such task. */
export async function moveTask(
  tx: Tx,
  taskId: string,
  formId: string,
  number: number,
): Promise<{ readonly from: number } | undefined> {
  const { rows } = await sql<{ from: number }>`
    WITH old AS (SELECT id, form_number FROM task WHERE id = ${taskId}::uuid AND form_id = ${formId}
      AND status = 'open' AND form_number IS NOT NULL AND form_number <> ${number} FOR UPDATE)
    UPDATE task t SET form_number = ${number}, rev = t.rev + 1 FROM old WHERE t.id = old.id
    RETURNING old.form_number AS from`.execute(tx);
  return rows[0];
}

/** Returns open tasks on a version other than `number`, at most `limit`. */
export async function readOutdated(tx: Tx, formId: string, number: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM task
    WHERE form_id = ${formId} AND status = 'open' AND form_number IS NOT NULL AND form_number <> ${number}
    ORDER BY form_number, id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
