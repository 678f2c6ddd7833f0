import type { Condition } from '../../../../shared/forms/index.ts';

/** Where a part of a condition stands: its place in each group from the outside in; what a `not` turns round is its 0. */
export type Path = readonly number[];

/** The parts of a group, or what a `not` turns round. */
export function partsOf(condition: Condition): readonly Condition[] {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  return 'not' in condition ? [condition.not] : [];
}

export function isGroup(condition: Condition): boolean {
  return 'all' in condition || 'any' in condition;
}

function at(condition: Condition, path: Path): Condition | undefined {
  return path.reduce<Condition | undefined>((now, index) => now && partsOf(now)[index], condition);
}

function withParts(condition: Condition, parts: readonly Condition[]): Condition | undefined {
  if (parts.length === 0) return undefined;
  if ('all' in condition) return { all: parts };
  if ('any' in condition) return { any: parts };
  return 'not' in condition && parts[0] ? { not: parts[0] } : condition;
}

/** Changes one part; `undefined` takes it away, and groups that are empty then go with it. */
export function changed(
  condition: Condition,
  path: Path,
  change: (part: Condition) => Condition | undefined,
): Condition | undefined {
  const [index, ...rest] = path;
  if (index === undefined) return change(condition);
  const parts = partsOf(condition).flatMap((part, place) => {
    const next = place === index ? changed(part, rest, change) : part;
    return next ? [next] : [];
  });
  return withParts(condition, parts);
}

/** Adds a part at the end of the group at `path`; what is no group becomes one of both. Gives where it stands. */
export function added(condition: Condition, path: Path, part: Condition): { condition: Condition; path: Path } {
  const target = at(condition, path);
  const count = target && isGroup(target) ? partsOf(target).length : 1;
  const next = changed(condition, path, (now) =>
    isGroup(now) ? withParts(now, [...partsOf(now), part]) : { all: [now, part] },
  );
  return { condition: next ?? part, path: [...path, count] };
}

export type Way = 'up' | 'down' | 'in' | 'out';

/**
 * Moves a part among its siblings, into the group before it (or, without one, after it), or out of its group, behind it.
 * Null where that is not possible.
 */
export function moved(condition: Condition, path: Path, way: Way): { condition: Condition; path: Path } | null {
  const outer = path.slice(0, -1);
  const index = path.at(-1);
  const parent = at(condition, outer);
  const part = at(condition, path);
  if (index === undefined || !parent || !part || !isGroup(parent)) return null;
  const siblings = partsOf(parent);
  if (way === 'up' || way === 'down') {
    const to = way === 'up' ? index - 1 : index + 1;
    if (to < 0 || to >= siblings.length) return null;
    const parts = siblings.with(index, siblings[to] as Condition).with(to, part);
    return result(condition, outer, () => withParts(parent, parts), [...outer, to]);
  }
  if (way === 'in') {
    const beside = [index - 1, index + 1].find((one) => siblings[one] && isGroup(siblings[one]));
    if (beside === undefined) return null;
    const group = siblings[beside] as Condition;
    const inner = beside < index ? [...partsOf(group), part] : [part, ...partsOf(group)];
    const parts = siblings.with(beside, withParts(group, inner) as Condition).toSpliced(index, 1);
    const place = beside < index ? [beside, inner.length - 1] : [index, 0];
    return result(condition, outer, () => withParts(parent, parts), [...outer, ...place]);
  }
  const around = outer.slice(0, -1);
  const own = outer.at(-1);
  const grandparent = at(condition, around);
  if (own === undefined || !grandparent || !isGroup(grandparent)) return null;
  const rest = withParts(parent, siblings.toSpliced(index, 1));
  const parts = partsOf(grandparent).toSpliced(own, 1, ...(rest ? [rest] : []), part);
  return result(condition, around, () => withParts(grandparent, parts), [...around, rest ? own + 1 : own]);
}

function result(condition: Condition, path: Path, change: () => Condition | undefined, to: Path) {
  const next = changed(condition, path, change);
  return next ? { condition: next, path: to } : null;
}

/** Puts a part into a group of its own, or takes the parts of a group out of it. */
export function grouped(condition: Condition, path: Path): Condition | undefined {
  return changed(condition, path, (part) => ({ any: [part] }));
}

/** What holds when the part does not, and back. */
export function turned(condition: Condition, path: Path): Condition | undefined {
  return changed(condition, path, (part) => ('not' in part ? part.not : { not: part }));
}

/** Without groups that hold one part only at the very outside, so that a single condition reads as one. */
export function plain(condition: Condition | undefined): Condition | undefined {
  if (condition && isGroup(condition) && partsOf(condition).length === 1) return partsOf(condition)[0];
  return condition;
}
