import { computed, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import type { call } from '../../shared/api/index.ts';
import {
  addGroupMember,
  addGroupMembers,
  createPeopleGroup,
  deletePeopleGroup,
  type GroupUse,
  listGroupUses,
  listPeopleGroups,
  type MembersChange,
  type PeopleGroup,
  removeGroupMember,
  updatePeopleGroup,
} from '../../shared/contracts/groups.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** The groups of an organisation; `send` is `call` of shared/api. Changes reject with ApiError. */
export function createGroups({ send, q: first = '' }: { readonly send: typeof call; readonly q?: string }) {
  const q = signal(first);
  const idempotent = createIdempotentRequest();
  const { state, load, stop } = createLoaded(async (ended) => ({
    groups: await send(listPeopleGroups, { signal: ended }),
  }));
  /** The groups whose name or id contains the search text. */
  const found = computed<readonly PeopleGroup[]>(() => {
    if (state.value.status !== 'ready') return [];
    const wanted = q.value.toLowerCase();
    return state.value.groups.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  });

  async function create(group: Pick<PeopleGroup, 'id' | 'name' | 'description'>): Promise<void> {
    await idempotent.carryOut(group, (idempotencyKey) => send(createPeopleGroup, { body: group, idempotencyKey }));
    await load();
  }

  async function update({ id, version }: PeopleGroup, body: Pick<PeopleGroup, 'name' | 'description'>): Promise<void> {
    await send(updatePeopleGroup, { params: { groupId: id }, ifMatch: version, body });
    await load();
  }

  async function remove({ id, version }: PeopleGroup): Promise<void> {
    await send(deletePeopleGroup, { params: { groupId: id }, ifMatch: version });
    await load();
  }

  const usesOf = (groupId: string): Promise<GroupUse[]> => send(listGroupUses, { params: { groupId } });

  async function addMember(groupId: string, userId: string): Promise<void> {
    await send(addGroupMember, { params: { groupId, userId } });
    await load();
  }

  async function removeMember(groupId: string, userId: string): Promise<void> {
    await send(removeGroupMember, { params: { groupId, userId } });
    await load();
  }

  /** Adds users by username; with `dryRun` only returns what would change. */
  async function addMembers(groupId: string, userIds: readonly string[], dryRun: boolean): Promise<MembersChange> {
    const change = await send(addGroupMembers, { params: { groupId }, body: { userIds: [...userIds], dryRun } });
    if (!dryRun) await load();
    return change;
  }

  return {
    state,
    q,
    found,
    load,
    stop,
    create,
    update,
    remove,
    usesOf,
    addMember,
    removeMember,
    addMembers,
    search: (text: string) => {
      q.value = text.trim();
    },
    byId: (id: string) =>
      state.value.status === 'ready' ? state.value.groups.find((group) => group.id === id) : undefined,
  };
}

export type GroupsStore = ReturnType<typeof createGroups>;

/** Usernames in pasted lines or a CSV file: the first column, without headings and duplicates. */
export function readUsernames(text: string): string[] {
  const names = text
    .split(/\r?\n/)
    .map((line) => (line.split(/[;,\t]/)[0] ?? '').replaceAll('"', '').trim())
    .filter(Boolean);
  const [heading, ...rest] = names;
  const isHeading = /^(username|user|id|kasutajanimi|имя пользователя|用户名)$/i.test(heading ?? '');
  return [...new Set(isHeading ? rest : names)];
}
