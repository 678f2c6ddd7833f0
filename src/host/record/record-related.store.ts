import type { call } from '../../shared/api/index.ts';
import { createAttempts, createComments } from '../../shared/comments/comments.store.ts';
import {
  addRecordComment,
  editRecordComment,
  getRelated,
  type LinkedRecord,
  listRecordComments,
  type RelatedCase,
  type RelatedTask,
  removeRecordComment,
} from '../../shared/contracts/record-page.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

export interface RelatedData {
  readonly cases: readonly RelatedCase[];
  readonly tasks: readonly RelatedTask[];
  readonly starts: readonly { readonly id: string; readonly title: string }[];
  readonly linked: readonly LinkedRecord[];
}

/** What belongs to a record other than its form; `send` is `call` of shared/api. */
export function createRecordRelated(send: typeof call, resource: string, recordId: string) {
  const params = { resource, recordId };
  const related = createLoaded<RelatedData>((stop) => send(getRelated, { params, signal: stop }));
  const comments = createComments(
    {
      list: () => send(listRecordComments, { params }),
      add: (body, idempotencyKey) => send(addRecordComment, { params, body, idempotencyKey }),
      edit: ({ id, version }, body, idempotencyKey) =>
        send(editRecordComment, { params: { ...params, commentId: id }, body, ifMatch: version, idempotencyKey }),
      remove: ({ id }, idempotencyKey) =>
        send(removeRecordComment, { params: { ...params, commentId: id }, idempotencyKey }),
    },
    createAttempts(),
  );
  return { related, comments };
}

export type RecordRelatedStore = ReturnType<typeof createRecordRelated>;
