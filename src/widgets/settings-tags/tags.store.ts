import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import type { ReferenceUses } from '../../shared/contracts/reference-data.contract.ts';
import {
  createTag,
  deleteTag,
  listTags,
  listTagUses,
  mergeTags,
  type Tag,
  updateTag,
} from '../../shared/contracts/tags.contract.ts';
import type { TAG_COLORS } from '../../shared/contracts/tags.rules.ts';
import { createRecordsStore, type Question } from '../../shared/records/index.ts';

export type TagColor = (typeof TAG_COLORS)[number];

/** What an administrator can change of a tag. */
export interface TagValues {
  readonly name: string;
  readonly color: TagColor | null;
}

/** The tags of an organisation; `send` is `call` of shared/api. Changes reject with ApiError, and reload the list. */
export function createTags({ send, asked }: { readonly send: typeof call; readonly asked?: Question }) {
  const idempotent = createIdempotentRequest();
  const records = createRecordsStore<Tag>({ send, resource: 'tags', ...(asked && { asked }) });

  async function change<Result>(request: Promise<Result>): Promise<Result> {
    try {
      return await request;
    } finally {
      // After a refusal too: another administrator may have changed the tag.
      void records.load();
    }
  }

  return {
    records,
    create: (body: TagValues): Promise<Tag> =>
      change(idempotent.carryOut(body, (idempotencyKey) => send(createTag, { body, idempotencyKey }))),
    update: ({ id, version }: Tag, body: TagValues): Promise<Tag> =>
      change(send(updateTag, { params: { id }, ifMatch: version, body })),
    async remove({ id, version }: Tag): Promise<void> {
      await change(send(deleteTag, { params: { id }, ifMatch: version }));
    },
    /** Gives the users and manuals of a tag to another one, which it returns. */
    merge: ({ id }: Tag, into: string): Promise<Tag> => change(send(mergeTags, { params: { id }, body: { into } })),
    usesOf: ({ id }: Tag, signal: AbortSignal): Promise<ReferenceUses> => send(listTagUses, { params: { id }, signal }),
    /** The other tags whose name contains `q`. */
    async othersThan({ id }: Tag, q: string, signal: AbortSignal): Promise<readonly Tag[]> {
      const wanted = q.toLowerCase();
      const tags = await send(listTags, { signal });
      return tags.filter((tag) => tag.id !== id && tag.name.toLowerCase().includes(wanted));
    },
  };
}

export type TagsStore = ReturnType<typeof createTags>;
