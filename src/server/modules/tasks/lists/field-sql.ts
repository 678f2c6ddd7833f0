import { type RawBuilder, sql } from 'kysely';
import type { AllTasksFilter, InboxFilter } from '../../../../shared/contracts/task-fields.ts';

type Sql = RawBuilder<unknown>;

/** The inbox contains open tasks only, and snoozed ones have a query parameter: neither is a column. */
export type InboxSqlField = Exclude<InboxFilter, 'status' | 'snoozed'>;

/** A field of an inbox row, or of an inbox partition, with the SQL alias `source`. */
export const INBOX_SQL: Readonly<Record<InboxSqlField, (source: Sql) => Sql>> = {
  name: (source) => sql`${source}.name`,
  taskKey: (source) => sql`${source}.node_id`,
  process: (source) => sql`${source}.process_key`,
  due: (source) => sql`${source}.due_at`,
  created: (source) => sql`${source}.created_at`,
  priority: (source) => sql`${source}.priority::float8`,
  businessKey: (source) => sql`${source}.business_key`,
  // A claimed task is only in the inbox of its assignee.
  assignee: (source) => sql`(CASE WHEN ${source}.taken THEN substr(s.principal, 3)::uuid END)`,
  onBehalfOf: () => sql`s.via_user`,
  via: (source) =>
    sql`(CASE WHEN s.rank = 2 THEN 'delegation' WHEN s.rank = 1 THEN 'group' WHEN ${source}.taken THEN 'assignee' ELSE 'candidate' END)`,
  // OFFSET makes the database check each row: without it, it hashes everything the user has ever read.
  unread: () => sql`(NOT EXISTS (SELECT 1 FROM task_read r WHERE r.user_id = me() AND r.task_id = i.task_id OFFSET 0))`,
};

/** A status selects a partial index, a group its inbox, and ids are checked before they are compared. */
export type AllTasksSqlField = Exclude<AllTasksFilter, 'status' | 'group' | 'id'>;

/** A field of the task with the SQL alias `t`. */
export const ALL_TASKS_SQL: Readonly<Record<AllTasksSqlField, Sql>> = {
  name: sql`t.name`,
  businessKey: sql`t.business_key`,
  process: sql`t.process_key`,
  taskKey: sql`t.node_id`,
  priority: sql`t.priority::float8`,
  created: sql`t.created_at`,
  due: sql`t.due_at`,
  ended: sql`t.ended_at`,
  assignee: sql`t.assignee_id`,
  endedBy: sql`t.ended_by`,
  onBehalfOf: sql`t.on_behalf_of`,
  outcome: sql`t.outcome`,
  unread: sql`(NOT EXISTS (SELECT 1 FROM task_read r WHERE r.task_id = t.id))`,
};
