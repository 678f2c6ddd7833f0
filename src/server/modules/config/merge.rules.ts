import { isList, isSame, type Json, type JsonObject } from './canonical.rules.ts';

/** The result of a merge; without it, the pointers at which both sides changed. */
export type Merged =
  | { readonly value: Json | undefined; readonly conflicts?: undefined }
  | { readonly conflicts: string[] };

/**
 * Merges two changed versions of a value. Members of objects merge one by one, and so do lists whose items have the same
 * ids in the same order in all three versions. Other lists and texts are taken whole. `undefined`: absent.
 */
export function mergeValues(
  base: Json | undefined,
  ours: Json | undefined,
  theirs: Json | undefined,
  pointer = '',
): Merged {
  if (isSame(ours, theirs) || isSame(base, theirs)) return { value: ours };
  if (isSame(base, ours)) return { value: theirs };
  if (isObject(base) && isObject(ours) && isObject(theirs)) return mergeObjects(base, ours, theirs, pointer);
  const lists = [base, ours, theirs];
  if (lists.every(isIdentified)) {
    const [before, mine, other] = lists as [JsonObject[], JsonObject[], JsonObject[]];
    if (haveSameIds(before, mine) && haveSameIds(before, other)) return mergeLists(before, mine, other, pointer);
  }
  return { conflicts: [pointer] };
}

function mergeObjects(base: JsonObject, ours: JsonObject, theirs: JsonObject, pointer: string): Merged {
  const names = new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)]);
  const value: Record<string, Json> = {};
  const conflicts: string[] = [];
  for (const name of names) {
    const merged = mergeValues(own(base, name), own(ours, name), own(theirs, name), `${pointer}/${escaped(name)}`);
    if (merged.conflicts) conflicts.push(...merged.conflicts);
    else if (merged.value !== undefined) define(value, name, merged.value);
  }
  return conflicts.length > 0 ? { conflicts } : { value };
}

function mergeLists(base: JsonObject[], ours: JsonObject[], theirs: JsonObject[], pointer: string): Merged {
  const results = base.map((item, index) => mergeValues(item, ours[index], theirs[index], `${pointer}/${index}`));
  const conflicts = results.flatMap((result) => result.conflicts ?? []);
  if (conflicts.length > 0) return { conflicts };
  return { value: results.map((result) => (result as { value: Json }).value) };
}

/** One difference of two values; `null` and an absent value differ. */
export interface Difference {
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Returns the differences of two values, the smallest that a merge distinguishes. */
export function differencesOf(before: Json | undefined, after: Json | undefined, pointer = ''): Difference[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      differencesOf(own(before, name), own(after, name), `${pointer}/${escaped(name)}`),
    );
  }
  if (isIdentified(before) && isIdentified(after) && haveSameIds(before, after)) {
    return before.flatMap((item, index) => differencesOf(item, after[index], `${pointer}/${index}`));
  }
  return [{ pointer, before, after }];
}

const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Also for the name `__proto__`. */
function define(object: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);

/** Names that identify the items of lists. */
const IDS = ['id', 'key', 'field'];

const idOfItem = (item: JsonObject): string => JSON.stringify(IDS.map((name) => own(item, name) ?? null));

function isIdentified(value: Json | undefined): value is JsonObject[] {
  return (
    value !== undefined &&
    value !== null &&
    typeof value === 'object' &&
    isList(value) &&
    value.every((item) => isObject(item) && IDS.some((name) => typeof own(item, name) === 'string'))
  );
}

const haveSameIds = (a: readonly JsonObject[], b: readonly JsonObject[]): boolean =>
  a.length === b.length && a.every((item, index) => idOfItem(item) === idOfItem(b[index]!));

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
