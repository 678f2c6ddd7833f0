import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { CompiledTable } from './compile.ts';
import { type FieldValue, type RowValue, textOf } from './definition.ts';
import { defaultOf } from './field-feel.ts';
import type { Issue } from './field-issues.ts';
import { createFieldState, type FieldContainer, type FieldState, type FormSurroundings } from './field-state.ts';
import { same } from './merge.ts';
import type { Scope } from './values.ts';

export interface RowState {
  readonly rowId: string;
  readonly cells: ReadonlyMap<string, FieldState>;
  readonly scope: Scope;
  /** Values for submitting; the same object until something in it changes. */
  readonly values: ReadonlySignal<RowValue>;
}

/** A repeating table: rows with stable ids, each with its own cells. */
export interface TableState {
  readonly kind: 'table';
  readonly definition: CompiledTable;
  readonly id: string;
  readonly rows: ReadonlySignal<readonly RowState[]>;
  /** The rows for expressions: one list until rows are added or removed. */
  readonly rowScopes: ReadonlySignal<readonly Scope[]>;
  readonly visible: ReadonlySignal<boolean>;
  readonly required: ReadonlySignal<boolean>;
  readonly readOnly: ReadonlySignal<boolean>;
  /** An error of the table as a whole: too few or too many rows, or a broken rule. */
  readonly issue: ReadonlySignal<Issue | null>;
  readonly shown: ReadonlySignal<Issue | null>;
  readonly canAdd: ReadonlySignal<boolean>;
  /** Adds a row with default values at the end and returns its id. */
  addRow(): string;
  removeRow(rowId: string): void;
  /** Replaces the rows; existing ones keep their cells and take the values. */
  setRows(rows: readonly RowValue[]): void;
  leave(): void;
  refuse(issue: Issue): void;
}

export function createTableState(
  definition: CompiledTable,
  initial: readonly RowValue[],
  formScope: Scope,
  surroundings: FormSurroundings,
): TableState {
  const { today, languageId } = surroundings;
  const id = definition.key;
  const refused = signal<Issue | null>(null);
  const touched = signal(false);
  const visible = computed(() => definition.visible(formScope, today));
  const readOnly = computed(() => surroundings.readOnly || definition.readOnly(formScope, today));
  const container: FieldContainer = { visible, readOnly };
  const createRow = (row: RowValue): RowState => {
    const cells = new Map<string, FieldState>();
    const own: Scope = {
      kind: 'scope',
      get: (name) => cells.get(name)?.feel() ?? null,
      has: (name) => cells.has(name),
    };
    const scope: Scope = {
      kind: 'scope',
      get: (name) => (name === 'row' ? own : formScope.get(name)),
      has: (name) => name === 'row' || formScope.has(name),
    };
    for (const [key, column] of definition.columns) {
      const value = row[key] ?? defaultOfMissing(row, key, () => defaultOf(column.node, today));
      const cellId = `${id}.${row.rowId}.${key}`;
      cells.set(key, createFieldState(column, cellId, value, scope, surroundings, container));
    }
    return { rowId: row.rowId, cells, scope: own, values: computed(() => rowValues(row.rowId, cells)) };
  };
  const initialRows = initial.map(createRow);
  const rowsSignal = signal<readonly RowState[]>(initialRows);
  const rows = computed(() => (readOnly.value ? initialRows : rowsSignal.value));
  let counter = initial.reduce((most, row) => Math.max(most, numberOf(row.rowId)), 0);
  const required = computed(() => definition.required(formScope, today));
  const issue = computed<Issue | null>(() => {
    if (!visible.value) return null;
    const attribute = textOf(definition.label, languageId.value);
    const count = rows.value.length;
    const least = Math.max(definition.minRows, required.value ? 1 : 0);
    if (count === 0 && required.value) return { code: 'field.required', params: { attribute } };
    if (count < least || count > definition.maxRows) {
      return { code: 'field.rows', params: { attribute, min: least, max: definition.maxRows } };
    }
    const message = surroundings.brokenRules().get(id);
    return message === undefined ? null : { code: 'field.rule', params: { message } };
  });
  const change = (next: readonly RowState[]): void =>
    batch(() => {
      rowsSignal.value = next;
      surroundings.changed();
      refused.value = null;
    });
  return {
    kind: 'table',
    definition,
    id,
    rows,
    rowScopes: computed(() => rows.value.map((row) => row.scope)),
    visible,
    required,
    readOnly,
    issue,
    shown: computed(() => (visible.value ? (refused.value ?? (touched.value ? issue.value : null)) : null)),
    canAdd: computed(() => !readOnly.value && rows.value.length < definition.maxRows),
    addRow: () => {
      counter += 1;
      const rowId = `r${counter}`;
      change([...rowsSignal.peek(), createRow({ rowId })]);
      return rowId;
    },
    removeRow: (rowId) => change(rowsSignal.peek().filter((row) => row.rowId !== rowId)),
    setRows: (wanted) => {
      const known = new Map(rowsSignal.peek().map((row) => [row.rowId, row]));
      for (const row of wanted) counter = Math.max(counter, numberOf(row.rowId));
      change(
        wanted.map((row) => {
          const state = known.get(row.rowId);
          if (!state) return createRow(row);
          for (const [key, cell] of state.cells) {
            const value = Object.hasOwn(row, key) ? (row[key] as FieldValue) : cell.value.peek();
            if (!same(cell.value.peek(), value)) cell.set(value);
          }
          return state;
        }),
      );
    },
    leave: () => {
      touched.value = true;
    },
    refuse: (fault) => {
      refused.value = fault;
    },
  };
}

function rowValues(rowId: string, cells: RowState['cells']): RowValue {
  const values: Record<string, FieldValue> = {};
  for (const [key, cell] of cells) if (cell.visible.value) values[key] = cell.value.value;
  return { ...values, rowId };
}

/** A cell sent as `null` stays empty; a missing one takes its default. */
function defaultOfMissing(row: RowValue, key: string, fallback: () => FieldValue): FieldValue {
  return Object.hasOwn(row, key) ? null : fallback();
}

/** Returns the number in a row id generated by a table; 0 for others. */
function numberOf(rowId: string): number {
  return Number(/^r(\d{1,9})$/.exec(rowId)?.[1] ?? 0);
}
