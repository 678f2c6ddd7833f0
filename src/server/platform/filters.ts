import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { EMPTY_OPTION_ID } from '../../shared/contracts/constants.ts';
import type { FieldType, ListFields } from '../../shared/contracts/endpoint.ts';
import type { ErrorCode, ErrorParams } from '../../shared/contracts/errors.ts';
import { OPERATORS, RESERVED_PARAMETERS } from '../../shared/contracts/filters.rules.ts';
import { AppError } from './errors.ts';
import type { Condition, FilterValue, ListQuery, PersonValue, Position, Sort } from './list-query.ts';
import { isUuid } from './uuid.ts';

/** The context of a list request: relative days use the tenant's zone, `me` is the caller. */
export interface FilterContext {
  readonly timeZone: string;
  readonly now: Date;
  readonly userId: string;
}

const RESERVED: ReadonlySet<string> = new Set(RESERVED_PARAMETERS);
const CONDITIONS_MAX = 20;
const LIST_MAX = 200;
const SORTS_MAX = 3;
const LIMIT_MAX = 200;
const LIMIT_STANDARD = 50;
const TEXT_MAX = 500;

/**
 * Reads the raw query of a list: `field=operator:value`, sort, page (docs/api.md). A field may occur several times.
 * Throws AppError filter.*, sort.*, page.* with a pointer to the parameter. No part of it is spliced into SQL.
 */
export function parseList(rawQuery: string, fields: ListFields, context: FilterContext): ListQuery {
  const pairs = rawQuery
    .split('&')
    .filter(Boolean)
    .map((pair) => splitPair(pair));
  const reserved = new Map<string, string>();
  const conditions: Condition[] = [];
  for (const [name, value] of pairs) {
    if (RESERVED.has(name)) reserved.set(name, value);
    else conditions.push(conditionOf(name, value, fields, context));
  }
  if (conditions.length > CONDITIONS_MAX) fail('filter.too_many', '', { max: CONDITIONS_MAX });
  const sort = sortOf(reserved.get('sort') ?? fields.defaultSort, fields);
  const q = reserved.get('q')?.trim();
  if (q !== undefined && q.length > LIST_MAX) fail('filter.bad_value', 'q', { value: q.slice(0, 40), type: 'text' });
  const hash = createHash('sha256')
    // Hashed as written: the meaning of `now` and `today` changes between two pages.
    .update(JSON.stringify([pairs.filter(([name]) => !RESERVED.has(name)), sort, q ?? '']))
    .digest('base64url')
    .slice(0, 12);
  const after = cursor(reserved.get('after'), 'after', hash);
  const before = cursor(reserved.get('before'), 'before', hash);
  return {
    conditions,
    sort,
    limit: limitOf(reserved.get('limit')),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    ...(q ? { q } : {}),
    count: countOf(reserved.get('count')),
    hash,
  };
}

/** Returns the saved view that a query names, by id or slug. */
export function viewOf(rawQuery: string): string | undefined {
  const pair = rawQuery.split('&').find((one) => one.startsWith('view='));
  return pair && splitPair(pair)[1];
}

/**
 * Merges a query into that of a view: a field or parameter in the query replaces all of the view's values for it, and a
 * field without a condition (`process=`) removes the view's conditions on it.
 */
export function mergeView(view: string, rawQuery: string): string {
  const pairsOf = (query: string) => query.split('&').filter(Boolean);
  const own = pairsOf(rawQuery).map((pair) => [...splitPair(pair), pair] as const);
  const named = new Set(own.map(([name]) => name));
  return [
    ...pairsOf(view).filter((pair) => !named.has(splitPair(pair)[0])),
    ...own.filter(([name, value]) => name !== 'view' && (value !== '' || RESERVED.has(name))).map(([, , pair]) => pair),
  ].join('&');
}

/** Returns the opaque cursor of a row, for `after` or `before` of the same list. */
export function cursorOf(list: ListQuery, position: Position): string {
  return Buffer.from(JSON.stringify([list.hash, position.id, ...position.values])).toString('base64url');
}

function fail(code: ErrorCode, name: string, params: ErrorParams): never {
  throw new AppError(code, params, { errors: [{ pointer: `?${name}`, code, params }] });
}

/** Splits at the first `=`; the right side is percent-decoded, `+` is a space. */
function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  const [left, right] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  const name = decoded(left);
  const value = decoded(right.replaceAll('+', ' '));
  if (name === undefined || value === undefined || /\0/.test(name + value) || !value.isWellFormed()) {
    fail('filter.malformed', (name ?? '').replaceAll('\0', '').slice(0, 40), {});
  }
  return [name, value];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent encoding; the caller reports the position.
    return undefined;
  }
}

