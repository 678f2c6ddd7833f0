import type { Draft } from '../../../shared/contracts/tasks.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.ts';
import { type DraftOwner, type NewDraft, readDraft, removeDraft, writeDraft } from './drafts.store.ts';

/** Saves a draft and notifies the user's other windows. Throws draft.conflict with the newer draft. */
export async function saveDraft(call: Caller, draft: Omit<NewDraft, 'at'>): Promise<Draft> {
  const saved = await writeDraft(call.tx, { ...draft, at: call.now });
  if (!saved) {
    const theirs = await readDraft(call.tx, draft.owner);
    throw new AppError('draft.conflict', { time: theirs?.updated ?? null }, { theirs });
  }
  await announce(call, draft.owner, saved.rev);
  return saved;
}

/** Removes a draft and notifies the user's other windows. */
export async function discardDraft(call: Caller, owner: DraftOwner): Promise<void> {
  if (await removeDraft(call.tx, owner)) await announce(call, owner, 0);
}

async function announce({ tx, session }: Caller, { kind, id }: DraftOwner, rev: number): Promise<void> {
  const data = { ownerKind: kind, ownerId: id, rev };
  await enqueue(tx, 'live', { principals: [`u:${session.userId}`], type: 'draft.changed', data });
}
