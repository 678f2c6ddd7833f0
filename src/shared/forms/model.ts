import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { FieldError } from '../contracts/errors.ts';
import { type CompiledForm, compileForm } from './compile.ts';
import {
  type FieldValue,
  type FormBody,
  type FormValue,
  type FormValues,
  type RowValue,
  textOf,
} from './definition.ts';
import type { Issue } from './field-issues.ts';
import { createFieldState, type FieldState, FORM_CONTAINER, type FormSurroundings } from './field-state.ts';
import { same } from './merge.ts';
import { pointerOf, startingValues } from './read-values.ts';
import { createTableState, type TableState } from './table-state.ts';
import type { FeelValue, Scope } from './values.ts';

export interface FormModelOptions {
  /** Known values; keys that are not in this form are ignored. */
  readonly values?: unknown;
  readonly languageId: string;
  /** The tenant's ISO day. */
  readonly today: string;
  readonly readOnly?: boolean;
}

/** An error and its position; `pointer` starts at the values. */
interface FoundIssue {
  readonly id: string;
  readonly pointer: string;
  readonly issue: Issue;
  readonly state: FieldState | TableState;
}

/** A form being filled in: signals for all state, the same in the browser and on the server. */
export interface FormModel {
  readonly body: FormBody;
  readonly form: CompiledForm;
  readonly languageId: Signal<string>;
  readonly today: string;
  readonly readOnly: boolean;
  readonly states: ReadonlyMap<string, FieldState | TableState>;
  /** Throws for a key that is not a field of the form: a programming error. */
  field(key: string): FieldState;
  table(key: string): TableState;
  /** Whether a layout node or static text is visible. */
  partVisible(id: string): ReadonlySignal<boolean>;
  /** Values for submitting: visible fields only, including computed ones. */
  readonly values: ReadonlySignal<FormValues>;
  /** Changes whenever a value was typed or set: for observing changes without reading all values. */
  readonly changes: ReadonlySignal<number>;
  /** All current errors, in form order. */
  readonly issues: ReadonlySignal<readonly FoundIssue[]>;
  /** Unparsable input, by field id. */
  readonly unread: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Finds a field or cell by id; undefined if there is none. */
  find(id: string): FieldState | undefined;
  /** Sets these values as if typed; others stay. Cells keep their positions and the focus. */
  fill(values: FormValues): void;
  /** Shows all errors from now on and returns the values for submitting. */
  attempt(): { readonly values: FormValues; readonly issues: readonly FoundIssue[] };
  /**
   * Assigns the server's errors to their fields; returns those without one. `prefix` is the start of their pointers.
   */
  showErrors(errors: readonly FieldError[], prefix?: string): readonly FieldError[];
}

export function createFormModel(body: FormBody, options: FormModelOptions): FormModel {
  const form = compileForm(body);
  const { today, readOnly = false } = options;
  const languageId = signal(options.languageId);
  const states = new Map<string, FieldState | TableState>();
  const scope: Scope = {
    kind: 'scope',
    get: (name) => feelOf(states.get(name)),
    has: (name) => states.has(name),
  };
  const parts = new Map<string, ReadonlySignal<boolean>>();
  for (const [id, visible] of form.parts)
    parts.set(
      id,
      computed(() => visible(scope, today)),
    );

  const brokenRules = computed(() => {
    const broken = new Map<string, string>();
    for (const { rule, holds } of form.rules) {
      if (!broken.has(rule.at) && holds(scope, today) === false) {
        broken.set(rule.at, textOf(rule.message, languageId.value));
      }
    }
    return broken;
  });
  const unread = signal<ReadonlyMap<string, string>>(new Map());
  const changes = signal(0);
  const surroundings: FormSurroundings = {
    languageId,
    today,
    readOnly,
    changed: () => {
      changes.value = changes.peek() + 1;
    },
    brokenRules: () => brokenRules.value,
    unread,
  };
  const initial = startingValues(form, options.values, today);
  for (const [key, definition] of form.fields) {
    if (definition.kind === 'table') {
      states.set(key, createTableState(definition, initial[key] as readonly RowValue[], scope, surroundings));
    } else {
      const value = initial[key] as Exclude<FormValue, readonly RowValue[]>;
      states.set(key, createFieldState(definition, key, value, scope, surroundings, FORM_CONTAINER));
    }
  }

  const values = computed(() => visibleValues(states));
  const issues = computed(() => allIssues(states));

  return {
    body,
    form,
    languageId,
    today,
    readOnly,
    states,
    field: (key) => known(states.get(key), 'field', key) as FieldState,
    table: (key) => known(states.get(key), 'table', key) as TableState,
    partVisible: (id) => known(parts.get(id), 'part', id),
    values,
    changes,
    issues,
    unread,
    find: (id) => findState(states, id),
    fill: (wanted) =>
      batch(() => {
        for (const [key, value] of Object.entries(wanted)) {
          const state = states.get(key);
          if (state?.kind === 'field') put(state, value as FieldValue);
          else state?.setRows(value as readonly RowValue[]);
        }
      }),
    attempt: () => {
      batch(() => forEachState(states, (state) => state.leave()));
      return { values: values.value, issues: issues.value };
    },
    showErrors: (errors, prefix = '/variables') => {
      const unplaced: FieldError[] = [];
      batch(() => {
        for (const error of errors) {
          const state = error.pointer.startsWith(`${prefix}/`)
            ? at(states, error.pointer.slice(prefix.length + 1))
            : null;
          if (state) state.refuse({ code: error.code, ...(error.params && { params: error.params }) });
          else unplaced.push(error);
        }
      });
      return unplaced;
    },
  };
}

