import { type RawBuilder, sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import type { LinkRow } from './tasks.rules.ts';

/** Line managers above the direct ones are asked up to this level. */
const LEVELS = 5;

/** A user who can take tasks over. */
export interface Receiver {
  readonly id: string;
  readonly name: string;
}

/** Whether an active user other than these, or a group with one, is a candidate of task `t`. */
export const hasOtherCandidate = (excluded: readonly string[]): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT 1 FROM (SELECT substr(l.principal, 3) AS group_id, CASE WHEN l.principal LIKE 'u:%' THEN substr(l.principal, 3)::uuid END AS user_id
      FROM task_identity_link l WHERE l.task_id = t.id AND l.kind = 'candidate' AND l.principal NOT LIKE 'u:?%' OFFSET 0) k
    CROSS JOIN LATERAL (SELECT k.user_id AS id WHERE k.user_id IS NOT NULL
      UNION ALL SELECT m.user_id FROM group_member m WHERE k.user_id IS NULL AND m.group_id = k.group_id) c
    JOIN LATERAL (SELECT u.status FROM app_user u WHERE u.id = c.id OFFSET 0) u ON u.status = 'active'
    WHERE c.id <> ALL(${[...excluded]}::uuid[]))`;

/** Whether the task can go back to its candidates: one of them is active and may decide. */
export async function canBeReleased(
  tx: Tx,
  taskId: string,
  userId: string,
  refused: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT ${hasOtherCandidate([userId, ...refused])} AS is FROM task t
    WHERE t.id = ${taskId}::uuid`.execute(tx);
  return rows[0]?.is ?? false;
}

/** Finds an active user by key. */
export async function findReceiver(tx: Tx, key: string): Promise<Receiver | undefined> {
  const { rows } = await sql<Receiver>`SELECT id, coalesce(name, username) AS name FROM app_user
    WHERE id = ${key}::uuid AND status = 'active' AND source <> 'partner'`.execute(tx);
  return rows[0];
}

/** Finds the active line managers of a user, then those above them. */
export async function findManagersAbove(tx: Tx, userId: string): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    WITH RECURSIVE above AS (
      SELECT manager_id AS id, 1 AS level FROM user_manager WHERE kind = 'line' AND user_id = ${userId}::uuid
      UNION
      SELECT m.manager_id, above.level + 1 FROM above JOIN user_manager m ON m.user_id = above.id AND m.kind = 'line'
      WHERE above.level < ${sql.lit(LEVELS)})
    SELECT u.id, coalesce(u.name, u.username) AS name FROM (SELECT id, min(level) AS level FROM above GROUP BY id) a
      JOIN app_user u ON u.id = a.id
    WHERE u.status = 'active' AND u.source <> 'partner' AND u.id <> ${userId}::uuid ORDER BY a.level, u.username`.execute(
    tx,
  );
  return rows;
}

/** Returns those of the users who are in one of the groups. */
export async function membersAmong(tx: Tx, userIds: readonly string[], groups: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT user_id AS id FROM group_member
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND group_id = ANY(${[...groups]}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Finds the first of the groups with an active member who may decide. */
export async function findStaffedGroup(
  tx: Tx,
  groups: readonly string[],
  excluded: readonly string[],
): Promise<Receiver | undefined> {
  const { rows } =
    await sql<Receiver>`SELECT g.id, g.name FROM unnest(${[...groups]}::text[]) WITH ORDINALITY AS x(id, position)
      JOIN app_group g ON g.id = x.id
    WHERE EXISTS (SELECT 1 FROM group_member m JOIN app_user u ON u.id = m.user_id
      WHERE m.group_id = g.id AND u.status = 'active' AND u.id <> ALL(${[...excluded]}::uuid[]))
    ORDER BY x.position LIMIT 1`.execute(tx);
  return rows[0];
}

/** Replaces the owner of a delegated task; false when the task has changed meanwhile. */
export async function replaceOwner(
  tx: Tx,
  taskId: string,
  { from, to, rule, at }: { from: string; to: string; rule: LinkRow['rule']; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    WITH changed AS (
      UPDATE task SET owner_id = ${to}::uuid, rev = rev + 1
      WHERE id = ${taskId}::uuid AND status = 'open' AND owner_id = ${from}::uuid RETURNING id),
    old AS (
      DELETE FROM task_identity_link l USING changed WHERE l.task_id = changed.id AND l.kind = 'owner'
        AND l.principal <> 'u:' || ${to}::text),
    new AS (
      INSERT INTO task_identity_link (task_id, kind, principal, rule, since)
      SELECT id, 'owner', 'u:' || ${to}::text, ${json(rule)}::jsonb, ${at} FROM changed
      ON CONFLICT (tenant_id, task_id, kind, principal) DO NOTHING)
    SELECT id FROM changed`.execute(tx);
  return rows.length > 0;
}
