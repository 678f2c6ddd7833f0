import { type RawBuilder, sql } from 'kysely';
import type { Condition, PersonValue } from './list-query.ts';

/** The highest code point: text with a given prefix sorts before the prefix followed by it. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Returns the SQL of one condition on a column. Values are bound, never spliced; `%` and `_` in them are ordinary
 * characters. A column with lower-case texts sorted by code point (`isLower`) is compared directly, so that its index applies.
 */
export function conditionSql(
  column: RawBuilder<unknown>,
  condition: Condition,
  { isLower = false } = {},
): RawBuilder<boolean> {
  if (condition.type === 'keys') return keysSql(column, condition);
  const text = condition.type === 'text';
  const subject = text && !isLower ? sql`lower(${column})` : column;
  const value = (raw: unknown) => (text && typeof raw === 'string' ? raw.toLowerCase() : raw);
  switch (condition.test) {
    case 'blank':
      return isBlank(column, condition);
    case 'notBlank':
      return sql`NOT ${isBlank(column, condition)}`;
    case 'eq':
      return sql`${subject} = ${value(condition.value)}`;
    case 'neq':
      return sql`${subject} IS DISTINCT FROM ${value(condition.value)}`;
    case 'lt':
      return sql`${subject} < ${value(condition.value)}`;
    case 'lte':
      return sql`${subject} <= ${value(condition.value)}`;
    case 'gt':
      return sql`${subject} > ${value(condition.value)}`;
    case 'gte':
      return sql`${subject} >= ${value(condition.value)}`;
    case 'contains':
      return sql`lower(${column}) LIKE ${containsPattern(condition.value)}`;
    case 'notContains':
      return sql`coalesce(lower(${column}) NOT LIKE ${containsPattern(condition.value)}, true)`;
    case 'startsWith': {
      const fits = sql<boolean>`lower(${column}) LIKE ${`${escaped(condition.value)}%`}`;
      const first = condition.value.toLowerCase();
      return isLower ? sql`(${column} >= ${first} AND ${column} < ${first + LAST_CHARACTER} AND ${fits})` : fits;
    }
    case 'endsWith':
      return sql`lower(${column}) LIKE ${`%${escaped(condition.value)}`}`;
    case 'in': {
      const parts = condition.values.map((one) => sql<boolean>`${subject} = ${value(one)}`);
      return anyOf([...parts, ...(condition.orBlank ? [isBlank(column, condition)] : [])]);
    }
    case 'between':
      return within(subject, condition);
    case 'notBetween':
      return sql`coalesce(NOT ${within(subject, condition)}, true)`;
    case 'person':
      return anyOf([
        ...condition.people.map((one) => isPerson(column, one)),
        ...(condition.orBlank ? [isBlank(column, condition)] : []),
      ]);
    case 'notPerson': {
      const one = anyOf([
        ...condition.people.map((who) => isPerson(column, who)),
        ...(condition.orBlank ? [isBlank(column, condition)] : []),
      ]);
      return sql`coalesce(NOT ${one}, ${!condition.orBlank}::boolean)`;
    }
  }
}

/** A condition on a list of keys: contains one, contains any of several, or is empty. */
function keysSql(column: RawBuilder<unknown>, condition: Condition): RawBuilder<boolean> {
  const isEmpty = sql<boolean>`coalesce(cardinality(${column}), 0) = 0`;
  const hasAny = (values: readonly unknown[]) =>
    sql<boolean>`coalesce(${column} && ${values.map(String)}::text[], false)`;
  switch (condition.test) {
    case 'notBlank':
      return sql`NOT ${isEmpty}`;
    case 'eq':
      return hasAny([condition.value]);
    case 'neq':
      return sql`NOT ${hasAny([condition.value])}`;
    case 'in':
      return anyOf([hasAny(condition.values), ...(condition.orBlank ? [isEmpty] : [])]);
    default:
      return isEmpty;
  }
}

/** Tests for no value: null, an empty text, and `infinity` for open-ended instants. */
function isBlank(column: RawBuilder<unknown>, { type }: Condition): RawBuilder<boolean> {
  if (type === 'text' || type === 'key') return sql`(${column} IS NULL OR ${column} = '')`;
  if (type === 'instant') return sql`(${column} IS NULL OR ${column} = 'infinity')`;
  return sql`(${column} IS NULL)`;
}

function within(
  subject: RawBuilder<unknown>,
  range: { readonly from?: unknown; readonly to?: unknown; readonly before?: Date },
): RawBuilder<boolean> {
  const bounds = [
    ...(range.from === undefined ? [] : [sql<boolean>`${subject} >= ${range.from}`]),
    ...(range.to === undefined ? [] : [sql<boolean>`${subject} <= ${range.to}`]),
    ...(range.before === undefined ? [] : [sql<boolean>`${subject} < ${range.before}`]),
  ];
  return bounds.length === 0 ? sql`true` : sql`(${sql.join(bounds, sql` AND `)})`;
}

function isPerson(column: RawBuilder<unknown>, person: PersonValue): RawBuilder<boolean> {
  if ('key' in person) return sql`${column} = ${person.key}::uuid`;
  if ('username' in person)
    return sql`${column} = (SELECT u.id FROM app_user u WHERE u.username = ${person.username.toLowerCase()})`;
  return sql`${column} IN (SELECT m.user_id FROM user_manager m WHERE m.manager_id = ${person.reportsOf}::uuid)`;
}

function anyOf(parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` OR `)})`;
}

/** Returns a pattern for `lower(…) LIKE` that matches the text anywhere, ignoring case; `%`, `_` and `\\` in it are ordinary characters. */
export function containsPattern(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.toLowerCase().replace(/[\\%_]/g, '\\$&');
}
