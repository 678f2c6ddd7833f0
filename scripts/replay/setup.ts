import { randomBytes } from 'node:crypto';
import { createPerson, hashPassword } from '../../src/server/modules/signin/index.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { type DatabaseHandle, migrate, openDatabase } from '../../src/server/platform/database.ts';
import type { Account } from './client.ts';
import type { Log } from './log.ts';
import { ALL_USERS_GROUP, type ReplayModel, uniqueIds } from './model.ts';

export interface Organisation {
  readonly slug: string;
  /** Administrator of this organisation: deploys, and reads everything back. */
  readonly operator: Account;
  /** Users by the log's names. */
  readonly people: ReadonlyMap<string, Account>;
}

/**
 * Creates an organisation for the log, with its users and groups, by direct calls, because no administrator exists yet
 * who could use the API. No server may have the data folder open. All users have the given password, or a generated
 * one.
 */
export async function createOrganisation(
  where: { databaseUrl?: string; dataDir?: string },
  log: Log,
  model: Pick<ReplayModel, 'groups'>,
  name: string,
  password = `Replay-${randomBytes(9).toString('base64url')}1`,
): Promise<Organisation> {
  const db = await openDatabase(where);
  try {
    await migrate(db);
    const { slug, tenantId } = await newTenant(db, name);
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      tx
        .insertInto('app_group')
        .values([
          { id: ALL_USERS_GROUP, name: 'Everybody' },
          ...[...model.groups].map(([group, id]) => ({ id, name: group })),
        ])
        .execute(),
    );
    const passwordHash = await hashPassword(password);
    const add = async (username: string, shown: string, groups: string[]): Promise<Account> => {
      await createPerson(db, { tenantId, username, name: shown, groups, passwordHash });
      return { username, password };
    };
    const members = membersOf(log);
    const people = new Map<string, Account>();
    for (const [person, id] of uniqueIds(log.people, '', '.')) {
      const groups = [...(members.get(person) ?? [])].map((group) => model.groups.get(group)!);
      people.set(person, await add(`${id}.${slug}`, person, [ALL_USERS_GROUP, ...groups]));
    }
    const operator = await add(`operator.${slug}`, 'Replay', ['admin', 'verva.admin', ALL_USERS_GROUP]);
    return { slug, operator, people };
  } finally {
    await db.close();
  }
}

/** `receipt`, or `receipt-2` if a log was replayed before. */
async function newTenant(db: DatabaseHandle, name: string): Promise<{ slug: string; tenantId: number }> {
  const [, base = 'log'] = uniqueIds([name], '', '-')[0]!;
  const taken = await db.systemTransaction((tx) => tx.selectFrom('tenant').select('slug').execute());
  const isFree = (slug: string) => !taken.some((tenant) => tenant.slug === slug);
  const plain = /^[a-z]/.test(base) ? base.slice(0, 24) : `log-${base}`.slice(0, 24);
  let slug = plain;
  for (let number = 2; !isFree(slug); number++) slug = `${plain}-${number}`;
  const { tenantId } = await createTenant(db, { slug, name });
  return { slug, tenantId };
}

/** Makes every user who worked for a group its member. */
function membersOf(log: Log): Map<string, Set<string>> {
  const members = new Map<string, Set<string>>();
  for (const { events } of log.cases) {
    for (const { person, group } of events) {
      if (group === null) continue;
      members.set(person, (members.get(person) ?? new Set()).add(group));
    }
  }
  return members;
}
