import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createPeopleGroup,
  deletePeopleGroup,
  listGroupUses,
  listPeopleGroups,
  type PeopleGroup,
  updatePeopleGroup,
} from '../../../shared/contracts/groups.contract.ts';
import { isGroupId } from '../../../shared/contracts/groups.rules.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertInApplication } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { ADMINISTRATORS } from '../users/index.ts';
import * as store from './groups.store.ts';

export function groupRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listPeopleGroups, async ({ tx }) => store.readGroups(tx));

  serve(app, context, createPeopleGroup, async ({ tx, body, reply }) => {
    const { id, name, description = null } = body;
    if (id === undefined || id === '') throw new AppError('request.missing_parameter', { parameter: 'id' });
    if (name === undefined) throw new AppError('request.missing_parameter', { parameter: 'name' });
    if (!isGroupId(id)) {
      const params = { attribute: 'id' };
      throw new AppError('request.invalid', {}, { errors: [{ pointer: '/id', code: 'field.pattern', params }] });
    }
    if (!(await store.insertGroup(tx, { id, name: name.trim(), description: description?.trim() || null }))) {
      const params = { value: id };
      throw new AppError('group.id_taken', params, { errors: [{ pointer: '/id', code: 'group.id_taken', params }] });
    }
    return tagged(reply, await foundGroup(tx, id));
  });

  serve(app, context, updatePeopleGroup, async ({ tx, params, body, session, request, reply }) => {
    const group = await editable(tx, params.groupId, request.headers['if-match']);
    assertMayChange(session, group);
    if (body.id !== undefined && body.id !== group.id) {
      const fault = { pointer: '/id', code: 'field.not_editable', params: { attribute: 'id' } } as const;
      throw new AppError('request.invalid', {}, { errors: [fault] });
    }
    const description = body.description === undefined ? group.description : body.description?.trim() || null;
    await store.updateGroup(tx, { id: group.id, name: body.name.trim(), description });
    return tagged(reply, await foundGroup(tx, group.id));
  });

  serve(app, context, deletePeopleGroup, async ({ tx, params, session, request }) => {
    const group = await editable(tx, params.groupId, request.headers['if-match']);
    assertMayChange(session, group);
    if (group.kind === 'product') throw new AppError('group.is_product', { name: group.name });
    const usedBy = await store.usesOfGroup(tx, group.id, languageOf(request));
    if (usedBy.length > 0) throw new AppError('group.in_use', { count: usedBy.length }, { usedBy });
    await store.removeGroup(tx, group.id);
    return null;
  });

  serve(app, context, listGroupUses, async ({ tx, params, request }) => {
    const { id } = await foundGroup(tx, params.groupId);
    return store.usesOfGroup(tx, id, languageOf(request));
  });
}

/** Throws group.not_found. */
export async function foundGroup(tx: Tx, id: string, lock = false): Promise<store.GroupRow> {
  const group = isGroupId(id) ? await store.readGroup(tx, id, lock) : undefined;
  if (!group) throw new AppError('group.not_found');
  return group;
}

/** Groups that give rights are changed in the application only. */
export function assertMayChange(session: CallerSession, { id, kind }: Pick<PeopleGroup, 'id' | 'kind'>): void {
  if (kind === 'product' || ADMINISTRATORS.includes(id)) assertInApplication(session);
}

async function editable(tx: Tx, id: string, ifMatch: string | undefined): Promise<store.GroupRow> {
  const group = await foundGroup(tx, id, true);
  assertFresh(group, toGroup(group), ifMatch);
  return group;
}

function toGroup({ id, name, description, kind, people, version }: store.GroupRow): PeopleGroup {
  return { id, name, description, kind, people, version };
}

function tagged(reply: FastifyReply, group: store.GroupRow): PeopleGroup {
  reply.header('etag', `"${group.version}"`);
  return toGroup(group);
}
