import { type RawBuilder, sql } from 'kysely';

/**
 * Who changed a row last, or made it. Not coalesce(): the policies of a table let only what reveals nothing reach its
 * indexes, and PostgreSQL takes coalesce() for something that might, so that comparing with it reads the whole table.
 */
export function changedBy(alias: string): RawBuilder<string | null> {
  const [by, maker] = [sql.ref(`${alias}.updated_by`), sql.ref(`${alias}.created_by`)];
  return sql`CASE WHEN ${by} IS NULL THEN ${maker} ELSE ${by} END`;
}
