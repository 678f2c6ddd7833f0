import { type RawBuilder, sql } from 'kysely';
import type { TaskLoad } from '../../../../shared/contracts/all-tasks.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { toInstant } from '../../../platform/instants.ts';
import { personRef } from '../../users/index.ts';

/** Maximum count of each user and group. */
const COUNT_LIMIT = 1000;
/** Maximum number of users and groups, those with the most overdue tasks first. */
const MAX_NAMED = 100;

interface Counted {
  readonly open: number;
  readonly overdue: number;
  readonly due_today: number;
  readonly oldest: unknown;
}

interface Moment {
  readonly now: Date;
  readonly endOfToday: Date;
}

/** Returns the open tasks of each user and group. Each count reads at most COUNT_MOST index entries from the earliest due date, so that overdue tasks are included. */
export async function readLoad(tx: Tx, moment: Moment): Promise<TaskLoad> {
  const since = new Date(moment.now.getTime() - 7 * 86_400_000);
  const finished = (limit: number) => sql`(SELECT count(*)::int FROM (SELECT 1 FROM task t
    WHERE t.ended_by = u.id AND t.ended_at >= ${since} AND t.status = 'completed' ORDER BY t.ended_at LIMIT ${sql.lit(limit)}) x)`;
  const { rows: people } = await sql<
    Counted & { id: string; username: string; name: string | null; avatar: string | null; finished: number }
  >`
    SELECT u.*, ${finished(COUNT_LIMIT)} AS finished FROM (
      SELECT u.id, u.username, u.name, u.avatar_file_id AS avatar, l.* FROM app_user u
        CROSS JOIN LATERAL (${counts(assigned(sql`t.assignee_id = u.id`), moment)}) l
      WHERE l.open > 0 OR ${finished(1)} > 0
      ORDER BY l.overdue DESC, l.open DESC, u.username LIMIT ${sql.lit(MAX_NAMED + 1)}) u
    ORDER BY u.overdue DESC, u.open DESC, u.username`.execute(tx);
  const { rows: groups } = await sql<Counted & { id: string; name: string }>`
    SELECT g.id, g.name, l.* FROM app_group g CROSS JOIN LATERAL (${counts(waiting(sql`'g:' || g.id`), moment)}) l
    WHERE l.open > 0 ORDER BY l.overdue DESC, l.open DESC, g.id LIMIT ${sql.lit(MAX_NAMED)}`.execute(tx);
  const { rows: unassigned } = await sql<Counted>`${counts(assigned(sql`t.assignee_id IS NULL`), moment)}`.execute(tx);
  return {
    people: people
      .slice(0, MAX_NAMED)
      .map((row) => ({ user: personRef(row), ...toCounts(row), finished: row.finished })),
    hasMore: people.length > MAX_NAMED,
    groups: groups.map((row) => ({ id: row.id, name: row.name, ...toCounts(row) })),
    unassigned: toCounts(unassigned[0]!),
    countedTo: COUNT_LIMIT,
  };
}

function counts(source: RawBuilder<unknown>, { now, endOfToday }: Moment): RawBuilder<unknown> {
  return sql`SELECT count(*)::int AS open, count(*) FILTER (WHERE x.due_at < ${now})::int AS overdue,
    count(*) FILTER (WHERE x.due_at >= ${now} AND x.due_at < ${endOfToday})::int AS due_today, min(x.created_at) AS oldest
    FROM (${source}) x`;
}

function assigned(principals: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT t.due_at, t.created_at FROM task t WHERE ${principals} AND t.status IN ('open', 'held')
    ORDER BY t.due_at LIMIT ${sql.lit(COUNT_LIMIT)}`;
}

function waiting(principal: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT i.due_at, (SELECT t.created_at FROM task t WHERE t.id = i.task_id) AS created_at FROM task_inbox i
    WHERE i.principal = ${principal} ORDER BY i.due_at, i.task_id LIMIT ${sql.lit(COUNT_LIMIT)}`;
}

const toCounts = ({ open, overdue, due_today, oldest }: Counted) => ({
  open,
  overdue,
  dueToday: due_today,
  oldest: toInstant(oldest),
});
