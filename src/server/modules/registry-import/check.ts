import { setImmediate } from 'node:timers/promises';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import {
  columnFields,
  type DataField,
  type FormBody,
  referenceName,
  referencesIn,
} from '../../../shared/forms/index.ts';
import { type CheckedRow, type EntryRow, faultsOfError, type ImportCall, type ImportValue } from '../imports/index.ts';
import type { Registry } from '../records/index.ts';
import { findReferences } from '../references/index.ts';
import { judgeValues, titleOfRecord, type VersionOfForm } from '../registries/index.ts';
import { partsOf, readCell } from './cells.rules.ts';
import { columnOf, isWritable } from './columns.ts';
import type { RecordEntry } from './entries.ts';
import { collect, findNames, findUsers, isReference, type Names } from './names.query.ts';
import { type RecordValues, toImportValues } from './values.ts';

/** Rows after which other requests have a turn. */
const TURN_ROWS = 200;

type Row = EntryRow<RecordEntry>;

/** What a row sends, as a request for one record would. */
interface Sent {
  readonly data: Values;
  readonly status: string | undefined;
  /** Undefined: stays. */
  readonly owner: string | null | undefined;
  readonly faults: readonly FieldError[];
}

/** Applies the rules of a single record to rows: those of the form, references, and moves of statuses. */
export async function checkRecords(
  call: ImportCall,
  registry: Registry,
  published: VersionOfForm | null,
  rows: readonly Row[],
): Promise<CheckedRow[]> {
  const formOfRow = ({ current }: Row) => (current ? current.form : published)?.body ?? null;
  const read = await reader(call, registry, rows, formOfRow);
  const sent: Sent[] = [];
  for (const row of rows) {
    sent.push(read(row));
    if (sent.length % TURN_ROWS === 0) await setImmediate();
  }
  const found = await findSent(
    call,
    rows.map((row, index) => [formOfRow(row), sent[index]!.data] as const),
  );
  const results: (RecordValues | { readonly faults: readonly FieldError[] })[] = [];
  for (const [index, row] of rows.entries()) {
    results.push(judgeRow(call, registry, row, formOfRow(row), sent[index]!, found));
    if (results.length % TURN_ROWS === 0) await setImmediate();
  }
  return toChecked(call, registry, rows.map(formOfRow), results);
}

/** Returns how the cells of a row are read, after what they name has been looked up for all rows together. */
async function reader(
  call: ImportCall,
  registry: Registry,
  rows: readonly Row[],
  formOfRow: (row: Row) => FormBody | null,
): Promise<(row: Row) => Sent> {
  const language = call.session.languageId;
  const forms = new Map<FormBody | null, { readonly node: DataField; readonly names: Names | null }[]>();
  for (const form of new Set(rows.map(formOfRow))) {
    const own = rows.filter((row) => formOfRow(row) === form);
    const fields: { readonly node: DataField; readonly names: Names | null }[] = [];
    for (const node of form ? columnFields(form).filter(isWritable) : []) {
      const cells = own.flatMap(({ cells }) => cells[columnOf(node.key)] || []);
      const parts = cells.flatMap((cell) => [cell, ...partsOf(cell)]);
      fields.push({ node, names: isReference(node) ? await findNames(call, node, parts) : null });
    }
    forms.set(form, fields);
  }
  const owners = collect(await findUsers(call.tx, lowered(rows.flatMap(({ cells }) => cells.owner || []))));
  const statuses = collect(
    registry.statuses.map(({ id, title }) => ({ id, names: [id, id, ...Object.values(title)] })),
  );
  return (row) => {
    const faults: FieldError[] = [];
    const data: Values = {};
    for (const { node, names } of forms.get(formOfRow(row))!) {
      const field = columnOf(node.key);
      const cell = row.cells[field];
      if (cell === undefined || isShown(row, field, cell)) continue;
      const result = names ? readNames(node, cell, names) : readCell(node, cell, language);
      if ('value' in result) data[node.key] = result.value;
      else faults.push({ pointer: `/${field}`, ...result.fault });
    }
    const status = one(row, 'status', statuses, faults);
    const owner = one(row, 'owner', owners, faults);
    return { data, status: status ?? undefined, owner, faults };
  };
}

const lowered = (names: readonly string[]) => [...new Set(names.map((name) => name.toLowerCase()))];

