import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createTag,
  deleteTag,
  getUserTags,
  listTags,
  listTagUses,
  mergeTags,
  putUserTags,
  type Tag,
  updateTag,
} from '../../../shared/contracts/tags.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { hasScope } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { isUuid } from '../../platform/uuid.ts';
import { readdressManuals } from '../manuals/index.ts';
import { findUser, personOfPath } from '../users/index.ts';
import * as store from './tags.store.ts';

export function tagRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listTags, async ({ tx }) => store.readTags(tx));

  serve(app, context, createTag, async ({ tx, body, reply }) => {
    if (body.name === undefined) throw new AppError('request.missing_parameter', { parameter: 'name' });
    const name = body.name.trim();
    const id = await store.insertTag(tx, { name, color: body.color ?? null });
    if (id === undefined) throw nameTaken(name);
    return tagged(reply, await foundTag(tx, id));
  });

  serve(app, context, updateTag, async ({ tx, params, body, request, reply }) => {
    const tag = await foundTag(tx, params.id);
    assertFresh(tag, toTag(tag), request.headers['if-match']);
    const name = body.name.trim();
    if (await store.isNameTaken(tx, name, tag.id)) throw nameTaken(name);
    await store.updateTag(tx, { id: tag.id, name, color: body.color === undefined ? tag.color : body.color });
    return tagged(reply, await foundTag(tx, tag.id));
  });

  serve(app, context, deleteTag, async ({ tx, params, request }) => {
    const tag = await foundTag(tx, params.id);
    assertFresh(tag, toTag(tag), request.headers['if-match']);
    const { usedBy } = await store.usesOfTag(tx, tag.id, languageOf(request));
    if (usedBy.length > 0) throw new AppError('tag.in_use', { count: usedBy.length }, { usedBy });
    await store.deleteTag(tx, tag.id);
    return null;
  });

  serve(app, context, listTagUses, async ({ tx, params, request }) => {
    const { id } = await foundTag(tx, params.id);
    return store.usesOfTag(tx, id, languageOf(request));
  });

  serve(app, context, mergeTags, async ({ tx, params, body }) => {
    const [from, into] = [params.id.toLowerCase(), body.into.toLowerCase()];
    if (from === into) throw new AppError('tag.same');
    // Locked in the order of the ids, so that two merges never wait for each other.
    for (const id of [from, into].sort()) await foundTag(tx, id);
    await store.moveTaggings(tx, from, into);
    await readdressManuals(tx, 'tag', from, into);
    await store.deleteTag(tx, from);
    return toTag(await foundTag(tx, into));
  });

  serve(app, context, getUserTags, async ({ tx, params, session }) =>
    store.tagsOf(tx, await keyOf(tx, session, params.userId)),
  );

  serve(app, context, putUserTags, async ({ tx, params, body, session }) => {
    const key = await keyOf(tx, session, params.userId);
    const names = [...new Set(body.tags.map((name) => name.trim()))];
    if (!hasScope(session, ['reference'])) await assertTagsExist(tx, names);
    await store.writeTags(tx, key, names);
    return store.tagsOf(tx, key);
  });
}

/** Reads and locks the tag. Throws tag.not_found. */
async function foundTag(tx: Tx, id: string): Promise<store.TagRow> {
  const tag = isUuid(id) ? await store.lockTag(tx, id) : undefined;
  if (!tag) throw new AppError('tag.not_found');
  return tag;
}

/** New tags are reference data. Throws `user.invalid`. */
async function assertTagsExist(tx: Tx, names: readonly string[]): Promise<void> {
  const known = (await store.readTags(tx)).map(({ name }) => name);
  const errors = names
    .filter((name) => !known.includes(name))
    .map(
      (value) => ({ pointer: '/tags', code: 'field.choice_unknown', params: { attribute: 'tags', value } }) as const,
    );
  if (errors.length > 0) throw new AppError('user.invalid', {}, { errors });
}

async function keyOf(tx: Tx, session: CallerSession, userId: string): Promise<string> {
  const user = await findUser(tx, personOfPath(userId, session));
  if (!user || user.status === 'erased') throw new AppError('user.not_found');
  return user.key;
}

function nameTaken(name: string): AppError {
  const params = { value: name };
  return new AppError('tag.name_taken', params, { errors: [{ pointer: '/name', code: 'tag.name_taken', params }] });
}

const toTag = ({ id, name, color, people, version }: store.TagRow): Tag => ({ id, name, color, people, version });

function tagged(reply: FastifyReply, tag: store.TagRow): Tag {
  reply.header('etag', `"${tag.version}"`);
  return toTag(tag);
}
