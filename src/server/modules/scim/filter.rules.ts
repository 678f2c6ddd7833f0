import { type Filter, parse } from 'scim2-parse-filter';
import { isObject, named, placeOf, type Values } from './attributes.ts';
import type { Attribute, Kind } from './schemas.ts';
import { ScimError } from './scim.errors.ts';

export type { Filter } from 'scim2-parse-filter';

const FILTER_MAX = 2000;

/** Parses a filter of RFC 7644 §3.4.2.2. Throws `filter`. */
export function parseFilter(text: string): Filter {
  // A line break in an unfinished text would take the parser exponential time, and no name has one.
  if (text.length > FILTER_MAX || /\p{Cc}/u.test(text)) throw new ScimError('filter');
  try {
    return parse(text);
  } catch {
    throw new ScimError('filter', text);
  }
}

/** Whether a resource satisfies a filter. */
export function matches(kind: Kind, resource: Values, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => matches(kind, resource, one));
    case 'or':
      return filter.filters.some((one) => matches(kind, resource, one));
    case 'not':
      return !matches(kind, resource, filter.filter);
    case '[]': {
      const place = placeOf(kind, filter.attrPath);
      if (!place) return false;
      const items = itemsAt(resource, place.extension, place.attribute);
      return items.some((item) => isObject(item) && matchesItem(place.attribute, item, filter.valFilter));
    }
    default: {
      const place = placeOf(kind, filter.attrPath);
      if (!place) return filter.op === 'ne';
      const sub = place.sub ?? named(place.attribute.subAttributes ?? [], 'value');
      const items = itemsAt(resource, place.extension, place.attribute);
      const values = sub ? items.flatMap((item) => (isObject(item) ? (item[sub.name] ?? []) : [])) : items;
      return compare(sub ?? place.attribute, values, filter);
    }
  }
}

/** Whether an item of a multi-valued attribute satisfies a filter on its sub-attributes. */
export function matchesItem(attribute: Attribute, item: Values, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((one) => matchesItem(attribute, item, one));
    case 'or':
      return filter.filters.some((one) => matchesItem(attribute, item, one));
    case 'not':
      return !matchesItem(attribute, item, filter.filter);
    case '[]':
      throw new ScimError('filter');
    default: {
      const sub = named(attribute.subAttributes ?? [], filter.attrPath);
      if (!sub) return filter.op === 'ne';
      return compare(sub, item[sub.name] === undefined ? [] : [item[sub.name]], filter);
    }
  }
}

function itemsAt(resource: Values, extension: string | undefined, attribute: Attribute): readonly unknown[] {
  const from = extension === undefined ? resource : resource[extension];
  const value = isObject(from) ? from[attribute.name] : undefined;
  return value === undefined ? [] : [value].flat();
}

type Comparison = Extract<Filter, { attrPath: string }>;

function compare(attribute: Attribute, values: readonly unknown[], filter: Comparison): boolean {
  if (filter.op === '[]') throw new ScimError('filter');
  if (filter.op === 'pr') return values.length > 0;
  if (filter.op === 'ne') return !compare(attribute, values, { ...filter, op: 'eq' });
  const wanted = comparable(attribute, filter.compValue);
  if (wanted === null) return filter.op === 'eq' && values.length === 0;
  return values.some((value) => test(filter.op as Test, comparable(attribute, value), wanted));
}

type Test = 'eq' | 'co' | 'sw' | 'ew' | 'gt' | 'lt' | 'ge' | 'le';

function test(op: Test, value: string | boolean | null, wanted: string | boolean): boolean {
  if (op === 'eq') return value === wanted;
  if (typeof value !== 'string' || typeof wanted !== 'string') throw new ScimError('filter', op);
  switch (op) {
    case 'co':
      return value.includes(wanted);
    case 'sw':
      return value.startsWith(wanted);
    case 'ew':
      return value.endsWith(wanted);
    case 'gt':
      return value > wanted;
    case 'ge':
      return value >= wanted;
    case 'lt':
      return value < wanted;
    case 'le':
      return value <= wanted;
  }
}

function comparable({ type, caseExact }: Attribute, value: unknown): string | boolean | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (type === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  if (type === 'dateTime') {
    const at = Date.parse(text);
    return Number.isNaN(at) ? text : new Date(at).toISOString();
  }
  return caseExact ? text : text.toLowerCase();
}

/** A value that an index finds. */
export interface KeyTest {
  readonly field: 'id' | 'userName' | 'externalId' | 'emails' | 'displayName';
  readonly value: string;
}

/**
 * Returns tests of which at least one holds for each resource that satisfies the filter; undefined if no index helps.
 */
export function keyTests(kind: Kind, filter: Filter): readonly KeyTest[] | undefined {
  switch (filter.op) {
    case 'and':
      return filter.filters.map((one) => keyTests(kind, one)).find((tests) => tests !== undefined);
    case 'or': {
      const all = filter.filters.map((one) => keyTests(kind, one));
      return all.every((tests) => tests !== undefined) ? all.flat() : undefined;
    }
    case '[]':
      return filter.attrPath.toLowerCase() === 'emails' ? addressTests(filter.valFilter) : undefined;
    case 'eq': {
      if (typeof filter.compValue !== 'string') return undefined;
      const place = placeOf(kind, filter.attrPath);
      if (!place || place.extension !== undefined) return undefined;
      const { attribute, sub } = place;
      const isKey = attribute.name === 'emails' ? (sub?.name ?? 'value') === 'value' : sub === undefined;
      const field = FIELDS.find((one) => one === attribute.name);
      return isKey && field ? [{ field, value: filter.compValue }] : undefined;
    }
    default:
      return undefined;
  }
}

const FIELDS = ['id', 'userName', 'externalId', 'emails', 'displayName'] as const;

function addressTests(filter: Filter): readonly KeyTest[] | undefined {
  if (filter.op === 'and') return filter.filters.map(addressTests).find((tests) => tests !== undefined);
  const isValue = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value';
  return isValue && typeof filter.compValue === 'string' ? [{ field: 'emails', value: filter.compValue }] : undefined;
}
