import { type RawBuilder, sql } from 'kysely';
import type { DropdownValue } from '../../../shared/contracts/dropdowns.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import type { PropertyCondition } from './values.rules.ts';

interface ValueQuery {
  readonly dropdownId: string;
  readonly languageId: string;
  readonly q: string;
  /** Exactly these options, active or not. */
  readonly ids: readonly string[] | undefined;
  readonly conditions: readonly PropertyCondition[];
  readonly limit: number;
}

/** Returns options as offered by a field, in order. */
export async function readValues(tx: Tx, query: ValueQuery): Promise<DropdownValue[]> {
  const shown = sql`coalesce(t.text, o.default_text)`;
  const pattern = containsPattern(query.q);
  const conditions = [
    query.ids ? sql`o.id = ANY(${[...query.ids]}::text[])` : sql`o.active`,
    ...(query.q
      ? [sql`(lower(${shown}) LIKE ${pattern} OR lower(o.default_text) LIKE ${pattern} OR lower(o.id) LIKE ${pattern})`]
      : []),
    ...query.conditions.map(conditionSql),
  ];
  const { rows } =
    await sql<DropdownValue>`SELECT o.id, ${shown} AS text, o.default_text AS "defaultText", o.properties, o.active
    FROM dropdown_option o LEFT JOIN dropdown_option_text t
      ON t.dropdown_id = o.dropdown_id AND t.option_id = o.id AND t.language_id = ${query.languageId}
    WHERE o.dropdown_id = ${query.dropdownId} AND ${sql.join(conditions, sql` AND `)}
    ORDER BY o.position, o.id LIMIT ${sql.lit(query.limit)}`.execute(tx);
  return rows;
}

function conditionSql({ property, test, values }: PropertyCondition): RawBuilder<unknown> {
  const held = sql`coalesce(o.properties ->> ${property}, '') = ANY(${[...values]}::text[])`;
  return test === 'in' ? held : sql`NOT ${held}`;
}
