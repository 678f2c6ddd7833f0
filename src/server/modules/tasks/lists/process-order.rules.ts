import { createHash } from 'node:crypto';

/** Maximum number of processes that are sorted by name: a cursor names all of them. */
const SORTED_MAX = 100;
const MARK_LENGTH = 4;

/** A short name of a process in cursors. */
const markOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, MARK_LENGTH);

/**
 * Returns keys by the names that the reader sees; undefined if they are too many, or too alike for a cursor: they are then
 * sorted by key. The empty key, of tasks without a process, is first.
 */
export function orderByName(
  keys: readonly string[],
  names: ReadonlyMap<string, string>,
  language: string,
): string[] | undefined {
  if (keys.length > SORTED_MAX || new Set(keys.map(markOf)).size < keys.length) return undefined;
  const { compare } = new Intl.Collator(language);
  const nameOf = (key: string) => (key === '' ? '' : (names.get(key) ?? key));
  return keys.toSorted((a, b) => compare(nameOf(a), nameOf(b)) || (a < b ? -1 : 1));
}

/** Writes an order into a cursor, so that a name that changes meanwhile moves no task to another page. */
export const printOrder = (order: readonly string[]): string => order.map(markOf).join('');

/** Returns keys in the order of a cursor, new ones last; undefined if the cursor has none. */
export function orderOfCursor(keys: readonly string[], printed: unknown): string[] | undefined {
  if (typeof printed !== 'string') return undefined;
  const length = Math.ceil(printed.length / MARK_LENGTH);
  const marks = Array.from({ length }, (_, place) => printed.slice(place * MARK_LENGTH, (place + 1) * MARK_LENGTH));
  const places = new Map(marks.map((mark, place) => [mark, place]));
  const placeOf = (key: string) => places.get(markOf(key)) ?? length;
  return keys.toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
}

/** Whether an order is that of the keys themselves, which one index has. */
export const isByKey = (order: readonly string[]): boolean =>
  order.every((key, index) => index === 0 || order[index - 1]! < key);
