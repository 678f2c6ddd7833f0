import { sql } from 'kysely';
import type { Period } from '../../../shared/contracts/periods.rules.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { personRef, personRow } from '../users/index.ts';

type PersonRow = Parameters<typeof personRef>[0];

/** Active people whose manager the user is, or who belong to a department that the user heads, with those below it. */
const TEAM = (userId: string) => sql`
  SELECT u.id FROM (
    SELECT m.user_id AS id FROM user_manager m WHERE m.manager_id = ${userId}::uuid
    UNION SELECT p.user_id FROM department d JOIN department_closure c ON c.ancestor_id = d.id
      JOIN user_department p ON p.department_id = c.descendant_id WHERE d.manager_id = ${userId}::uuid AND d.active
  ) one JOIN LATERAL (SELECT id, status, source FROM app_user WHERE id = one.id OFFSET 0) u ON true
  WHERE u.status = 'active' AND u.source <> 'partner' AND u.id <> ${userId}::uuid`;

/** Counts the users of a team and returns the ids of those with a delegation within the days, by name. */
export async function readTeam(
  tx: Tx,
  userId: string,
  { startDate, endDate }: Period,
  limit: number,
): Promise<{ size: number; away: string[] }> {
  const { rows } = await sql<{ size: number; away: string[] | null }>`
    WITH team AS (${TEAM(userId)}),
    away AS (SELECT u.id FROM team JOIN LATERAL (SELECT id, name FROM app_user WHERE id = team.id OFFSET 0) u ON true
      WHERE EXISTS (SELECT 1 FROM delegation d WHERE d.user_id = team.id AND d.removed_at IS NULL
        AND d.start_date <= ${endDate}::date AND d.end_date >= ${startDate}::date)
      ORDER BY lower(u.name), u.id LIMIT ${sql.lit(limit)})
    SELECT (SELECT count(*)::int FROM team) AS size, (SELECT array_agg(id) FROM away) AS away`.execute(tx);
  return { size: rows[0]!.size, away: rows[0]!.away ?? [] };
}

/**
 * Finds a user who can cover for `userId` on these days and is not away on them: the delegate of the latest delegation,
 * else a colleague of the primary department.
 */
export async function findAlternative(
  tx: Tx,
  { userId, delegateUserId }: { readonly userId: string; readonly delegateUserId: string },
  days: readonly Period[],
): Promise<UserRef | null> {
  const { rows } = await sql<{ person: PersonRow }>`
    WITH days AS (SELECT * FROM unnest(${days.map((one) => one.startDate)}::date[], ${days.map((one) => one.endDate)}::date[])
      AS day(start_date, end_date)),
    known AS (
      SELECT d.delegate_user_id AS id, max(d.end_date) AS until FROM delegation d
        WHERE d.user_id = ${userId}::uuid AND d.removed_at IS NULL GROUP BY 1
      UNION ALL SELECT p.user_id, NULL FROM user_department own JOIN user_department p ON p.department_id = own.department_id
        WHERE own.user_id = ${userId}::uuid AND own.is_primary)
    SELECT ${personRow('u')} AS person
    FROM known k JOIN LATERAL (SELECT * FROM app_user WHERE id = k.id OFFSET 0) u ON true
    WHERE u.status = 'active' AND u.source <> 'partner' AND u.id NOT IN (${userId}::uuid, ${delegateUserId}::uuid)
      AND NOT EXISTS (SELECT 1 FROM delegation a JOIN days d ON a.start_date <= d.end_date AND a.end_date >= d.start_date
        WHERE a.user_id = u.id AND a.removed_at IS NULL)
    ORDER BY k.until DESC NULLS LAST, lower(u.name), u.id LIMIT 1`.execute(tx);
  return rows[0] ? personRef(rows[0].person) : null;
}
