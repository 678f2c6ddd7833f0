import { DEPARTMENT_LEVELS_MAX } from '../../../shared/contracts/departments.contract.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import { levelsOf } from '../../platform/tree-levels.ts';

interface Placed {
  readonly code: string;
  readonly name: string;
  readonly parent: { readonly id: string; readonly text: string } | null;
}

export interface PlacedRow<Values> {
  readonly values: Values;
}

export interface RefusedRow {
  readonly faults: readonly FieldError[];
}

/** Names of a circle in a message. */
const NAMES_MAX = 10;

/**
 * Refuses rows whose parent is missing, refused or below them, or that are too deep. What that leaves is checked again: the
 * parent of another row may be gone.
 */
export function refusePlaces<Values extends Placed>(
  before: ReadonlyMap<string, { readonly name: string; readonly parentCode: string | null }>,
  rows: readonly (PlacedRow<Values> | RefusedRow)[],
): (PlacedRow<Values> | RefusedRow)[] {
  const results = [...rows];
  for (let refused = true; refused; ) {
    refused = false;
    const after = new Map<string, { readonly name: string; readonly parentCode: string | null }>(before);
    for (const one of results) {
      if ('values' in one) {
        const { code, name, parent } = one.values;
        after.set(code, { name, parentCode: parent?.id ?? null });
      }
    }
    const levels = levelsOf(after);
    for (const [index, one] of results.entries()) {
      if (!('values' in one)) continue;
      const { code, parent } = one.values;
      const fault = placeFault(after, levels.get(code)!, code, parent);
      if (!fault) continue;
      results[index] = { faults: [fault] };
      refused = true;
    }
  }
  return results;
}

function placeFault(
  after: ReadonlyMap<string, { readonly name: string; readonly parentCode: string | null }>,
  level: number | 'circle',
  code: string,
  parent: Placed['parent'],
): FieldError | undefined {
  const pointer = '/parent';
  if (parent && !after.has(parent.id)) {
    return { pointer, code: 'field.choice_unknown', params: { attribute: 'parent', value: parent.text || parent.id } };
  }
  if (level === 'circle') return { pointer, code: 'import.cycle', params: { names: circleAbove(after, code) } };
  if (level > DEPARTMENT_LEVELS_MAX) {
    return { pointer, code: 'department.too_deep', params: { max: DEPARTMENT_LEVELS_MAX } };
  }
  return undefined;
}

/** Returns the names of the circle that a department is in, or below. */
function circleAbove(
  after: ReadonlyMap<string, { readonly name: string; readonly parentCode: string | null }>,
  start: string,
): string {
  const path: string[] = [];
  let code: string | null = start;
  while (code !== null && !path.includes(code)) {
    path.push(code);
    code = after.get(code)?.parentCode ?? null;
  }
  const circle = path.slice(code === null ? 0 : path.indexOf(code));
  const names = circle.slice(0, NAMES_MAX).map((one) => after.get(one)?.name || one);
  return circle.length > NAMES_MAX ? `${names.join(', ')}, …` : names.join(', ');
}
