import { type RefObject, useState } from 'react';
import { UNDO_MS } from '../contracts/constants.ts';
import type { FieldValue, RowState, RowValue, TableState } from '../forms/index.ts';
import { dismissSnack, showSnack } from '../ui/snackbar.ts';
import { useForm } from './form-context.ts';

const FIRST_CONTROL = ':is(input, select, textarea):not([type="file"])';

/** Row actions of a table or group, with announcements and focus handling. */
export interface RowActions {
  /** Text for the live region. */
  readonly announcement: string;
  announce(text: string): void;
  /** Adds a row at the end and focuses it. */
  add(): void;
  /** Removes a row, with ten seconds to undo. */
  remove(row: RowState): void;
  /** Moves a row up or down by one. */
  move(row: RowState, step: -1 | 1): void;
}

interface Options {
  readonly state: TableState;
  readonly frame: RefObject<HTMLElement | null>;
  /** Renders a row that may be far below. */
  readonly show?: (rowId: string) => void;
  readonly texts: Readonly<
    Record<'added' | 'removed', 'table.added' | 'table.removed' | 'group.added' | 'group.removed'>
  >;
}

export function useRows({ state, frame, show, texts }: Options): RowActions {
  const { t } = useForm();
  const [announcement, announce] = useState('');

  /** After the next rendering, when the row has been added or removed. */
  const focusSoon = (selector: string, left = 6) =>
    requestAnimationFrame(() => {
      const element = frame.current?.querySelector<HTMLElement>(selector);
      if (element) element.focus();
      else if (left > 0) focusSoon(selector, left - 1);
    });
  const inRow = (rowId: string, what: string) => `[data-row="${rowId}"] ${what}`;

  return {
    announcement,
    announce,
    add() {
      if (!state.canAdd.peek()) return;
      const rowId = state.addRow();
      announce(t(texts.added, { row: state.rows.peek().length }));
      show?.(rowId);
      focusSoon(inRow(rowId, FIRST_CONTROL));
    },
    remove(row) {
      const rows = state.rows.peek();
      const index = rows.indexOf(row);
      const next = rows[index + 1] ?? rows[index - 1];
      const order = rows.map(({ rowId }) => rowId);
      const values = valuesOf(row);
      state.removeRow(row.rowId);
      const text = t(texts.removed, { row: index + 1 });
      announce(text);
      focusSoon(next ? inRow(next.rowId, '.remove') : '.add-row');
      const snack = showSnack({
        text,
        color: 'inverse',
        timeout: UNDO_MS,
        action: {
          label: t('table.undo'),
          onSelect: () => {
            dismissSnack(snack);
            const now = state.rows.peek().map(({ rowId }) => ({ rowId }) as RowValue);
            const before = order.slice(0, index).findLast((rowId) => now.some((one) => one.rowId === rowId));
            state.setRows(now.toSpliced(now.findIndex((one) => one.rowId === before) + 1, 0, values));
          },
        },
      });
    },
    move(row, step) {
      const rows = state.rows.peek().map(({ rowId }) => ({ rowId }) as RowValue);
      const index = rows.findIndex(({ rowId }) => rowId === row.rowId);
      const target = index + step;
      if (target < 0 || target >= rows.length) return;
      const [moved] = rows.splice(index, 1);
      rows.splice(target, 0, moved as RowValue);
      state.setRows(rows);
      announce(t('group.moved', { row: target + 1, count: rows.length }));
      focusSoon(inRow(row.rowId, step < 0 ? '.up' : '.down'));
    },
  };
}

export function valuesOf({ rowId, cells }: RowState): RowValue {
  const values: Record<string, FieldValue> = {};
  for (const [key, cell] of cells) if (!cell.definition.computed) values[key] = cell.value.peek();
  return { ...values, rowId };
}
