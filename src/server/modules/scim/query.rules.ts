import type { Projection, Values } from './attributes.ts';
import { PAGE_MAX } from './discovery.ts';
import { type Filter, parseFilter } from './filter.rules.ts';
import { ScimError } from './scim.errors.ts';

const PAGE = 100;
const NAMES_MAX = 100;
/** No directory has more resources. */
const START_MAX = 10_000_000;

export interface ScimQuery extends Projection {
  readonly filter: Filter | undefined;
  /** Number of resources to leave out. */
  readonly offset: number;
  readonly count: number;
}

/** Reads the query of a list, or the body of `.search`. Throws `filter` and `value`. */
export function readQuery(given: Values): ScimQuery {
  const filter = given.filter;
  if (filter !== undefined && typeof filter !== 'string') throw new ScimError('filter');
  const start = numberOf(given.startIndex, 'startIndex') ?? 1;
  const count = numberOf(given.count, 'count') ?? PAGE;
  return {
    filter: filter === undefined || filter === '' ? undefined : parseFilter(filter),
    offset: Math.min(Math.max(start, 1), START_MAX) - 1,
    count: Math.min(Math.max(count, 0), PAGE_MAX),
    attributes: namesOf(given.attributes, 'attributes'),
    excluded: namesOf(given.excludedAttributes, 'excludedAttributes'),
  };
}

function numberOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new ScimError('value', name);
  return number;
}

function namesOf(value: unknown, name: string): readonly string[] {
  const items = typeof value === 'string' ? value.split(',') : (value ?? []);
  if (!Array.isArray(items) || items.length > NAMES_MAX || !items.every((one) => typeof one === 'string')) {
    throw new ScimError('value', name);
  }
  return items.map((one: string) => one.trim()).filter(Boolean);
}

/** Whether a list would show an attribute. */
export const asksFor = ({ attributes, excluded }: Projection, name: string): boolean => {
  const is = (one: string) => one.toLowerCase().split('.', 1)[0] === name || one.toLowerCase().endsWith(`:${name}`);
  return attributes.length > 0 ? attributes.some(is) : !excluded.some((one) => one.toLowerCase() === name);
};
