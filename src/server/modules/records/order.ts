import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { ListQuery, Position } from '../../platform/list-query.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { AnyResource } from './resource.ts';

/** One sort key: text or a number, so that a cursor can be validated and compared exactly. */
interface Key {
  readonly value: RawBuilder<unknown>;
  readonly type: 'text' | 'numeric';
  readonly isDescending: boolean;
}

const NUMBER = /^-?\d{1,20}(\.\d{1,12})?$/;

/** Returns the sort keys of a list; null values come last in either direction. */
export function keysOf({ columns }: AnyResource, { sort }: ListQuery): Key[] {
  return sort.map(({ field, direction }) => {
    const column = columns.find((one) => one.field === field)!;
    const by = typeof column.sortable === 'object' ? column.sortable.by : field;
    const type = typeof column.sortable === 'object' ? column.sortable.type : column.type;
    const ref = sql.ref(`r.${by}`);
    const isDescending = direction === 'desc';
    switch (type) {
      case 'day':
      case 'instant':
        return { value: sql`extract(epoch FROM ${ref})`, type: 'numeric', isDescending };
      case 'number':
        return { value: sql`${ref}::numeric`, type: 'numeric', isDescending };
      case 'boolean':
        return { value: sql`${ref}::int::numeric`, type: 'numeric', isDescending };
      default:
        return { value: sql`nullif(lower(${ref}::text), '')`, type: 'text', isDescending };
    }
  });
}

/** ORDER BY of the keys and then the id; reversed for the previous page. */
export function orderOf(keys: readonly Key[], isBackwards: boolean): RawBuilder<unknown> {
  const parts = keys.map(({ value, isDescending }) => {
    const direction = isDescending === isBackwards ? sql`ASC` : sql`DESC`;
    return sql`${value} ${direction} ${isBackwards ? sql`NULLS FIRST` : sql`NULLS LAST`}`;
  });
  return sql.join([...parts, sql`r.id ${isBackwards ? sql`DESC` : sql`ASC`}`]);
}

/** Condition for rows after or before a cursor. Throws page.cursor_mismatch for a cursor that this server did not issue. */
export function beyond(
  { hasTextIds }: AnyResource,
  keys: readonly Key[],
  place: Position,
  isBackwards: boolean,
): RawBuilder<boolean> {
  const isId = hasTextIds ? !place.id.includes('\0') : isUuid(place.id);
  if (!isId || place.values.length !== keys.length) throw new AppError('page.cursor_mismatch');
  const known = keys.map((key, index) => ({ ...key, at: checked(place.values[index], key) }));
  const same = known.map(({ value, at, type }) =>
    at === null ? sql<boolean>`${value} IS NULL` : sql<boolean>`${value} = ${bound(at, type)}`,
  );
  const further = known.map(({ value, at, type, isDescending }) => {
    if (at === null) return isBackwards ? sql<boolean>`${value} IS NOT NULL` : sql<boolean>`false`;
    const isGreater = isDescending === isBackwards;
    const compared = sql<boolean>`${value} ${isGreater ? sql`>` : sql`<`} ${bound(at, type)}`;
    return isBackwards ? compared : sql<boolean>`(${compared} OR ${value} IS NULL)`;
  });
  const id = sql<boolean>`r.id ${isBackwards ? sql`<` : sql`>`} ${place.id}::${hasTextIds ? sql`text` : sql`uuid`}`;
  const branches = [...further, id].map(
    (step, index) => sql<boolean>`(${sql.join([...same.slice(0, index), step], sql` AND `)})`,
  );
  return sql<boolean>`(${sql.join(branches, sql` OR `)})`;
}

function checked(value: Position['values'][number] | undefined, { type }: Key): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || value.includes('\0') || (type === 'numeric' && !NUMBER.test(value))) {
    throw new AppError('page.cursor_mismatch');
  }
  return value;
}

const bound = (value: string, type: Key['type']) => (type === 'text' ? sql`${value}::text` : sql`${value}::numeric`);
