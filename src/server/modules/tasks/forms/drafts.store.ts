import { sql } from 'kysely';
import type { Draft, TaskForm } from '../../../../shared/contracts/tasks.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { toInstant } from '../../../platform/instants.ts';
import { personRef, personRow } from '../../users/index.ts';

interface DraftRow {
  readonly rev: number;
  readonly form_id: string | null;
  readonly form_number: number | null;
  readonly base: Record<string, unknown>;
  readonly values: Record<string, unknown>;
  readonly unread: Record<string, string>;
  readonly comment: string | null;
  readonly updated_at: Date;
}

const COLUMNS = sql`rev, form_id, form_number, base, "values", unread, comment, updated_at`;
const ofTask = (taskId: string) => sql`owner_kind = 'task' AND owner_id = ${taskId}`;

/** Returns the caller's own draft; row-level security hides the drafts of other users. */
export async function readDraft(tx: Tx, taskId: string): Promise<Draft | null> {
  const { rows } = await sql<DraftRow>`SELECT ${COLUMNS} FROM form_draft WHERE ${ofTask(taskId)}`.execute(tx);
  return rows[0] ? toDraft(rows[0]) : null;
}

export interface NewDraft
  extends Pick<Draft, 'rev' | 'formId' | 'formVersion' | 'base' | 'values' | 'unread' | 'comment'> {
  readonly taskId: string;
  readonly at: Date;
}

/** Overwrites the draft with that `rev`; undefined when there is a newer one. */
export async function writeDraft(tx: Tx, draft: NewDraft): Promise<Draft | undefined> {
  const { taskId, formId, formVersion, base, values, unread, comment, rev, at } = draft;
  const { rows } = await sql<DraftRow>`
    INSERT INTO form_draft (owner_kind, owner_id, form_id, form_number, base, "values", unread, comment, updated_at)
    VALUES ('task', ${taskId}, ${formId}, ${formVersion}, ${json(base)}::jsonb, ${json(values)}::jsonb, ${json(unread)}::jsonb, ${comment}, ${at})
    ON CONFLICT (tenant_id, user_id, owner_kind, owner_id) DO UPDATE SET form_id = excluded.form_id,
      form_number = excluded.form_number, base = excluded.base, "values" = excluded."values", unread = excluded.unread, comment = excluded.comment,
      updated_at = excluded.updated_at, rev = form_draft.rev + 1
    WHERE form_draft.rev = ${rev} RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] && toDraft(rows[0]);
}

/** Removes the draft; false when there was none. */
export async function removeDraft(tx: Tx, taskId: string): Promise<boolean> {
  return (await sql`DELETE FROM form_draft WHERE ${ofTask(taskId)} RETURNING id`.execute(tx)).rows.length > 0;
}

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

function toDraft(row: DraftRow): Draft {
  return {
    rev: row.rev,
    formId: row.form_id,
    formVersion: row.form_number,
    base: row.base,
    values: row.values,
    unread: row.unread,
    comment: row.comment,
    updated: toInstant(row.updated_at)!,
  };
}
