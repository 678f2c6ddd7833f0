import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { ImportCall } from '../imports/index.ts';
import { readTagsOf } from '../tags/index.ts';
import { findUsers, readGroupsOfOthers } from '../users/index.ts';
import { readGroupNames } from './choices.store.ts';
import { type PersonEntry, toValues, valuesOf } from './person-entry.ts';

const COLUMNS = {
  username: sql`username`,
  email: sql`email_key COLLATE "C"`,
  externalId: sql`external_id`,
} as const;

export const isKey = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name);

const isAccount = sql`status <> 'erased' AND source <> 'partner'`;

/** Finds users by their keys; locks them if they are about to be written. */
export async function findPeople({ tx, isWriting }: ImportCall, ids: readonly string[]): Promise<PersonEntry[]> {
  // In a fixed order, so that two transactions never wait for each other.
  const { rows } = await sql<{
    id: string;
    externalId: string | null;
  }>`SELECT id, external_id AS "externalId" FROM app_user
    WHERE id = ANY(${[...ids]}::uuid[]) AND ${isAccount} ORDER BY id ${isWriting ? sql`FOR UPDATE` : sql``}`.execute(
    tx,
  );
  const externalIds = new Map(rows.map((row) => [row.id, row.externalId]));
  const names = await readGroupNames(tx);
  const users = await findUsers(tx, [...externalIds.keys()]);
  const tags = await readTagsOf(tx, ids);
  const kept = await readGroupsOfOthers(tx, ids);
  return users.map((user) => {
    const own = {
      user,
      externalId: externalIds.get(user.key) ?? null,
      tags: tags.get(user.key) ?? [],
      keptGroups: kept.get(user.key) ?? [],
    };
    return { id: user.key, name: user.name, version: user.version, values: toValues(valuesOf(own, names)), ...own };
  });
}

/** Finds users by a key column. */
export async function findPeopleBy(
  call: ImportCall,
  key: keyof typeof COLUMNS,
  values: readonly string[],
): Promise<Map<string, PersonEntry[]>> {
  const column = COLUMNS[key];
  const { rows } = await sql<{ id: string; key: string }>`SELECT id, ${column} AS key FROM app_user
    WHERE ${column} = ANY(${[...values]}::text[]) AND ${isAccount}`.execute(call.tx);
  const people = await findPeople(
    call,
    rows.map(({ id }) => id),
  );
  const byId = new Map(people.map((one) => [one.id, one]));
  const found = new Map<string, PersonEntry[]>();
  for (const row of rows) {
    const entry = byId.get(row.id);
    if (entry) found.set(row.key, [...(found.get(row.key) ?? []), entry]);
  }
  return found;
}

/** Returns active and invited users with their value of a key column; empty where they have none. */
export async function listActivePeople(
  tx: Tx,
  key: keyof typeof COLUMNS,
): Promise<{ readonly id: string; readonly key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`SELECT id, coalesce(${COLUMNS[key]}, '') AS key FROM app_user
    WHERE status IN ('active', 'invited') AND source <> 'partner' ORDER BY username`.execute(tx);
  return rows;
}

export async function readVersions(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`SELECT id, version FROM app_user
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
