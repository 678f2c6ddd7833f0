import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** A column with the same value in every row of a partition. `kind` combines process, step, whether it is claimed and, unless it is the task's own, the name. */
export type PartitionColumn = 'kind' | 'priority' | 'process_key';

/** Columns that are constant in a partition, by partition column. */
const CONSTANT_COLUMNS = {
  kind: ['kind', 'name', 'name_is_own', 'node_id', 'process_key', 'taken'],
  priority: ['priority'],
  process_key: ['process_key'],
} as const;

/**
 * Returns the common table expressions `b` and `s` with the suffix `index`. `s` has the principals of `p` with the constant
 * columns of each partition, and `sid`. The partitions are found by an index skip scan, without reading their rows.
 */
export function partitionTables(index: number, by: readonly PartitionColumn[], conditions: readonly Sql[]): Sql {
  const [b, s] = [sql.raw(`b${index}`), sql.raw(`s${index}`)];
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
  const chosen = (from: Sql) =>
    sql`${s} AS MATERIALIZED (SELECT row_number() OVER () AS sid, s.* FROM ${from} s ${where})`;
  if (by.length === 0) return chosen(sql`p`);
  const known = sql.join(by.flatMap((column) => CONSTANT_COLUMNS[column].map((one) => sql.ref(one))));
  const columns = sql.join(by.map((column) => sql`i.${sql.ref(column)}`));
  // The order of the index of the skip scan.
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