/** Whether the cell is the present value as files show it. */
function isShown({ current }: Row, field: string, cell: string): boolean {
  const value: ImportValue | undefined = current?.values[field];
  return typeof value === 'object' && value !== null && 'text' in value && value.text === cell;
}

function one(row: Row, field: string, names: Names, faults: FieldError[]): string | null | undefined {
  const cell = row.cells[field];
  if (cell === undefined || isShown(row, field, cell)) return undefined;
  if (cell === '') return null;
  const result = idOf(cell, names);
  if ('value' in result) return result.value;
  faults.push({ pointer: `/${field}`, ...result.fault });
  return undefined;
}

type Found = { readonly value: string } | { readonly fault: Omit<FieldError, 'pointer'> };

function idOf(cell: string, names: Names): Found {
  const ids = [...(names.get(cell.toLowerCase()) ?? [])];
  if (ids.length === 1) return { value: ids[0]! };
  const code = ids.length > 1 ? 'import.key_ambiguous' : 'field.choice_unknown';
  return { fault: { code, params: { value: cell.slice(0, 100).toWellFormed() } } };
}

function readNames(node: DataField, cell: string, names: Names) {
  const isList = node.type === 'multiSelect' || node.type === 'users';
  if (cell === '') return { value: null };
  if (!isList) return idOf(cell, names);
  const ids: string[] = [];
  for (const part of partsOf(cell)) {
    const found = idOf(part, names);
    if ('fault' in found) return found;
    ids.push(found.value);
  }
  return { value: ids };
}

/** Looks up the references of all rows, in one statement for each kind. */
async function findSent(call: ImportCall, sent: readonly (readonly [FormBody | null, Values])[]) {
  const wanted = sent.flatMap(([form, data]) => (form && Object.keys(data).length > 0 ? referencesIn(form, data) : []));
  const distinct = new Map(wanted.map((reference) => [referenceName(reference), reference]));
  return findReferences(call.tx, call.session, [...distinct.values()], call.session.languageId);
}

function judgeRow(
  call: ImportCall,
  registry: Registry,
  { current }: Row,
  form: FormBody | null,
  sent: Sent,
  found: Awaited<ReturnType<typeof findSent>>,
): RecordValues | { readonly faults: readonly FieldError[] } {
  const before = current && { ...current.record, ownerId: current.record.owner_id, files: new Map() };
  const shownOwner = (current?.values.owner ?? null) as RecordValues['owner'];
  const owner =
    sent.owner === undefined ? shownOwner : sent.owner === null ? null : { id: sent.owner, text: sent.owner };
  const isChanged =
    !current || Object.keys(sent.data).length > 0 || (sent.status ?? current.record.status) !== current.record.status;
  if (!isChanged && sent.faults.length === 0)
    return { status: current.record.status, owner, data: current.record.data };
  try {
    const { errors, status, data } = judgeValues(call, registry, form, sent, before ?? null, found);
    // A cell that cannot be read counts as blank for the rules of the form.
    const unread = new Set(sent.faults.map(({ pointer }) => pointer));
    const faults = [...sent.faults, ...errors.map(inColumn).filter(({ pointer }) => !unread.has(pointer))];
    if (faults.length > 0) return { faults };
    return { status, owner, data };
  } catch (error) {
    if (sent.faults.length > 0) return { faults: sent.faults };
    return { faults: faultsOfError(error).map((fault) => ({ ...fault, pointer: fault.pointer || '/status' })) };
  }
}

/** The column of a fault: that of the form's field. */
function inColumn(fault: FieldError): FieldError {
  const [, root = '', key = ''] = fault.pointer.split('/');
  return root === 'data' ? { ...fault, pointer: `/${columnOf(key)}` } : fault;
}

/** Values and names of the rows, in the form of each. */
async function toChecked(
  call: ImportCall,
  registry: Registry,
  forms: readonly (FormBody | null)[],
  results: readonly (RecordValues | { readonly faults: readonly FieldError[] })[],
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = results.map((result) => ('faults' in result ? result : { values: {}, name: '' }));
  for (const form of new Set(forms)) {
    const own = results.flatMap((result, index) =>
      'faults' in result || forms[index] !== form ? [] : [{ index, result }],
    );
    const values = await toImportValues(
      call,
      registry,
      form,
      own.map(({ result }) => result),
    );
    for (const [place, { index, result }] of own.entries()) {
      checked[index] = { values: values[place]!, name: titleOfRecord(registry, result.data) };
    }
  }
  return checked;
}
