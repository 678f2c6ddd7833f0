import type { ConfigObject } from './kind.ts';

/** Returns objects after those that they need, where the list has them. Objects that need each other keep their order. */
export function dependentsLast(
  objects: readonly ConfigObject[],
  needs: (object: ConfigObject) => readonly string[],
): ConfigObject[] {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const done = new Set<ConfigObject>();
  const visit = (object: ConfigObject, open: ReadonlySet<string>): void => {
    if (done.has(object) || open.has(object.key)) return;
    const within = new Set([...open, object.key]);
    for (const key of needs(object)) {
      const needed = byKey.get(key);
      if (needed) visit(needed, within);
    }
    done.add(object);
  };
  for (const object of objects) visit(object, new Set());
  return [...done];
}