function conditionOf(name: string, text: string, { fields }: ListFields, context: FilterContext): Condition {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field)
    fail('filter.unknown_field', name, { field: name.slice(0, 100), allowed: Object.keys(fields).join(', ') });
  const colon = text.indexOf(':');
  if (colon < 0) fail('filter.malformed', name, {});
  const operator = text.slice(0, colon);
  const value = text.slice(colon + 1);
  const allowed: readonly string[] = OPERATORS[field.type];
  if (!allowed.includes(operator)) {
    fail('filter.unknown_operator', name, {
      field: name,
      operator: operator.slice(0, 40),
      allowed: allowed.join(', '),
    });
  }
  if (value.length > TEXT_MAX && operator !== 'in') bad(name, value, field.type);
  const base = { field: name, type: field.type };
  const isBlank = value === '' || value === "''";
  if (isBlank && (operator === 'eq' || operator === 'neq')) {
    return { ...base, test: operator === 'eq' ? 'blank' : 'notBlank' };
  }
  if (isBlank) bad(name, value, field.type);
  if (field.type === 'person') return personCondition(base, operator, value, context);
  switch (operator) {
    case 'like':
    case 'ilike':
      return { ...base, test: 'contains', value };
    case 'nlike':
      return { ...base, test: 'notContains', value };
    case 'startWith':
      return { ...base, test: 'startsWith', value };
    case 'endWith':
      return { ...base, test: 'endsWith', value };
    case 'in':
      return inCondition(base, value, context);
    case 'inrange':
      return rangeCondition(base, value, context);
    default:
      return comparison(base, operator as 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte', value, context);
  }
}

interface Base {
  readonly field: string;
  readonly type: FieldType;
}

function bad(name: string, value: string, type: string): never {
  fail('filter.bad_value', name, { value: value.slice(0, 80), type });
}

/** Splits at `,`; `\,` and `\\` are escapes. */
function listOf(name: string, value: string, type: string): string[] {
  const parts = [...value.matchAll(/(?:\\.|[^,\\])+/gs)].map(([part]) => part.replaceAll(/\\(.)/gs, '$1'));
  if (parts.length === 0 || parts.length > LIST_MAX) bad(name, value, type);
  return parts;
}

function inCondition(base: Base, value: string, context: FilterContext): Condition {
  const parts = listOf(base.field, value, base.type);
  const values = parts.filter((part) => part !== EMPTY_OPTION_ID).map((part) => single(base, part, context));
  return { ...base, test: 'in', values, orBlank: parts.includes(EMPTY_OPTION_ID) };
}

function personCondition(base: Base, operator: string, value: string, { userId }: FilterContext): Condition {
  const parts = operator === 'in' ? listOf(base.field, value, base.type) : [value];
  const people = parts.filter((part) => part !== EMPTY_OPTION_ID).flatMap((part) => peopleOf(part, userId));
  const orBlank = parts.includes(EMPTY_OPTION_ID);
  return { ...base, test: operator === 'neq' ? 'notPerson' : 'person', people, orBlank };
}

function peopleOf(name: string, userId: string): PersonValue[] {
  if (name === 'me') return [{ key: userId }];
  if (name === 'me+reports' || name === 'me reports') return [{ key: userId }, { reportsOf: userId }];
  return [isUuid(name) ? { key: name.toLowerCase() } : { username: name.toLowerCase() }];
}

interface Span {
  readonly from: FilterValue;
  /** The first value after the span; absent for a single value. */
  readonly before?: Date;
}

function comparison(
  base: Base,
  operator: 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte',
  value: string,
  context: FilterContext,
): Condition {
  if (base.type === 'key' && value === EMPTY_OPTION_ID)
    return { ...base, test: operator === 'neq' ? 'notBlank' : 'blank' };
  if (base.type === 'day') return dayComparison(base, operator, value, context);
  if (base.type !== 'instant') return { ...base, test: operator, value: single(base, value, context) };
  const { from, before } = instantSpan(base, value, context);
  // A day means all of its instants, in the tenant's zone.
  if (before === undefined) return { ...base, test: operator, value: from };
  switch (operator) {
    case 'eq':
      return { ...base, test: 'between', from, before };
    case 'neq':
      return { ...base, test: 'notBetween', from, before };
    case 'lt':
    case 'gte':
      return { ...base, test: operator, value: from };
    case 'lte':
      return { ...base, test: 'lt', value: before };
    case 'gt':
      return { ...base, test: 'gte', value: before };
  }
}

function dayComparison(
  base: Base,
  operator: 'eq' | 'neq' | 'lt' | 'lte' | 'gt' | 'gte',
  value: string,
  context: FilterContext,
): Condition {
  const [from, to] = daySpan(base, value, context);
  switch (operator) {
    case 'eq':
      return { ...base, test: 'between', from, to };
    case 'neq':
      return { ...base, test: 'notBetween', from, to };
    case 'lt':
    case 'gte':
      return { ...base, test: operator, value: from };
    case 'lte':
    case 'gt':
      return { ...base, test: operator, value: to };
  }
}

