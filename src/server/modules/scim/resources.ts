import { cleanBody, type Values } from './attributes.ts';
import { type Filter, keyTests, matches } from './filter.rules.ts';
import { createGroup, deleteGroup, groupBody, saveGroup, toGroup, versionOf as versionOfGroup } from './group.write.ts';
import * as groupStore from './groups.store.ts';
import { applyPatch, readOperations } from './patch.rules.ts';
import { asksFor, type ScimQuery } from './query.rules.ts';
import type { Kind } from './schemas.ts';
import type { Change, ScimCall } from './scim.call.ts';
import { ScimError } from './scim.errors.ts';
import { bodyOf, toUser, versionOf as versionOfUser } from './user.map.ts';
import { createUser, deleteUser, saveUser } from './user.write.ts';
import * as userStore from './users.store.ts';

/** Resources that a filter without an index may look at. */
const LOOKED_AT_MAX = 10_000;
/** Members that a list of groups may show. */
const MEMBERS_MAX = 10_000;

export interface Found {
  readonly resource: Values;
  readonly version: string;
}

interface Page {
  readonly total: number;
  readonly resources: readonly Values[];
}

interface Changed {
  readonly id: string;
  /** Undefined: nothing was changed. */
  readonly change: Change | undefined;
}

/** What can be done with a kind of resource. */
export interface Resources {
  list(call: ScimCall, query: ScimQuery): Promise<Page>;
  find(call: ScimCall, id: string): Promise<Found | undefined>;
  create(call: ScimCall, body: Values): Promise<Changed>;
  /** `edit` returns the resource as it shall be. Throws `notFound`, and `version` unless the version is one of `ifMatch`. */
  change(call: ScimCall, id: string, ifMatch: string | undefined, edit: (before: Values) => Values): Promise<Changed>;
  remove(call: ScimCall, id: string, ifMatch: string | undefined): Promise<Change>;
}

function assertVersion(ifMatch: string | undefined, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  if (!ifMatch.split(',').map(strong).includes(strong(version))) throw new ScimError('version');
}

/** Returns the page of the resources that satisfy a filter. */
function pageOf(kind: Kind, resources: readonly Values[], filter: Filter, { offset, count }: ScimQuery): Page {
  if (resources.length > LOOKED_AT_MAX) throw new ScimError('tooMany');
  const found = resources.filter((one) => matches(kind, one, filter));
  return { total: found.length, resources: found.slice(offset, offset + count) };
}

const users: Resources = {
  async list(call, query) {
    const { tx, base, client } = call;
    const read = async (ids: readonly string[]) =>
      (await userStore.readUsers(tx, ids, client.groups)).map((row) => toUser(row, base));
    if (!query.filter) {
      const total = await userStore.countUsers(tx);
      const ids = query.count === 0 ? [] : await userStore.readPage(tx, query.offset, query.count);
      return { total, resources: await read(ids) };
    }
    const tests = keyTests('User', query.filter);
    const ids = await userStore.findCandidates(tx, tests, LOOKED_AT_MAX + 1);
    if (ids.length > LOOKED_AT_MAX) throw new ScimError('tooMany');
    return pageOf('User', await read(ids), query.filter, query);
  },

  async find({ tx, base, client }, id) {
    const row = await userStore.findUser(tx, id, client.groups);
    return row && { resource: toUser(row, base), version: versionOfUser(row) };
  },

  create: (call, body) => createUser(call, body),

  async change(call, id, ifMatch, edit) {
    const row = await userStore.lockUser(call.tx, id, call.client.groups);
    if (!row) throw new ScimError('notFound');
    assertVersion(ifMatch, versionOfUser(row));
    return { id: row.id, change: await saveUser(call, row, edit(bodyOf(row))) };
  },

  async remove(call, id, ifMatch) {
    const row = await userStore.lockUser(call.tx, id, call.client.groups);
    if (!row) throw new ScimError('notFound');
    assertVersion(ifMatch, versionOfUser(row));
    return deleteUser(call, row);
  },
};

const groups: Resources = {
  async list(call, query) {
    const { tx, client } = call;
    const tests = query.filter && keyTests('Group', query.filter);
    const rows = query.filter
      ? await groupStore.readGroups(tx, client.groups, { tests, limit: LOOKED_AT_MAX + 1 })
      : await groupStore.readGroups(tx, client.groups, { limit: query.count, offset: query.offset });
    const needsMembers = asksFor(query, 'members') || (query.filter !== undefined && namesMembers(query.filter));
    const resources = await withMembers(call, rows, needsMembers);
    if (query.filter) return pageOf('Group', resources, query.filter, query);
    return { total: await groupStore.countGroups(tx, client.groups), resources };
  },

  async find(call, id) {
    const [row] = await groupStore.readGroups(call.tx, call.client.groups, { ids: [id], limit: 1 });
    if (!row) return undefined;
    const members = await groupStore.readMembers(call.tx, [row.id]);
    return { resource: toGroup(row, members, call.base), version: versionOfGroup(row) };
  },

  create: (call, body) => createGroup(call, body),

  async change(call, id, ifMatch, edit) {
    const row = await groupStore.lockGroup(call.tx, call.client.groups, id);
    if (!row) throw new ScimError('notFound');
    assertVersion(ifMatch, versionOfGroup(row));
    const members = await groupStore.readMembers(call.tx, [row.id]);
    return { id: row.id, change: await saveGroup(call, row, members, edit(groupBody(row, members))) };
  },

  async remove(call, id, ifMatch) {
    const row = await groupStore.lockGroup(call.tx, call.client.groups, id);
    if (!row) throw new ScimError('notFound');
    assertVersion(ifMatch, versionOfGroup(row));
    return deleteGroup(call, row);
  },
};

async function withMembers(
  { tx, base }: ScimCall,
  rows: readonly groupStore.GroupRow[],
  hasMembers: boolean,
): Promise<Values[]> {
  const count = rows.reduce((sum, { memberCount }) => sum + memberCount, 0);
  if (hasMembers && count > MEMBERS_MAX) throw new ScimError('tooManyMembers');
  const members =
    hasMembers && rows.length > 0
      ? await groupStore.readMembers(
          tx,
          rows.map(({ id }) => id),
        )
      : [];
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
  return rows.map((row) => toGroup(row, byGroup.get(row.id) ?? [], base));
}

function namesMembers(filter: Filter): boolean {
  if (filter.op === 'and' || filter.op === 'or') return filter.filters.some(namesMembers);
  if ('filter' in filter) return namesMembers(filter.filter);
  return 'attrPath' in filter && filter.attrPath.toLowerCase().includes('members');
}

export const RESOURCES: Readonly<Record<Kind, Resources>> = { User: users, Group: groups };

/** Returns what a PUT makes of a resource. */
export const replaced = (kind: Kind, given: Values) => (): Values => cleanBody(kind, given);

/** Returns what a PATCH makes of a resource. */
export function patched(kind: Kind, given: Values): (before: Values) => Values {
  const operations = readOperations(given);
  return (before) => applyPatch(kind, before, operations);
}
