import type { Condition } from '../../../../shared/forms/index.ts';

/** Path of a part: its index in each group, from the outside in; the operand of a `not` has index 0. */
export type Path = readonly number[];

/** Children of a group, or the operand of a `not`. */
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

/** Replaces one part; `undefined` removes it together with groups that become empty. */
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

/** Appends a part to the group at `path`, wrapping a single condition in a group first. Returns the new part's path. */
export function added(condition: Condition, path: Path, part: Condition): { condition: Condition; path: Path } {
  const target = at(condition, path);
  const count = target && isGroup(target) ? partsOf(target).length : 1;
  const next = changed(condition, path, (now) =>
    isGroup(now) ? withParts(now, [...partsOf(now), part]) : { all: [now, part] },
  );
  return { condition: next ?? part, path: [...path, count] };
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/**
 * Moves a part among its siblings, into the preceding group (otherwise the following one), or out of its group, after it.
 * Returns null if the move is impossible.
 */
export function moved(
  condition: Condition,
  path: Path,
  direction: Direction,
): { condition: Condition; path: Path } | null {
  const outer = path.slice(0, -1);
  const index = path.at(-1);
  const parent = at(condition, outer);
  const part = at(condition, path);
  if (index === undefined || !parent || !part || !isGroup(parent)) return null;
  const siblings = partsOf(parent);
  if (direction === 'up' || direction === 'down') {
    const to = direction === 'up' ? index - 1 : index + 1;
    if (to < 0 || to >= siblings.length) return null;
    const parts = siblings.with(index, siblings[to] as Condition).with(to, part);
    return result(condition, outer, () => withParts(parent, parts), [...outer, to]);
  }
  if (direction === 'in') {
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

/** Wraps a part in a group, or replaces a group by its parts. */
export function grouped(condition: Condition, path: Path): Condition | undefined {
  return changed(condition, path, (part) => ({ any: [part] }));
}

/** Negates a part, or removes its negation. */
export function turned(condition: Condition, path: Path): Condition | undefined {
  return changed(condition, path, (part) => ('not' in part ? part.not : { not: part }));
}

/** Removes outermost groups with a single part, so that a single condition is stored as one. */
export function plain(condition: Condition | undefined): Condition | undefined {
  if (condition && isGroup(condition) && partsOf(condition).length === 1) return partsOf(condition)[0];
  return condition;
}
