import { createHash } from 'node:crypto';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** The one text of a value: sorted keys, two spaces, a line feed at the end. Equal values have equal bytes. */
export const canonicalText = (value: Json): string => `${JSON.stringify(withSortedKeys(value), null, 2)}\n`;

function withSortedKeys(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(withSortedKeys);
  const names = Object.keys(value).sort(byCodeUnit);
  return Object.fromEntries(names.map((name) => [name, withSortedKeys(value[name]!)]));
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The same order on every server, whatever its locale. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b));

export const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** How a kind of configuration is written. */
export interface Shape {
  /** Values that are left out of the file. */
  readonly defaults?: JsonObject;
  /** Lists whose order has no meaning. */
  readonly sets?: readonly string[];
}

/** Sorts the sets of an object and leaves out its defaults. */
export function canonicalContent(content: JsonObject, { defaults = {}, sets = [] }: Shape): JsonObject {
  const written = Object.entries(content).map(([name, value]): [string, Json] => [
    name,
    sets.includes(name) && isList(value) ? sortedSet(value) : value,
  ]);
  return Object.fromEntries(written.filter(([name, value]) => !isSame(value, defaults[name])));
}

const sortedSet = (values: readonly Json[]): Json =>
  [...new Map(values.map((value) => [canonicalText(value), value]))]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, value]) => value);