/** `from,to`: both ends are included, and either may be missing. */
function rangeCondition(base: Base, value: string, context: FilterContext): Condition {
  const comma = value.indexOf(',');
  if (comma < 0 || value.length === 1) bad(base.field, value, base.type);
  const [left, right] = [value.slice(0, comma), value.slice(comma + 1)];
  if (base.type === 'instant') {
    const from = left ? instantSpan(base, left, context).from : undefined;
    const end = right ? instantSpan(base, right, context) : undefined;
    return {
      ...base,
      test: 'between',
      ...(from === undefined ? {} : { from }),
      ...(end === undefined ? {} : end.before === undefined ? { to: end.from } : { before: end.before }),
    };
  }
  if (base.type === 'day') {
    return {
      ...base,
      test: 'between',
      ...(left ? { from: daySpan(base, left, context)[0] } : {}),
      ...(right ? { to: daySpan(base, right, context)[1] } : {}),
    };
  }
  return {
    ...base,
    test: 'between',
    ...(left ? { from: single(base, left, context) } : {}),
    ...(right ? { to: single(base, right, context) } : {}),
  };
}

function single({ field, type }: Base, value: string, context: FilterContext): FilterValue {
  switch (type) {
    case 'number': {
      if (!/^-?\d{1,15}(\.\d{1,6})?$/.test(value)) bad(field, value, type);
      return Number(value);
    }
    case 'boolean':
      if (value !== 'true' && value !== 'false') bad(field, value, type);
      return value === 'true';
    case 'day': {
      const [day, last] = daySpan({ field, type }, value, context);
      if (day !== last) bad(field, value, type);
      return day;
    }
    default:
      return value;
  }
}

function instantSpan(base: Base, value: string, context: FilterContext): Span {
  if (value === 'now') return { from: context.now };
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) {
    const instant = new Date(value);
    if (!/(Z|[+-]\d{2}:?\d{2})$/.test(value) || Number.isNaN(instant.getTime())) bad(base.field, value, base.type);
    return { from: instant };
  }
  const [first, last] = daySpan(base, value, context);
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(context.timeZone).epochMilliseconds);
  return {
    from: startOf(Temporal.PlainDate.from(first)),
    before: startOf(Temporal.PlainDate.from(last).add({ days: 1 })),
  };
}

/** Returns the first and last day of `2026-11-21`, `today`, `today+7`, `thisweek`, `nextweek`, `thismonth`, `nextmonth`. */
function daySpan({ field, type }: Base, value: string, { timeZone, now }: FilterContext): [string, string] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const span = (from: Temporal.PlainDate, duration: Temporal.DurationLike): [string, string] => [
    from.toString(),
    from.add(duration).subtract({ days: 1 }).toString(),
  ];
  const relative = /^today(?:([+ -])(\d{1,5}))?$/.exec(value);
  if (relative) {
    const days = Number(relative[2] ?? 0) * (relative[1] === '-' ? -1 : 1);
    return span(today.add({ days }), { days: 1 });
  }
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const first = today.with({ day: 1 });
  switch (value) {
    case 'thisweek':
      return span(monday, { weeks: 1 });
    case 'nextweek':
      return span(monday.add({ weeks: 1 }), { weeks: 1 });
    case 'thismonth':
      return span(first, { months: 1 });
    case 'nextmonth':
      return span(first.add({ months: 1 }), { months: 1 });
  }
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) bad(field, value, type);
  try {
    return span(Temporal.PlainDate.from(value, { overflow: 'reject' }), { days: 1 });
  } catch {
    // For example 30 February.
    return bad(field, value, type);
  }
}

function sortOf(text: string, { fields }: ListFields): readonly Sort[] {
  const sorts = text.split(',').map((part) => {
    const [field = '', direction = 'asc', ...rest] = part.split(':');
    const known = Object.hasOwn(fields, field) && fields[field]?.sortable;
    if (!known || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) {
      const sortable = Object.entries(fields).filter(([, one]) => one.sortable);
      fail('sort.unknown_field', 'sort', {
        field: part.slice(0, 100),
        allowed: sortable.map(([name]) => name).join(', '),
      });
    }
    return { field, direction } as const;
  });
  if (sorts.length > SORTS_MAX) fail('sort.unknown_field', 'sort', { field: text.slice(0, 100) });
  return sorts;
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return LIMIT_STANDARD;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIMIT_MAX)
    fail('filter.bad_value', 'limit', { value: text.slice(0, 40), type: `1-${LIMIT_MAX}` });
  return limit;
}

function countOf(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text !== 'true') fail('filter.bad_value', 'count', { value: text.slice(0, 40), type: 'boolean' });
  return true;
}

function cursor(text: string | undefined, name: string, hash: string): Position | undefined {
  if (text === undefined) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // Not one of our cursors.
    parts = undefined;
  }
  const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
  if (!Array.isArray(parts) || parts[0] !== hash || typeof parts[1] !== 'string' || !parts.every(isScalar)) {
    return fail('page.cursor_mismatch', name, {});
  }
  return { id: parts[1], values: parts.slice(2) as (string | number | boolean | null)[] };
}
