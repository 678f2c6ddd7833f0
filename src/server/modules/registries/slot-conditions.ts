import { type RawBuilder, sql } from 'kysely';
import { conditionSql } from '../../platform/condition-sql.ts';
import type { Condition, PersonValue } from '../../platform/list-query.ts';

/**
 * Returns the SQL of a condition on a slot of `record_index`: texts and keys in lower case, numbers, and instants, with '',
 * -infinity and infinity for blanks, which no comparison but `neq` matches.
 */
export function slotCondition(column: RawBuilder<unknown>, slot: string, condition: Condition): RawBuilder<boolean> {
  switch (slot[0]) {
    case 'n':
      return numberSql(column, condition);
    case 'i':
      return daySql(column, condition);
    default:
      return textSql(column, condition);
  }
}

function numberSql(column: RawBuilder<unknown>, condition: Condition): RawBuilder<boolean> {
  const filled = sql<boolean>`${column} > '-infinity'`;
  const blank = sql<boolean>`${column} = '-infinity'`;
  const fits = conditionSql(column, condition);
  switch (condition.test) {
    case 'blank':
      return blank;
    case 'notBlank':
      return filled;
    case 'lt':
    case 'lte':
    case 'between':
      return sql`(${filled} AND ${fits})`;
    case 'in':
      return condition.orBlank ? sql`(${conditionSql(column, { ...condition, orBlank: false })} OR ${blank})` : fits;
    default:
      return fits;
  }
}

/** Conditions of days; values are kept as instants of UTC, whatever the organisation's time zone. */
function daySql(column: RawBuilder<unknown>, condition: Condition): RawBuilder<boolean> {
  const blank = sql<boolean>`${column} = 'infinity'`;
  // PostgreSQL has no year 0.
  const startOf = (day: unknown, days = 0) =>
    String(day) < '0001'
      ? sql`'-infinity'::timestamptz`
      : sql`((${String(day)}::date + ${sql.lit(days)})::timestamp AT TIME ZONE 'UTC')`;
  const endOf = (day: unknown) => startOf(day, 1);
  const within = (from: unknown, to: unknown) =>
    sql<boolean>`(${from === undefined ? sql`true` : sql`${column} >= ${startOf(from)}`}
      AND ${column} < ${to === undefined ? sql`'infinity'::timestamptz` : endOf(to)})`;
  switch (condition.test) {
    case 'notBlank':
      return sql`${column} < 'infinity'`;
    case 'eq':
      return within(condition.value, condition.value);
    case 'neq':
      return sql`NOT ${within(condition.value, condition.value)}`;
    case 'lt':
      return sql`${column} < ${startOf(condition.value)}`;
    case 'lte':
      return sql`${column} < ${endOf(condition.value)}`;
    case 'gt':
      return sql`(${column} >= ${endOf(condition.value)} AND ${column} < 'infinity')`;
    case 'gte':
      return sql`(${column} >= ${startOf(condition.value)} AND ${column} < 'infinity')`;
    case 'between':
      return within(condition.from, condition.to);
    case 'notBetween':
      return sql`NOT ${within(condition.from, condition.to)}`;
    case 'in': {
      const days = condition.values.map((day) => within(day, day));
      return anyOf(condition.orBlank ? [...days, blank] : days);
    }
    default:
      return blank;
  }
}

function textSql(column: RawBuilder<unknown>, condition: Condition): RawBuilder<boolean> {
  const blank = sql<boolean>`${column} = ''`;
  const lower = (value: unknown) => String(value).toLowerCase();
  switch (condition.test) {
    case 'blank':
      return blank;
    case 'notBlank':
      return sql`${column} > ''`;
    case 'person':
    case 'notPerson': {
      const people = condition.people.map((one) => personSql(column, one));
      const one = anyOf(condition.orBlank ? [...people, blank] : people);
      return condition.test === 'person' ? one : sql`coalesce(NOT ${one}, true)`;
    }
    case 'eq':
      return sql`${column} = ${storedText(condition.value)}`;
    case 'neq':
      return sql`${column} <> ${storedText(condition.value)}`;
    case 'in': {
      const values = sql<boolean>`${column} = ANY(${condition.values.map(lower)}::text[])`;
      return condition.orBlank ? sql`(${values} OR ${blank})` : values;
    }
    case 'lt':
    case 'lte':
    case 'between':
      return sql`(${column} > '' AND ${conditionSql(column, condition, { isLower: true })})`;
    default:
      return conditionSql(column, condition, { isLower: true });
  }
}

/** A box that is not ticked is blank. */
function storedText(value: unknown): string {
  return value === false ? '' : String(value).toLowerCase();
}

function personSql(column: RawBuilder<unknown>, person: PersonValue): RawBuilder<boolean> {
  if ('key' in person) return sql`${column} = ${person.key.toLowerCase()}`;
  if ('username' in person)
    return sql`${column} = (SELECT u.id::text FROM app_user u WHERE u.username = ${person.username.toLowerCase()})`;
  return sql`${column} IN (SELECT m.user_id::text FROM user_manager m WHERE m.manager_id = ${person.reportsOf}::uuid)`;
}

function anyOf(parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` OR `)})`;
}
