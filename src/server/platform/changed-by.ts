import { type RawBuilder, sql } from 'kysely';

/**
 * The user who last changed or created a row. Not coalesce(): the policies of a table let only leakproof functions use its
 * indexes, and PostgreSQL does not count coalesce() as one, so that comparing with it reads the whole table.
 */
export function changedBy(alias: string): RawBuilder<string | null> {
  const [by, creator] = [sql.ref(`${alias}.updated_by`), sql.ref(`${alias}.created_by`)];
  return sql`CASE WHEN ${by} IS NULL THEN ${creator} ELSE ${by} END`;
}
