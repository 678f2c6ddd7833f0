import type { ImportChoice, ImportValue, ImportValues } from './import-resource.ts';

const isChoices = (value: ImportValue): value is readonly ImportChoice[] => Array.isArray(value);

/** Text for comparison: choices by id, several of them in any order. */
function identityOf(value: ImportValue | undefined): string | null {
  if (value === null || value === undefined || typeof value === 'string') return value ?? null;
  if (!isChoices(value)) return value.id;
  return JSON.stringify(value.map(({ id }) => id).sort());
}

/** Text for display; null: none. */
export function textOf(value: ImportValue | undefined): string | null {
  if (value === null || value === undefined || typeof value === 'string') return value ?? null;
  if (!isChoices(value)) return value.text;
  return value.length === 0 ? null : value.map(({ text }) => text).join(', ');
}

/** Returns the fields in which two sets of values differ, in the order of the second one. */
export function changedFields(before: ImportValues, after: ImportValues): string[] {
  return Object.keys(after).filter((field) => identityOf(before[field]) !== identityOf(after[field]));
}

export const isSameValues = (one: ImportValues | null, other: ImportValues | null): boolean =>
  one === null || other === null ? one === other : changedFields(one, other).length === 0;

/**
 * Returns the indexes of rows so that each comes after the rows it follows. Rows of a circle keep their order; the resource
 * has refused them.
 */
export function orderByParents(follows: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const isSeen = new Array<boolean>(follows.length).fill(false);
  for (let start = 0; start < follows.length; start += 1) {
    // Each step is a row with the number of its parents that are placed; no recursion, because chains can be long.
    const path: { readonly at: number; next: number }[] = [];
    const visit = (at: number) => {
      if (isSeen[at]) return;
      isSeen[at] = true;
      path.push({ at, next: 0 });
    };
    visit(start);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const parent = follows[step.at]![step.next++];
      if (parent !== undefined) visit(parent);
      else order.push(path.pop()!.at);
    }
  }
  return order;
}
