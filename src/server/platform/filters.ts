import { createHash } from 'node:crypto';
import type { ListFields } from '../../shared/contracts/endpoint.ts';
import { RESERVED_PARAMETERS } from '../../shared/contracts/filters.rules.ts';
import { conditionOf } from './filters/conditions.ts';
import { type FilterContext, fail } from './filters/parameters.ts';
import type { Condition, ListQuery, Position, Sort } from './list-query.ts';

export type { FilterContext } from './filters/parameters.ts';

const RESERVED: ReadonlySet<string> = new Set(RESERVED_PARAMETERS);
const CONDITIONS_MAX = 20;
const SEARCH_MAX = 200;
const SORTS_MAX = 3;
const LIMIT_MAX = 200;
const LIMIT_STANDARD = 50;

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
  if (q !== undefined && q.length > SEARCH_MAX) fail('filter.bad_value', 'q', { value: q.slice(0, 40), type: 'text' });
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
