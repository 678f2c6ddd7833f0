import { sql } from 'kysely';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { personRef } from '../users/index.ts';

export async function readSuccessor(tx: Tx, key: string): Promise<UserRef | null> {
  const { rows } = await sql<Parameters<typeof personRef>[0]>`
    SELECT s.id, s.username, s.name, s.avatar_file_id AS avatar FROM app_user u JOIN app_user s ON s.id = u.successor_id
    WHERE u.id = ${key}::uuid AND s.status <> 'erased'`.execute(tx);
  return rows[0] ? personRef(rows[0]) : null;
}

export async function writeSuccessor(tx: Tx, key: string, successorId: string | null): Promise<void> {
  await sql`UPDATE app_user SET successor_id = ${successorId}::uuid WHERE id = ${key}::uuid`.execute(tx);
}

/**
 * Gives the departments that a user heads and the users below to the successor. Line managers never form a circle: users
 * above the successor, and the successor, get the line managers of the user instead. Call `lockManagers` first.
 */
export async function passOnPeople(tx: Tx, key: string, successorId: string): Promise<void> {
  await sql`UPDATE department SET manager_id = ${successorId}::uuid WHERE manager_id = ${key}::uuid`.execute(tx);
  await sql`
    WITH RECURSIVE above AS (
      SELECT ${successorId}::uuid AS id
      UNION SELECT m.manager_id FROM above JOIN user_manager m ON m.user_id = above.id AND m.kind = 'line'),
    managed AS (SELECT user_id, kind FROM user_manager WHERE manager_id = ${key}::uuid),
    given AS (
      SELECT d.user_id, ${successorId}::uuid AS manager_id, d.kind FROM managed d
      WHERE d.user_id <> ${successorId}::uuid AND (d.kind <> 'line' OR d.user_id NOT IN (SELECT id FROM above))
      UNION SELECT d.user_id, m.manager_id, d.kind FROM managed d JOIN user_manager m ON m.user_id = ${key}::uuid AND m.kind = 'line'
      WHERE d.kind = 'line' AND d.user_id IN (SELECT id FROM above) AND m.manager_id <> d.user_id),
    added AS (
      INSERT INTO user_manager (user_id, manager_id, kind) SELECT user_id, manager_id, kind FROM given ON CONFLICT DO NOTHING)
    DELETE FROM user_manager WHERE manager_id = ${key}::uuid`.execute(tx);
}
