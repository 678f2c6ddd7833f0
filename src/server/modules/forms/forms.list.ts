import { type RawBuilder, sql } from 'kysely';
import type { Form } from '../../../shared/contracts/forms.contract.ts';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import { conditionSql, containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { cursorOf } from '../../platform/filters.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { FORM_COLUMNS, type FormRow, IS_CHANGED, toForm } from './forms.store.ts';

const FILTERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`f.id`,
  kind: sql`f.kind`,
  active: sql`f.active`,
  published: sql`(f.published IS NOT NULL)`,
  changed: IS_CHANGED,
};
const COUNT_LIMIT = 1000;

/** Returns one page of forms, always ordered by id. */
export async function listFormPage(tx: Tx, list: ListQuery): Promise<Page<Form>> {
  const conditions = list.conditions.map((condition) => conditionSql(FILTERS[condition.field] ?? sql`NULL`, condition));
  if (list.q?.trim()) {
    const pattern = containsPattern(list.q.trim());
    conditions.push(sql<boolean>`(lower(f.id) LIKE ${pattern} OR lower(f.title::text) LIKE ${pattern})`);
  }
  const upwards = (list.sort[0]?.direction ?? 'asc') === 'asc';
  const up = list.before ? !upwards : upwards;
  const position = list.before ?? list.after;
  const from = position ? [sql<boolean>`f.id ${up ? sql`>` : sql`<`} ${position.id}`] : [];
  const { rows } = await sql<
    Omit<FormRow, 'draft'>
  >`SELECT ${FORM_COLUMNS} FROM form f ${where([...conditions, ...from])}
    ORDER BY f.id ${up ? sql`ASC` : sql`DESC`} LIMIT ${sql.raw(String(list.limit + 1))}`.execute(tx);
  const isCut = rows.length > list.limit;
  const shown = rows.slice(0, list.limit);
  if (list.before) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const hasPrevious = list.before ? isCut : list.after !== undefined;
  return {
    items: shown.map((row) => toForm(row)),
    next: (list.before || isCut) && last ? cursorOf(list, { values: [], id: last.id }) : null,
    previous: hasPrevious && first ? cursorOf(list, { values: [], id: first.id }) : null,
    ...(list.count ? await countAll(tx, conditions) : {}),
  };
}

async function countAll(
  tx: Tx,
  conditions: readonly RawBuilder<boolean>[],
): Promise<{ total: number; totalIsAtLeast?: boolean }> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM
    (SELECT 1 FROM form f ${where(conditions)} LIMIT ${sql.raw(String(COUNT_LIMIT + 1))}) x`.execute(tx);
  const total = rows[0]?.total ?? 0;
  return total > COUNT_LIMIT ? { total: COUNT_LIMIT, totalIsAtLeast: true } : { total };
}

function where(conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}
