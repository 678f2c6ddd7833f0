import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  addGroupMember,
  addGroupMembers,
  listGroupMembers,
  type MembersChange,
  type MembershipSource,
  removeGroupMember,
  syncGroupMembers,
} from '../../../shared/contracts/groups.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertImportSize } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { assertRecentSignIn } from '../../platform/http/recent-sign-in.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { readPage } from '../records/index.ts';
import { ADMINISTRATORS, keepingAdministrators, notifyProfileChanged } from '../users/index.ts';
import { assertMayChange, foundGroup } from './groups.routes.ts';
import type { GroupRow } from './groups.store.ts';
import { groupMembersResource } from './members.resource.ts';
import { deleteMembers, findUsersOf, insertMembers, type Membership, readSynchronised } from './members.store.ts';

/** What a request changes in a group. */
interface Change {
  readonly add: readonly UserRef[];
  readonly source: MembershipSource;
  readonly remove: readonly UserRef[];
}

export function memberRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listGroupMembers, async (call) => {
    const { id } = await foundGroup(call.tx, call.params.groupId);
    const condition = { field: 'group', type: 'key', test: 'eq', value: id } as const;
    return readPage(call, groupMembersResource, { ...call.list, conditions: [...call.list.conditions, condition] });
  });

  serve(app, context, addGroupMembers, async ({ tx, params, body, session, request }) => {
    assertImportSize(session, body.userIds.length);
    const group = await changeableGroup(tx, session, params.groupId);
    const found = await findUsersOf(tx, group.id, body.userIds);
    const add = found.flatMap(({ user, source }) => (source === null ? user : []));
    if (!body.dryRun) await apply(tx, context, request, group.id, { add, source: 'manual', remove: [] });
    return result(body, found, { add, remove: [] });
  });

  serve(app, context, syncGroupMembers, async ({ tx, params, body, session, request }) => {
    const group = await changeableGroup(tx, session, params.groupId);
    const found = await findUsersOf(tx, group.id, body.userIds);
    const add = found.flatMap(({ user, source }) => (source === null ? user : []));
    const wanted = new Set(found.map(({ user }) => user.key));
    const remove = (await readSynchronised(tx, group.id)).flatMap(({ user }) => (wanted.has(user.key) ? [] : user));
    if (!body.dryRun) await apply(tx, context, request, group.id, { add, source: 'sync', remove });
    return result(body, found, { add, remove });
  });

  serve(app, context, addGroupMember, async ({ tx, params, session, request }) => {
    const group = await changeableGroup(tx, session, params.groupId);
    const { user, source } = await foundUser(tx, group.id, params.userId);
    if (source === null) await apply(tx, context, request, group.id, { add: [user], source: 'manual', remove: [] });
    return null;
  });

  serve(app, context, removeGroupMember, async ({ tx, params, session, request }) => {
    const group = await changeableGroup(tx, session, params.groupId);
    const { user, source } = await foundUser(tx, group.id, params.userId);
    // The next sign-in, or the directory, would bring it back.
    if (source === 'idp' || source === 'scim') throw new AppError('group.managed_elsewhere', { name: user.name });
    if (source !== null) await apply(tx, context, request, group.id, { add: [], source, remove: [user] });
    return null;
  });
}

/** Finds and locks the group. Throws group.not_found, and element.application_only for groups that give rights. */
async function changeableGroup(tx: Tx, session: CallerSession, id: string): Promise<GroupRow> {
  const group = await foundGroup(tx, id, true);
  assertMayChange(session, group);
  return group;
}

async function foundUser(tx: Tx, groupId: string, userId: string): Promise<Membership> {
  const [found] = await findUsersOf(tx, groupId, [userId]);
  if (!found) throw new AppError('user.not_found');
  return found;
}

/**
 * Changes the members. Rights from the provider are managed by the provider; administrators cannot take their own right
 * away, and the last one stays.
 */
async function apply(
  tx: Tx,
  { verifier, clock }: AppContext,
  request: FastifyRequest,
  groupId: string,
  { add, source, remove }: Change,
): Promise<void> {
  const changed = [...add, ...remove];
  if (changed.length === 0) return;
  const session = request.session as CallerSession;
  if (groupId === 'verva.admin' && !session.isProvider) throw new AppError('access.denied');
  const write = async () => {
    await insertMembers(tx, groupId, add, source);
    await deleteMembers(tx, groupId, remove);
  };
  if (ADMINISTRATORS.includes(groupId)) {
    assertRecentSignIn(request, clock());
    if (remove.some(({ key }) => key === session.userId)) throw new AppError('group.own_right');
    await keepingAdministrators(tx, write);
  } else {
    await write();
  }
  for (const { key } of changed) {
    await notifyProfileChanged(tx, key);
    verifier.forget({ userId: key });
  }
}

function result(
  { userIds, dryRun = false }: { readonly userIds: readonly string[]; readonly dryRun?: boolean },
  found: readonly Membership[],
  { add, remove }: Pick<Change, 'add' | 'remove'>,
): MembersChange {
  const known = new Set(found.flatMap(({ user }) => [user.id, user.key]));
  return {
    dryRun,
    added: [...add],
    removed: [...remove],
    unchanged: found.length - add.length,
    unknown: [...new Set(userIds)].filter((id) => !known.has(id)),
  };
}
