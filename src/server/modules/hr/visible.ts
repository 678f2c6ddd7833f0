import { type RawBuilder, sql } from 'kysely';
import type { CallerSession } from '../../platform/session.ts';
import { isInOneOf } from './rights.query.ts';
import { GRANTS, PASSING, TEAM } from './rights.rules.ts';

/**
 * A condition on the key of a user: the viewer may read this part of the user's data. As `rightOn`, for lists; element
 * tokens see their own user.
 */
export function mayReadSql(
  part: 'user' | 'contracts',
  { userId, scopes }: Pick<CallerSession, 'userId' | 'scopes'>,
  key: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const own = sql<boolean>`${key} = ${userId}::uuid`;
  if (scopes !== null) return own;
  const { write, read } = GRANTS[part];
  return sql<boolean>`(${isInOneOf([...write, ...read, ...PASSING])} OR ${own}
    OR (${isInOneOf([TEAM])} AND ${key} IN (SELECT reports_of(me()))))`;
}
