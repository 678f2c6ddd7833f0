import { sql } from 'kysely';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { attachmentField, type FormBody, filePlaces } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import type { FindOwner } from '../attachments/index.ts';
import { findCases } from '../records/index.ts';
import { startableItem } from './startable.ts';

/** The caller's drafts of start forms as owners of attachments, while their item can be started. */
export const draftOwner: FindOwner = async (call, id) => {
  const { rows } = await sql<{ owner_id: string }>`
    SELECT owner_id FROM form_draft WHERE id = ${id}::uuid AND owner_kind = 'start' AND user_id = me()`.execute(
    call.tx,
  );
  const itemId = rows[0]?.owner_id;
  if (itemId === undefined) return undefined;
  const form = await startableItem(call, itemId).then(
    (startable) => startable.form,
    (error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    },
  );
  return {
    kind: 'draft',
    id,
    confidential: null,
    isOpen: true,
    tiesUploads: true,
    assertMayAdd: () => {
      if (!form) throw new AppError('access.denied');
    },
    assertOpen: () => undefined,
    fieldOf: (arrayName, fieldName) => (form ? attachmentField(form.body, arrayName, fieldName) : undefined),
    shows: async () => false,
    note: async () => undefined,
  };
};

/**
 * Gives a draft the files in its values whose draft was discarded: undoing that saves a new draft. Without it, loose files
 * are removed a day later.
 */
export async function adoptFiles(tx: Tx, draftId: string, form: FormBody, values: Values): Promise<void> {
  const ids = filePlaces(form, values).map(({ id }) => id);
  await sql`UPDATE attachment SET owner_id = ${draftId}::uuid, tied_at = now()
    WHERE id = ANY(${uuidsOf(ids)}::uuid[]) AND owner_kind = 'draft' AND tied_at IS NULL AND removed_at IS NULL AND created_by = me()`.execute(
    tx,
  );
}

/** Whether the user is a line manager of the requester, the process shows managers such requests, and no task is confidential. */
async function mayReadAsManager(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM process_instance i JOIN process p ON p.key = i.process_key
      JOIN user_manager m ON m.user_id = i.requester_id AND m.manager_id = ${userId}::uuid AND m.kind = 'line'
    WHERE i.id = ${id}::uuid AND i.parent_id IS NULL AND p.managers_see
      AND NOT EXISTS (SELECT 1 FROM task t WHERE t.instance_id = i.id AND t.confidential IS NOT NULL)`.execute(tx);
  return rows.length > 0;
}

/**
 * Cases as owners of the files that they were started with: users who see the case read them, also line managers who follow
 * it as a request of their team; no one changes them.
 */
export const caseOwner: FindOwner = async (call, id) => {
  const [found] = await findCases(call.tx, call.session, { q: '', ids: [id], limit: 1 });
  if (!found && !(await mayReadAsManager(call.tx, id, call.session.userId))) return undefined;
  const refuse = () => {
    throw new AppError('access.denied');
  };
  return {
    kind: 'instance',
    id,
    confidential: null,
    isOpen: false,
    assertMayAdd: refuse,
    assertOpen: refuse,
    fieldOf: () => undefined,
    shows: async () => false,
    note: async () => undefined,
  };
};
