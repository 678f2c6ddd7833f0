import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { findUser, personOfPath } from '../users/index.ts';
import type { ItemRow } from './items.store.ts';

/** Whether the caller may start an item on behalf of every user of the organisation. */
export function startsForAll(
  { startForGroups }: Pick<ItemRow, 'startForGroups'>,
  { groups, isAdmin }: Pick<CallerSession, 'groups' | 'isAdmin'>,
): boolean {
  return isAdmin || startForGroups.some((group) => groups.includes(group));
}

/** Returns the active users whose line manager this user is, by name. */
export async function managedUsers(tx: Tx, userId: string, limit: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT u.id, coalesce(u.name, u.username) AS name FROM (SELECT user_id FROM user_manager
      WHERE manager_id = ${userId}::uuid AND kind = 'line' ORDER BY user_id LIMIT ${limit}) m JOIN app_user u ON u.id = m.user_id
    WHERE u.status = 'active' ORDER BY 2, 1`.execute(tx);
  return rows;
}

async function isManagerOf(tx: Tx, managerId: string, userId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM user_manager m WHERE m.user_id = ${userId}::uuid AND m.manager_id = ${managerId}::uuid
    AND m.kind = 'line'`.execute(tx);
  return rows.length > 0;
}

export interface Requester {
  readonly userId: string;
  readonly username: string;
}

/**
 * Returns the user for whom the caller starts an item. Throws catalogue.for_refused, also for users that do not exist, so
 * that the response does not reveal who does.
 */
export async function requesterOf(
  { tx, session }: Caller,
  item: Pick<ItemRow, 'startForGroups'>,
  wanted: string | undefined,
): Promise<Requester> {
  if (wanted === undefined) return { userId: session.userId, username: session.username };
  const user = await findUser(tx, personOfPath(wanted, session), 'account');
  if (user?.key === session.userId) return { userId: session.userId, username: session.username };
  const isAllowed =
    user?.status === 'active' && (startsForAll(item, session) || (await isManagerOf(tx, session.userId, user.key)));
  if (!user || !isAllowed) {
    throw new AppError('catalogue.for_refused', {}, { errors: [{ pointer: '/for', code: 'catalogue.for_refused' }] });
  }
  return { userId: user.key, username: user.id };
}
