import { sql } from 'kysely';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import { personRef } from './users.store.ts';

const MOST = 20;
/** Sorts after every letter: the upper bound of a prefix range. */
const LAST_CHARACTER = '\u{10FFFF}';
/** Whether another active user has a name that looks the same as that of `u`. */
const isAmbiguous = sql`EXISTS (SELECT 1 FROM app_user o
  WHERE o.name_shape = u.name_shape AND o.status = 'active' AND o.source <> 'partner' AND o.id <> u.id)`;
const KEYS = ['name_key', 'family_key', 'username', 'email_key'] as const;

/** Finds active users whose name, family name, username or e-mail address begins with `start` (in lower case), ordered by name. */
export async function readPeople(tx: Tx, start: string): Promise<UserRef[]> {
  const end = start + LAST_CHARACTER;
  // One index scan per key. Under row-level security, only comparisons in collation `C` can use an index.
  const found = KEYS.map((name) => {
    const key = sql`${sql.ref(name)} COLLATE "C"`;
    return sql`(SELECT id FROM app_user WHERE ${key} >= ${start} AND ${key} < ${end} AND status = 'active' AND source <> 'partner'
      ORDER BY ${key} LIMIT ${sql.lit(MOST)})`;
  });
  const { rows } = await sql<Parameters<typeof personRef>[0]>`
    SELECT u.id, u.username, u.name, u.avatar_file_id AS avatar, ${isAmbiguous} AS "isAmbiguous"
    FROM app_user u WHERE u.id IN (${start === '' ? found[0] : sql.join(found, sql` UNION `)})
    ORDER BY coalesce(u.name_key, u.username COLLATE "C"), u.id LIMIT ${sql.lit(MOST)}`.execute(tx);
  return rows.map(personRef);
}

/** Returns these users by name, active or not; erased users are left out. */
export async function readPeopleOf(tx: Tx, keys: readonly string[]): Promise<UserRef[]> {
  const { rows } = await sql<Parameters<typeof personRef>[0]>`
    SELECT u.id, u.username, u.name, u.avatar_file_id AS avatar, ${isAmbiguous} AS "isAmbiguous" FROM app_user u
    WHERE u.id = ANY(${uuidsOf(keys)}::uuid[]) AND u.status <> 'erased'
    ORDER BY coalesce(u.name_key, u.username COLLATE "C"), u.id`.execute(tx);
  return rows.map(personRef);
}