/** Finds `total`, or `lines.r3.qty` for a cell. */
function findState(states: ReadonlyMap<string, FieldState | TableState>, id: string): FieldState | undefined {
  const [key = '', ...rest] = id.split('.');
  const state = states.get(key);
  if (state?.kind !== 'table') return rest.length === 0 ? state : undefined;
  const column = rest.pop() ?? '';
  const rowId = rest.join('.');
  return state.rows
    .peek()
    .find((row) => row.rowId === rowId)
    ?.cells.get(column);
}

/** Sets a value only if it differs: setting it would clear a shown error and unparsable input. */
function put(state: FieldState, value: FieldValue): void {
  if (!same(state.value.peek(), value)) state.set(value);
}

function known<T extends object>(found: T | undefined, kind: 'field' | 'table' | 'part', key: string): T {
  if (!found || ('kind' in found && found.kind !== kind)) throw new Error(`The form has no ${kind} ${key}`);
  return found;
}

function feelOf(state: FieldState | TableState | undefined): FeelValue {
  if (!state) return null;
  if (state.kind === 'field') return state.feel();
  return state.visible.value ? state.rowScopes.value : null;
}

function visibleValues(states: ReadonlyMap<string, FieldState | TableState>): FormValues {
  const values: Record<string, FormValue> = {};
  for (const [key, state] of states) {
    if (!state.visible.value) continue;
    values[key] = state.kind === 'field' ? state.value.value : rowsOf(state);
  }
  return values;
}

function rowsOf(table: TableState): RowValue[] {
  return table.rows.value.map((row) => row.values.value);
}

function allIssues(states: ReadonlyMap<string, FieldState | TableState>): FoundIssue[] {
  const found: FoundIssue[] = [];
  const note = (state: FieldState | TableState, path: readonly (string | number)[]): void => {
    const issue = state.issue.value;
    if (issue) found.push({ id: state.id, pointer: pointerOf(path), issue, state });
  };
  for (const [key, state] of states) {
    note(state, [key]);
    if (state.kind === 'field' || !state.visible.value) continue;
    state.rows.value.forEach((row, index) => {
      for (const [column, cell] of row.cells) note(cell, [key, index, column]);
    });
  }
  return found;
}

function forEachState(
  states: ReadonlyMap<string, FieldState | TableState>,
  visit: (state: FieldState | TableState) => void,
): void {
  for (const state of states.values()) {
    visit(state);
    if (state.kind === 'table') for (const row of state.rows.peek()) for (const cell of row.cells.values()) visit(cell);
  }
}

/** Returns the field, cell or table at `lines/2/qty`. */
function at(states: ReadonlyMap<string, FieldState | TableState>, path: string): FieldState | TableState | null {
  const [key = '', index, column = ''] = path.split('/');
  const state = states.get(key);
  if (!state || state.kind === 'field' || index === undefined) return state ?? null;
  return state.rows.peek()[Number(index)]?.cells.get(column) ?? state;
}
