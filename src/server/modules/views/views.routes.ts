import type { FastifyInstance } from 'fastify';
import type { SavedView, ViewResource } from '../../../shared/contracts/views.contract.ts';
import {
  createView,
  deleteView,
  getView,
  listViews,
  updateView as updateEndpoint,
} from '../../../shared/contracts/views.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale, tagged } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { isUuid } from '../../platform/uuid.ts';
import { personRef } from '../users/index.ts';
import { type FindViewable, registryOfView, type ViewableList } from './views.resources.ts';
import { assertDefinition, isUnused } from './views.rules.ts';
import * as store from './views.store.ts';

/** Maximum number of private views of a user for a list. */
const OWN_MAX = 100;

interface ViewCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly now: Date;
}

export function routes(app: FastifyInstance, context: AppContext, viewableOf: FindViewable): void {
  serve(app, context, listViews, async (call) => {
    await openList(call, call.query.resource, viewableOf);
    const rows = await store.readViews(call.tx, call.session, call.query.resource);
    return rows.map((row) => toView(row, call));
  });

  serve(app, context, getView, async (call) => {
    const row = await findView(call, call.params.id, call.query.resource ?? 'tasks');
    if (!(await viewableOf(call, row.resource))) throw new AppError('view.not_found');
    await store.noteUse(call.tx, row, call.now);
    return tagged(call.reply, toView(row, call));
  });

  serve(app, context, createView, async (call) => {
    const { body, tx, session } = call;
    const { audience = 'private' } = body;
    const view = { ...body, audience, groupId: body.groupId ?? null, slug: body.slug ?? null };
    await assertView(call, view, await openList(call, body.resource, viewableOf));
    if (audience === 'private' && (await store.countOwn(tx, session.userId, body.resource)) >= OWN_MAX) {
      throw new AppError('view.too_many', { max: OWN_MAX });
    }
    const id = await store.insertView(tx, view);
    if (id === undefined) throw slugTaken(view.slug);
    return tagged(call.reply, toView((await store.readView(tx, session, id))!, call));
  });

  serve(app, context, updateEndpoint, async (call) => {
    const { body, tx, session } = call;
    const row = await editable(call, call.params.id, call.request.headers['if-match']);
    const audience = body.audience ?? row.audience;
    const isShared = audience !== 'private';
    const view: store.NewView = {
      resource: row.resource,
      name: body.name ?? row.name,
      audience,
      // A view that is no longer shared has neither group nor slug.
      groupId: audience === 'group' ? (body.groupId ?? row.group_id) : null,
      slug: isShared ? (body.slug === undefined ? row.slug : body.slug) : (body.slug ?? null),
      definition: body.definition ?? row.definition,
    };
    const list = await openList(call, row.resource, viewableOf);
    await assertView(call, view, body.definition === undefined ? null : list);
    if (view.slug !== null && (await store.isSlugTaken(tx, row.resource, view.slug, row.id)))
      throw slugTaken(view.slug);
    // Making another user's shared view private transfers it to the caller.
    await store.updateView(tx, row.id, isShared ? row.owner_id : session.userId, view);
    return tagged(call.reply, toView((await store.readView(tx, session, row.id))!, call));
  });

  serve(app, context, deleteView, async (call) => {
    const row = await editable(call, call.params.id, call.request.headers['if-match']);
    const usedBy = await store.usesOfView(call.tx, row.id, languageOf(call.request));
    if (usedBy.length > 0) throw new AppError('view.in_use', { count: usedBy.length }, { usedBy });
    await store.removeView(call.tx, row.id, call.now);
    return null;
  });
}

/** Finds a view that the caller may see, by id, or by slug among those of a resource. */
export async function findView(
  { tx, session }: ViewCall,
  name: string,
  resource: ViewResource,
): Promise<store.ViewRow> {
  const row = isUuid(name)
    ? await store.readView(tx, session, name)
    : await store.readViewBySlug(tx, session, resource, name);
  if (!row) throw new AppError('view.not_found');
  return row;
}

async function editable(call: ViewCall, id: string, ifMatch: string | undefined): Promise<store.ViewRow> {
  const row = isUuid(id) ? await store.readView(call.tx, call.session, id, true) : undefined;
  if (!row) throw new AppError('view.not_found');
  if (!mayEdit(row, call.session)) throw new AppError('access.denied');
  if (ifMatch === undefined) throw new AppError('edit.precondition_missing');
  if (isStale(ifMatch, row.version)) {
    const params = { name: row.updated_by ?? '', time: row.updated_at.toISOString() };
    throw new AppError('edit.conflict', params, { current: toView(row, call) });
  }
  return row;
}

/** Users may edit their own views, administrators the shared ones. */
function mayEdit(row: Pick<store.ViewRow, 'audience' | 'owner_id'>, { userId, isAdmin }: CallerSession): boolean {
  return row.audience === 'private' ? row.owner_id === userId : isAdmin;
}

/** Throws registry.not_found for the list of a registry that the caller may not read. */
async function openList(
  call: Parameters<FindViewable>[0],
  resource: ViewResource,
  viewableOf: FindViewable,
): Promise<ViewableList> {
  const list = await viewableOf(call, resource);
  if (!list) throw new AppError('registry.not_found', { name: registryOfView(resource) ?? '' });
  return list;
}

/** `list` is null for a definition that stays. */
async function assertView(call: ViewCall, view: store.NewView, list: ViewableList | null): Promise<void> {
  const { session, tx, now } = call;
  if (view.audience !== 'private' && !session.isAdmin) throw new AppError('access.denied');
  if ((view.audience === 'group') !== (view.groupId !== null)) throw invalid('/groupId');
  if (view.audience === 'private' && view.slug !== null) throw invalid('/slug');
  if (view.groupId !== null && !(await store.hasGroup(tx, view.groupId))) throw new AppError('group.not_found');
  if (list) assertDefinition(view.definition, list, { ...session, now });
}

function invalid(pointer: string): AppError {
  return new AppError('request.invalid', {}, { errors: [{ pointer, code: 'request.invalid' }] });
}

function slugTaken(slug: string | null): AppError {
  const params = { slug };
  return new AppError('view.slug_taken', params, { errors: [{ pointer: '/slug', code: 'view.slug_taken', params }] });
}

function toView(row: store.ViewRow, { session, now }: Pick<ViewCall, 'session' | 'now'>): SavedView {
  return {
    id: row.id,
    resource: row.resource,
    name: row.name,
    audience: row.audience,
    groupId: row.group_id,
    slug: row.slug,
    definition: row.definition,
    owner: personRef(row.owner),
    lastUsed: row.last_used_at?.toISOString() ?? null,
    unused: isUnused(row.last_used_at, row.created_at, now),
    mayEdit: mayEdit(row, session),
    version: row.version,
  };
}
