import type { FieldType } from './endpoint.ts';

const ORDERED = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'inrange', 'in'] as const;

/** Operators of a list by field type (FIL-01, FIL-02). `ilike` is `like`: both ignore case. */
export const OPERATORS = {
  text: ['like', 'ilike', 'nlike', 'eq', 'neq', 'startWith', 'endWith', 'in'],
  key: ['eq', 'neq', 'in'],
  person: ['eq', 'neq', 'in'],
  number: ORDERED,
  day: ORDERED,
  instant: ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'inrange'],
  boolean: ['eq', 'neq'],
  keys: ['eq', 'neq', 'in'],
} as const satisfies Readonly<Record<FieldType, readonly string[]>>;

/** `like`, `eq`, `inrange` … */
export type Operation = (typeof OPERATORS)[FieldType][number];

/** Query parameters of a list that are not fields. */
export const RESERVED_PARAMETERS = ['sort', 'limit', 'after', 'before', 'q', 'view', 'count'] as const;

/**
 * One condition of a list (FIL-03). `value` is written as in the query: empty with `eq` and `neq` for blank and not
 * blank, `from,to` with `inrange`, parts with `in`.
 */
export interface Filter {
  readonly column: string;
  readonly operation: Operation;
  readonly value: string;
}

const OPERATIONS = new Set<string>(Object.values(OPERATORS).flat());

/** Parses `operator:value`; undefined for another format or an unknown operator. */
export function parseFilter(column: string, text: string): Filter | undefined {
  const colon = text.indexOf(':');
  const operation = text.slice(0, colon);
  if (colon < 0 || !OPERATIONS.has(operation)) return undefined;
  const value = text.slice(colon + 1);
  return { column, operation: operation as Operation, value: value === "''" ? '' : value };
}

/** The decoded parameters of a query in order; invalid percent-encoding stays as written. */
function parametersOf(query: string): (readonly [name: string, value: string])[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      const [left, right] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [decoded(left), decoded(right.replaceAll('+', ' '))] as const;
    });
}

/** The conditions of a query, without reserved parameters and invalid ones. */
export function parseFilters(query: string): Filter[] {
  return parametersOf(query).flatMap(([name, value]) => {
    if ((RESERVED_PARAMETERS as readonly string[]).includes(name)) return [];
    return parseFilter(name, value) ?? [];
  });
}

/** Conditions as a query: `due=lt:today&name=like:crane`, the inverse of `parseFilters`. */
export function printFilters(filters: readonly Filter[]): string {
  return filters.map(({ column, operation, value }) => `${encoded(column)}=${operation}:${encoded(value)}`).join('&');
}

/**
 * Applies `query` to the conditions `base`: a named field replaces all conditions on that field, and a field without a
 * condition (`process=`) removes them. This is how an address changes a saved view.
 */
export function applyFilters(base: readonly Filter[], query: string): Filter[] {
  const named = parametersOf(query).filter(([name]) => !(RESERVED_PARAMETERS as readonly string[]).includes(name));
  const fields = new Set(named.map(([name]) => name));
  const own = named.flatMap(([name, value]) => parseFilter(name, value) ?? []);
  return [...base.filter(({ column }) => !fields.has(column)), ...own];
}

/** The shortest query with which `applyFilters` turns `base` into `now`; empty if they are equal. */
export function filterChanges(base: readonly Filter[], now: readonly Filter[]): string {
  const of = (filters: readonly Filter[], field: string) =>
    printFilters(filters.filter(({ column }) => column === field));
  const fields = [...new Set([...base, ...now].map(({ column }) => column))];
  return fields
    .filter((field) => of(base, field) !== of(now, field))
    .map((field) => of(now, field) || `${encoded(field)}=`)
    .join('&');
}

/** Parts of a list, `a,b`: `\,` is a comma and `\\` a backslash in a part. */
export function splitParts(value: string): string[] {
  return [...value.matchAll(/(?:\\.|[^,\\])+/gs)].map(([part]) => part.replaceAll(/\\(.)/gs, '$1'));
}

export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

/** Ends of `inrange`; an open one is empty. */
export function splitRange(value: string): readonly [from: string, to: string] {
  const comma = value.indexOf(',');
  return comma < 0 ? [value, ''] : [value.slice(0, comma), value.slice(comma + 1)];
}

/** Colons, commas and brackets in a query need no encoding, which keeps addresses readable. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:3A|2C|27|40)/g, (code) => decodeURIComponent(code));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The user typed a percent sign into the address.
    return text;
  }
}
