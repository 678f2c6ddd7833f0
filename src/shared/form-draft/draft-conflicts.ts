import { signal } from '@preact/signals-core';
import type { UserRef } from '../contracts/shapes.contract.ts';
import { type FieldConflict, type FormModel, type FormValues, mergeValues } from '../forms/index.ts';

/** A field changed here and elsewhere. `by` null: the same user in another window. */
export interface DraftConflict extends FieldConflict {
  readonly by: UserRef | null;
  readonly at: string | null;
}

/** Who changed a field elsewhere, and when. */
export type ChangedBy = (key: string) => Pick<DraftConflict, 'by' | 'at'>;

/** Merges changes from elsewhere into a form, and holds the fields changed on both sides until the user decides. */
export function createDraftConflicts(model: FormModel) {
  const conflicts = signal<readonly DraftConflict[]>([]);

  /** Merges local input and changes from elsewhere, and shows the result. */
  function merge(from: FormValues, mine: FormValues, theirs: FormValues, changedBy: ChangedBy): void {
    const merged = mergeValues(from, mine, theirs);
    model.fill(merged.values);
    const added = merged.conflicts.filter(isTypedInto).map((one) => ({ ...one, ...changedBy(one.path[0]) }));
    if (added.length === 0) return;
    const names = new Set(added.map(({ path }) => path.join('.')));
    conflicts.value = [...conflicts.peek().filter(({ path }) => !names.has(path.join('.'))), ...added];
  }

  /** Computed and read-only fields are not subject to conflicts. */
  function isTypedInto({ path: [key, rowId, column] }: FieldConflict): boolean {
    const state = model.states.get(key);
    if (!state || state.kind === 'field' || rowId === undefined) return state?.readOnly.peek() === false;
    const row = state.rows.peek().find((one) => one.rowId === rowId);
    return row?.cells.get(column as string)?.readOnly.peek() === false;
  }

  /** Resolves a conflict with the other value, or keeps the local one. */
  function resolve(conflict: DraftConflict, choice: 'mine' | 'theirs'): void {
    conflicts.value = conflicts.peek().filter((one) => one !== conflict);
    const value = choice === 'theirs' ? conflict.theirs : conflict.mine;
    const [key, rowId, column = ''] = conflict.path;
    if (rowId === undefined) {
      model.fill({ [key]: value });
      return;
    }
    const rows = model.table(key).rows.peek();
    rows
      .find((one) => one.rowId === rowId)
      ?.cells.get(column)
      ?.set(value);
  }

  return { conflicts, merge, resolve };
}
