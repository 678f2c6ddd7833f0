import { type RawBuilder, sql } from 'kysely';
import type { Dropdown } from '../../../shared/contracts/dropdowns.contract.ts';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import { conditionSql, containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { cursorOf } from '../../platform/filters.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { DROPDOWN_COLUMNS, type DropdownRow, toDropdown } from './dropdowns.store.ts';

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = { id: sql`d.id`, name: sql`d.name` };
const COUNT_LIMIT = 1000;

/** Returns one page of dropdowns; `q` also matches texts of their options. */
export async function listDropdownPage(tx: Tx, list: ListQuery): Promise<Page<Dropdown>> {
  const conditions = list.conditions.map((one) => conditionSql(COLUMNS[one.field] ?? sql`NULL`, one));
  if (list.q) {
    const pattern = containsPattern(list.q);
    conditions.push(sql<boolean>`(lower(d.id) LIKE ${pattern} OR lower(d.name) LIKE ${pattern} OR EXISTS (
      SELECT 1 FROM dropdown_option o WHERE o.dropdown_id = d.id AND (lower(o.id) LIKE ${pattern} OR lower(o.default_text) LIKE ${pattern})))`);
  }
  const [sort] = list.sort;
  const key = sort?.field === 'id' ? sql`d.id` : sql`lower(d.name)`;
  const upwards = (sort?.direction ?? 'asc') === 'asc';
  const up = list.before ? !upwards : upwards;
  const position = list.before ?? list.after;
  const from = position
    ? [sql<boolean>`(${key}, d.id) ${up ? sql`>` : sql`<`} (${String(position.values[0])}, ${position.id})`]
    : [];
  const direction = up ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<DropdownRow & { key: string }>`SELECT ${DROPDOWN_COLUMNS}, ${key} AS key FROM dropdown d
    ${where([...conditions, ...from])} ORDER BY ${key} ${direction}, d.id ${direction} LIMIT ${sql.lit(list.limit + 1)}`.execute(
    tx,
  );
  const isCut = rows.length > list.limit;
  const shown = rows.slice(0, list.limit);
  if (list.before) shown.reverse();
  const cursor = (row: (typeof rows)[number] | undefined) =>
    row ? cursorOf(list, { values: [row.key], id: row.id }) : null;
  const hasPrevious = list.before ? isCut : list.after !== undefined;
  return {
    items: shown.map(toDropdown),
    next: list.before || isCut ? cursor(shown.at(-1)) : null,
    previous: hasPrevious ? cursor(shown[0]) : null,
    ...(list.count ? await countAll(tx, conditions) : {}),
  };
}

async function countAll(
  tx: Tx,
  conditions: readonly RawBuilder<boolean>[],
): Promise<{ total: number; totalIsAtLeast?: boolean }> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM
    (SELECT 1 FROM dropdown d ${where(conditions)} LIMIT ${sql.lit(COUNT_LIMIT + 1)}) x`.execute(tx);
  const total = rows[0]?.total ?? 0;
  return total > COUNT_LIMIT ? { total: COUNT_LIMIT, totalIsAtLeast: true } : { total };
}

function where(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}
