import { sql } from 'kysely';
import type { Draft } from '../../../shared/contracts/tasks.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { toInstant } from '../../platform/instants.ts';

/** What a draft is for: the form of a task, or the start form of a catalogue item. */
export interface DraftOwner {
  readonly kind: 'task' | 'start';
  readonly id: string;
}

interface DraftRow {
  readonly id: string;
  readonly rev: number;
  readonly form_id: string | null;
  readonly form_number: number | null;
  readonly base: Record<string, unknown>;
  readonly values: Record<string, unknown>;
  readonly unread: Record<string, string>;
  readonly comment: string | null;
  readonly updated_at: Date;
}

const COLUMNS = sql`id, rev, form_id, form_number, base, "values", unread, comment, updated_at`;
const isOf = ({ kind, id }: DraftOwner) => sql`owner_kind = ${kind} AND owner_id = ${id} AND user_id = me()`;

/** Returns the caller's own draft; row-level security hides the drafts of other users. */
export async function readDraft(tx: Tx, owner: DraftOwner): Promise<Draft | null> {
  const { rows } = await sql<DraftRow>`SELECT ${COLUMNS} FROM form_draft WHERE ${isOf(owner)}`.execute(tx);
  return rows[0] ? toDraft(rows[0]) : null;
}

export interface NewDraft
  extends Pick<Draft, 'rev' | 'formId' | 'formVersion' | 'base' | 'values' | 'unread' | 'comment'> {
  readonly owner: DraftOwner;
  readonly at: Date;
}

/** Overwrites the draft with that `rev`; undefined when there is a newer one. */
export async function writeDraft(tx: Tx, draft: NewDraft): Promise<Draft | undefined> {
  const { owner, formId, formVersion, base, values, unread, comment, rev, at } = draft;
  const { rows } = await sql<DraftRow>`
    INSERT INTO form_draft (owner_kind, owner_id, form_id, form_number, base, "values", unread, comment, updated_at)
    VALUES (${owner.kind}, ${owner.id}, ${formId}, ${formVersion}, ${json(base)}::jsonb, ${json(values)}::jsonb, ${json(unread)}::jsonb, ${comment}, ${at})
    ON CONFLICT (tenant_id, user_id, owner_kind, owner_id) DO UPDATE SET form_id = excluded.form_id,
      form_number = excluded.form_number, base = excluded.base, "values" = excluded."values", unread = excluded.unread, comment = excluded.comment,
      updated_at = excluded.updated_at, rev = form_draft.rev + 1
    WHERE form_draft.rev = ${rev} RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] && toDraft(rows[0]);
}

/** Removes the draft; false when there was none. */
export async function removeDraft(tx: Tx, owner: DraftOwner): Promise<boolean> {
  return (await sql`DELETE FROM form_draft WHERE ${isOf(owner)} RETURNING id`.execute(tx)).rows.length > 0;
}

function toDraft(row: DraftRow): Draft {
  return {
    id: row.id,
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
