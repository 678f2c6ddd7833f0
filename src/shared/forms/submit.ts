import type { FieldError } from '../contracts/errors.ts';
import { acceptValue, type KnownFiles } from './accept-value.ts';
import { compileForm } from './compile.ts';
import type { FieldValue, FormBody, FormValue, FormValues, RowValue } from './definition.ts';
import { defaultOf } from './field-feel.ts';
import type { Issue } from './field-issues.ts';
import type { FieldState } from './field-state.ts';
import { isEmpty, sameValue } from './field-values.ts';
import { createFormModel, type FormModel } from './model.ts';
import { Faults, isRecord, readRows, startingValues, unknownField } from './read-values.ts';
import { type FoundReferences, referenceName, referencesOf } from './references.ts';
import { FORM_STEPS, TooManySteps, withinSteps } from './step-limit.ts';
import type { TableState } from './table-state.ts';

export interface SubmitContext {
  readonly languageId: string;
  /** The tenant's ISO day. */
  readonly today: string;
  /** Current values of the task or record. An omitted key keeps its value; read-only fields must not differ from it. */
  readonly current?: unknown;
  /** Start of the errors' pointers; `/variables` by default. */
  readonly prefix?: string;
  /** `shape`: required fields, limits and rules may fail, as for outcomes with `validate: false`. */
  readonly checks?: 'all' | 'shape';
  /** Files that values may reference; others are errors. If omitted, every file is accepted as sent. */
  readonly files?: KnownFiles;
  /**
   * References (`referencesIn`) that exist and are visible to the sender; any other changed reference is an error. If
   * omitted, nothing is looked up.
   */
  readonly references?: FoundReferences;
}

export interface Submission {
  /** The visible fields with their values, computed ones recomputed; meaningful only without errors. */
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
}

/**
 * Validates values sent for a form. Unknown keys, values of the wrong type, values for hidden fields and changes of
 * read-only fields are errors; computed values are never accepted from the sender. Expressions that need too much work
 * together are one error, `content.too_complex`.
 */
export function submitForm(body: FormBody, input: unknown, context: SubmitContext): Submission {
  try {
    return withinSteps(FORM_STEPS, () => submitted(body, input, context));
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return { values: {}, errors: [{ pointer: context.prefix ?? '/variables', code: 'content.too_complex' }] };
  }
}

function submitted(body: FormBody, input: unknown, context: SubmitContext): Submission {
  const form = compileForm(body);
  const { today, languageId, checks = 'all' } = context;
  const faults = new Faults(languageId, context.prefix ?? '/variables');
  const before = startingValues(form, context.current, today);
  if (!isRecord(input)) {
    faults.add([], { code: 'field.type' });
    return { values: {}, errors: faults.errors };
  }
  const sent = new Map<string, FormValue>();
  for (const key of Object.keys(input)) {
    const definition = form.fields.get(key);
    if (!definition) faults.add([key], unknownField(key));
    else if (definition.kind === 'table') {
      const rows = readRows(definition, input[key], faults, context.files);
      if (rows) sent.set(key, completed(rows, before[key] as readonly RowValue[]));
    } else if (!definition.computed) {
      const read = acceptValue(definition.node, input[key], context.files);
      if ('value' in read) sent.set(key, read.value);
      else faults.add([key], read.issue, definition);
    }
  }
  // Unreadable values are not validated further: conditions over them would only add follow-up errors.
  if (faults.errors.length > 0) return { values: {}, errors: faults.errors };

  const asked: Asked = { faults, today, references: context.references };
  const model = createFormModel(body, { values: { ...before, ...Object.fromEntries(sent) }, languageId, today });
  for (const [key, value] of sent) {
    const state = model.states.get(key);
    if (state?.kind === 'field') checkField(state, [key], value as FieldValue, before[key] as FieldValue, asked);
    else if (state) checkTable(state, value as readonly RowValue[], before[key] as readonly RowValue[], asked);
  }
  if (checks === 'all') addIssues(model, faults);
  return { values: model.values.value, errors: faults.errors };
}

/** A cell that was not sent keeps its previous value. */
function completed(rows: readonly RowValue[], before: readonly RowValue[]): RowValue[] {
  const known = new Map(before.map((row) => [row.rowId, row]));
  return rows.map((row) => ({ ...known.get(row.rowId), ...row }));
}

interface Asked {
  readonly faults: Faults;
  readonly today: string;
  readonly references: FoundReferences | undefined;
}

function checkField(
  state: FieldState,
  path: readonly (string | number)[],
  value: FieldValue,
  before: FieldValue,
  { faults, references }: Asked,
): void {
  if (state.definition.computed || sameValue(value, before)) return;
  const hidden = !state.visible.value && !isEmpty(value);
  if (hidden || (state.visible.value && state.readOnly.value)) {
    faults.add(path, { code: 'field.not_editable' }, state.definition);
  } else if (references && !hidden) {
    const issue = referenceIssue(state, value, before, references);
    if (issue) faults.add(path, issue, state.definition);
  }
}

/** A new reference must exist, be active and match the field's filter; an existing one may have become inactive. */
function referenceIssue(
  state: FieldState,
  value: FieldValue,
  before: FieldValue,
  references: FoundReferences,
): Issue | null {
  const field = state.definition.node;
  const held = new Set(referencesOf(field, before).map(referenceName));
  const wanted = Object.entries(state.filter.value);
  for (const reference of referencesOf(field, value)) {
    const name = referenceName(reference);
    if (held.has(name)) continue;
    const found = references.get(name);
    const properties = found?.properties ?? {};
    const fits = wanted.every(([name, text]) => Object.hasOwn(properties, name) && String(properties[name]) === text);
    if (!found?.active || !fits) {
      return reference.kind === 'option'
        ? { code: 'field.choice_unknown', params: { value: (found?.text ?? reference.id).slice(0, 100) } }
        : { code: 'field.reference_unknown' };
    }
  }
  return null;
}

function checkTable(state: TableState, rows: readonly RowValue[], before: readonly RowValue[], asked: Asked): void {
  const { faults, today } = asked;
  const key = state.id;
  const sameRows = rows.length === before.length && rows.every((row, index) => row.rowId === before[index]?.rowId);
  const hidden = !state.visible.value;
  if ((hidden && rows.length > 0 && !sameRows) || (!hidden && state.readOnly.value && !sameRows)) {
    faults.add([key], { code: 'field.not_editable' }, state.definition);
    return;
  }
  const known = new Map(before.map((row) => [row.rowId, row]));
  state.rows.value.forEach((row, index) => {
    for (const [column, cell] of row.cells) {
      const value = rows[index]?.[column];
      if (value === undefined) continue;
      const held = known.get(row.rowId)?.[column];
      const old = held === undefined ? defaultOf(cell.definition.node, today) : held;
      const path = [key, index, column];
      if (!hidden && state.readOnly.value && !sameValue(value, old)) {
        faults.add(path, { code: 'field.not_editable' }, cell.definition);
      } else checkField(cell, path, value, old, asked);
    }
  });
}

function addIssues(model: FormModel, faults: Faults): void {
  for (const { pointer, issue } of model.issues.value) {
    faults.add(pointer.slice(1).split('/'), issue);
  }
}
