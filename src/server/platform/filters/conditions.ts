import { EMPTY_OPTION_ID } from '../../../shared/contracts/constants.ts';
import type { ListFields } from '../../../shared/contracts/endpoint.ts';
import { OPERATORS } from '../../../shared/contracts/filters.rules.ts';
import type { Condition, FilterValue, PersonValue } from '../list-query.ts';
import { isUuid } from '../uuid.ts';
import { type Base, bad, type FilterContext, fail } from './parameters.ts';
import { daySpan, instantSpan } from './spans.ts';

const LIST_MAX = 200;
const TEXT_MAX = 500;

/** Parses one condition, such as `priority=gte:80`. */
export function conditionOf(name: string, text: string, { fields }: ListFields, context: FilterContext): Condition {
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
