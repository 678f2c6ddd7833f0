import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cleanName, nameFault } from '../../../shared/contracts/name.rules.ts';
import { insertGroup, removeGroup, updateGroup, usesOfGroup } from '../groups/index.ts';
import { ADMINISTRATORS, keepingAdministrators, notifyProfileChanged } from '../users/index.ts';
import { isObject, type Values } from './attributes.ts';
import * as store from './groups.store.ts';
import { GROUP } from './schemas.ts';
import type { Change, ScimCall } from './scim.call.ts';
import { ScimError } from './scim.errors.ts';
import { findPersons } from './users.store.ts';

const NAME_MAX = 100;

export const versionOf = ({ version, bodyVersion, memberCount, memberAt }: store.GroupRow): string =>
  `W/"${version}.${bodyVersion ?? 0}.${memberCount}.${memberAt?.getTime() ?? 0}"`;

/** What is stored and can be changed, with the members by their ids. */
export function groupBody(row: store.GroupRow, members: readonly store.Member[]): Values {
  const { members: _, ...body } = row.body ?? {};
  return {
    ...body,
    displayName: typeof body.displayName === 'string' ? body.displayName : row.name,
    ...(members.length === 0 ? {} : { members: members.map(({ id }) => ({ value: id })) }),
  };
}

/** A group as a directory reads it. */
export function toGroup(row: store.GroupRow, members: readonly store.Member[], base: string): Values {
  const lastModified = [row.updatedAt, row.bodyAt, row.memberAt]
    .filter((at) => at !== null)
    .toSorted((a, b) => Number(b) - Number(a))[0]!;
  const shown = members.map(({ id }) => ({ value: id, $ref: `${base}/Users/${id}`, type: 'User' }));
  return {
    schemas: [GROUP],
    id: row.id,
    ...groupBody(row, []),
    ...(shown.length === 0 ? {} : { members: shown }),
    meta: {
      resourceType: 'Group',
      created: row.createdAt.toISOString(),
      lastModified: lastModified.toISOString(),
      location: `${base}/Groups/${encodeURIComponent(row.id)}`,
      version: versionOf(row),
    },
  };
}

interface ResourceKeys {
  readonly name: string;
  readonly key: string;
  readonly externalId: string | null;
  readonly body: Values;
  readonly memberIds: readonly string[];
}

/** Reads a body. Throws `name`, and `member` for a member that cannot be a user. */
function keysOf(body: Values): ResourceKeys {
  const { members, ...rest } = body;
  const displayName = typeof body.displayName === 'string' ? body.displayName : '';
  const name = cleanName(displayName);
  if (nameFault(name, NAME_MAX)) throw new ScimError('name', displayName);
  const externalId = typeof body.externalId === 'string' ? body.externalId : null;
  if (externalId !== null && externalId.length > NAME_MAX * 4) throw new ScimError('value', 'externalId');
  const items = Array.isArray(members) ? members.filter(isObject) : [];
  const memberIds = items.map(({ value, type }) => {
    const isUser = type === undefined || String(type).toLowerCase() === 'user';
    if (!isUser || typeof value !== 'string') throw new ScimError('member', String(value));
    return value.toLowerCase();
  });
  return { name, key: displayName.toLowerCase(), externalId, body: rest, memberIds: [...new Set(memberIds)] };
}

export async function createGroup(
  call: ScimCall,
  body: Values,
): Promise<{ readonly id: string; readonly change: Change }> {
  const { tx } = call;
  const keys = keysOf(body);
  if (await store.isNameTaken(tx, keys.key, null)) throw new ScimError('uniqueness', keys.name);
  const id = await freeId(call, keys.name);
  if (!(await insertGroup(tx, { id, name: keys.name, description: null })))
    throw new ScimError('uniqueness', keys.name);
  await store.saveGroupBody(tx, id, keys, false);
  await writeMembers(call, id, [], keys.memberIds);
  return { id, change: { outcome: 'created', subject: keys.name } };
}

/** An id from the name, which processes and menus can use: `Finance Team` is `finance-team`. */
async function freeId({ tx }: ScimCall, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-$/g, '')
    .slice(0, 50);
  const wanted = plain.length >= 2 ? plain : `group-${randomBytes(4).toString('hex')}`;
  return (await store.isIdTaken(tx, wanted)) ? `${wanted}-${randomBytes(4).toString('hex')}` : wanted;
}

/** Writes a group as the directory describes it; `before` are the members that it has added. */
export async function saveGroup(
  call: ScimCall,
  row: store.GroupRow,
  before: readonly store.Member[],
  body: Values,
): Promise<Change | undefined> {
  const { tx } = call;
  const keys = keysOf(body);
  const old = keysOf(groupBody(row, before));
  if (keys.key !== old.key) {
    if (row.kind === 'product') throw new ScimError('productGroup');
    if (await store.isNameTaken(tx, keys.key, row.id)) throw new ScimError('uniqueness', keys.name);
  }
  const hasBody = row.body === null || !isDeepStrictEqual(keys.body, old.body);
  if (hasBody) {
    if (keys.name !== row.name && row.kind === 'custom')
      await updateGroup(tx, { id: row.id, name: keys.name, description: row.description });
    await store.saveGroupBody(tx, row.id, keys, row.isAdopted);
  }
  const hasMembers = await writeMembers(call, row.id, old.memberIds, keys.memberIds);
  if (!hasBody && !hasMembers) return undefined;
  return { outcome: row.body === null ? 'adopted' : 'changed', subject: keys.name };
}

/** Changes the members of the directory to these. Throws `member` if one of them is no user. */
async function writeMembers(
  call: ScimCall,
  groupId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<boolean> {
  const { tx, context } = call;
  const [old, wanted] = [new Set(before), new Set(after)];
  const added = after.filter((id) => !old.has(id));
  const removed = before.filter((id) => !wanted.has(id));
  if (added.length === 0 && removed.length === 0) return false;
  const known = await findPersons(tx, added);
  const unknown = added.find((id) => !known.has(id));
  if (unknown !== undefined) throw new ScimError('member', unknown);
  const write = async () => {
    if (added.length > 0) await store.addMembers(tx, groupId, added);
    if (removed.length > 0) await store.removeMembers(tx, groupId, removed);
  };
  await (ADMINISTRATORS.includes(groupId) ? keepingAdministrators(tx, write) : write());
  for (const id of [...added, ...removed]) await notifyProfileChanged(tx, id);
  call.afterwards(() => {
    for (const userId of [...added, ...removed]) context.verifier.forget({ userId });
  });
  return true;
}

/**
 * Deletes a group that the directory created. One that existed before, or has members of others, stays without the
 * members of the directory. Throws `groupInUse`.
 */
export async function deleteGroup(call: ScimCall, row: store.GroupRow): Promise<Change> {
  const { tx } = call;
  const members = await store.readMembers(tx, [row.id]);
  const stays = row.isAdopted || row.kind === 'product' || (await store.hasOtherMembers(tx, row.id));
  if (!stays && (await usesOfGroup(tx, row.id, 'en')).length > 0) throw new ScimError('groupInUse');
  await writeMembers(
    call,
    row.id,
    members.map(({ id }) => id),
    [],
  );
  await store.forgetGroup(tx, row.id);
  if (!stays) await removeGroup(tx, row.id);
  return { outcome: 'removed', subject: row.name };
}
