import { ApiError } from '../api/api-error.ts';

interface MergedValues<Values> {
  readonly values: Values;
  /** Values saved in the meantime of fields that were also changed here. */
  readonly theirs: Partial<Values>;
}

export const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Takes over what changed on the server since `before`, except fields that were changed here. */
export function mergeValues<Values extends object>(before: Values, typed: Values, now: Values): MergedValues<Values> {
  const values: Partial<Values> = {};
  const theirs: Partial<Values> = {};
  for (const field of Object.keys(now) as (keyof Values)[]) {
    const isTouched = !isSameValue(typed[field], before[field]);
    values[field] = isTouched ? typed[field] : now[field];
    if (isTouched && !isSameValue(now[field], before[field]) && !isSameValue(now[field], typed[field])) {
      theirs[field] = now[field];
    }
  }
  return { values: values as Values, theirs };
}

/** The row that another user has saved first, after a conflict. */
export function currentOf<Row>(error: unknown): Row | undefined {
  return error instanceof ApiError && error.code === 'edit.conflict'
    ? (error.problem?.current as Row | undefined)
    : undefined;
}
