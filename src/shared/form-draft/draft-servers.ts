import type { call } from '../api/index.ts';
import { deleteStartDraft, getStartForm, putStartDraft } from '../contracts/catalogue.contract.ts';
import type { BodyOf } from '../contracts/endpoint.ts';
import { type Draft, deleteDraft, getTaskForm, putDraft, type TaskForm } from '../contracts/tasks.contract.ts';

/** A form with the user's draft. */
export type DraftForm = Pick<TaskForm, 'number' | 'body' | 'values' | 'draft' | 'carriedOver' | 'saved'>;

/** Where the drafts of one form are kept. */
export interface DraftServer {
  /** Names the form in local storage and live events. */
  readonly ownerId: string;
  read(): Promise<DraftForm>;
  put(body: BodyOf<typeof putDraft>): Promise<Draft>;
  remove(): Promise<unknown>;
}

export const taskDrafts = (send: typeof call, taskId: string): DraftServer => {
  const params = { id: taskId };
  return {
    ownerId: taskId,
    read: () => send(getTaskForm, { params }),
    put: (body) => send(putDraft, { params, body }),
    remove: () => send(deleteDraft, { params }),
  };
};

/** A start form has no comment, and no values that others save. */
export const startDrafts = (send: typeof call, itemId: string): DraftServer => {
  const params = { id: itemId };
  return {
    ownerId: itemId,
    read: async () => ({ ...(await send(getStartForm, { params })), saved: [] }),
    put: ({ comment: _, ...body }) => send(putStartDraft, { params, body }),
    remove: () => send(deleteStartDraft, { params }),
  };
};
