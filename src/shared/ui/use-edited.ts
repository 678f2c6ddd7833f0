import { useState } from 'react';
import { currentOf, isSameValue, mergeValues } from './merge-values.ts';

interface Edited<Values, Row> {
  /** The row being edited, as the server has it; null for a new one. */
  readonly row: Row | null;
  readonly values: Values;
  /** Values saved in the meantime of fields that were also changed here. */
  readonly theirs: Partial<Values>;
  readonly isChanged: boolean;
  readonly type: (change: Partial<Values>) => void;
  /** Runs a save. After a conflict the next one replaces what another user has saved; rejects with its error. */
  readonly save: <Result>(send: (row: Row | null) => Promise<Result>) => Promise<Result>;
  /** Continues with the saved row, in a form that stays open. What was typed since `values` were sent stays. */
  readonly take: (saved: Row) => void;
}

/** Values of a form dialog. `valuesOf` reads those of a row, or with null those of a new one. */
export function useEdited<Values extends object, Row>(
  first: Row | null,
  valuesOf: (row: Row | null) => Values,
): Edited<Values, Row> {
  const [row, setRow] = useState(first);
  const [values, setValues] = useState(() => valuesOf(first));
  const [theirs, setTheirs] = useState<Partial<Values>>({});
  return {
    ...{ row, values, theirs },
    isChanged: !isSameValue(values, valuesOf(row)),
    type: (change) => setValues((before) => ({ ...before, ...change })),
    async save(send) {
      try {
        return await send(row);
      } catch (error) {
        const current = currentOf<Row>(error);
        if (current) {
          const merged = mergeValues(valuesOf(row), values, valuesOf(current));
          setRow(current);
          setValues(merged.values);
          setTheirs(merged.theirs);
        }
        throw error;
      }
    },
    take: (saved) => {
      setRow(saved);
      setValues((now) => mergeValues(values, now, valuesOf(saved)).values);
      setTheirs({});
    },
  };
}
