import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** What the rows of a stream agree in. `kind` is process, step, whether it is taken and, unless it is the task's own, name. */
export type PartitionColumn = 'kind' | 'priority' | 'process_key';

/** What is known of a whole stream, of each sort of stream. */
const KNOWN = {
  kind: ['kind', 'name', 'name_is_own', 'node_id', 'process_key', 'taken'],
  priority: ['priority'],
  process_key: ['process_key'],
} as const;

/**
 * The tables `b` and `s` with the number `index`. `s` has the principals of `p` with whatever is known of a stream, and
 * `sid`. The streams of an inbox are found by leaping from one to the next in an index, not by reading their rows.
 */
export function streams(index: number, by: readonly PartitionColumn[], conditions: readonly Sql[]): Sql {
  const [b, s] = [sql.raw(`b${index}`), sql.raw(`s${index}`)];
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  const chosen = (from: Sql) =>
    sql`${s} AS MATERIALIZED (SELECT row_number() OVER () AS sid, s.* FROM ${from} s ${where})`;
  if (by.length === 0) return chosen(sql`p`);
  const known = sql.join(by.flatMap((column) => KNOWN[column].map((one) => sql.ref(one))));
  const columns = sql.join(by.map((column) => sql`i.${sql.ref(column)}`));
  // The order of the index that is leapt along.
  const isPriority = by.length === 1 && by[0] === 'priority';
  const order = isPriority ? sql`i.priority DESC, i.due_at, i.task_id` : sql`${columns}, i.due_at, i.task_id`;
  const next = sql`(${columns}) ${isPriority ? sql`<` : sql`>`} (${sql.join(by.map((column) => sql`b.${sql.ref(column)}`))})`;
  const one = (of: Sql, condition: Sql) => sql`LATERAL (SELECT ${known} FROM task_inbox i
      WHERE i.principal = ${of}.principal ${condition} ORDER BY ${order} LIMIT 1) x`;
  return sql`${b} AS (
    SELECT o.principal, x.* FROM (SELECT DISTINCT principal FROM p) o CROSS JOIN ${one(sql`o`, sql``)}
    UNION ALL SELECT b.principal, x.* FROM ${b} b CROSS JOIN ${one(sql`b`, sql`AND ${next}`)}),
    ${chosen(sql`(SELECT p.rank, p.via_user, p.via_group, p.floor, b.* FROM ${b} b JOIN p ON p.principal = b.principal)`)}`;
}
