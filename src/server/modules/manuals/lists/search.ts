import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../../platform/condition-sql.ts';

/** Maximum number of manuals a search reads; no organisation has as many. */
const MAX_HITS = 20_000;

/** Whether row `r` has the words in its title or code, or its manual has them in a released version in any language. */
export function matchesText(q: string, manualId: RawBuilder<unknown>): RawBuilder<boolean> {
  const pattern = containsPattern(q);
  return sql<boolean>`(lower(r.title) LIKE ${pattern} OR lower(r.code) LIKE ${pattern}
    OR ${manualId} IN (SELECT search_ids('manual text', ${pattern}, ${sql.lit(MAX_HITS)})))`;
}
