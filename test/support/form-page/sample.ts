import type { DataField, FormBody, FormNode } from '../../../src/shared/forms/index.ts';

/** A form independent of any form engine: the benchmark passes it to each of them. */
export interface SampleForm {
  readonly fields: readonly SampleField[];
  /** Fields that show the sum of others. */
  readonly sums: readonly SampleSum[];
  readonly table: SampleTable | null;
  /** Initial values of the fields; for a table its rows. */
  readonly values: Readonly<Record<string, SampleValue | readonly Readonly<Record<string, SampleValue>>[]>>;
  /** The number field that is typed into; in a table the cell of `row`, from 0. */
  readonly target: { readonly key: string; readonly label: string; readonly row: number | null };
}

export type SampleValue = string | number | boolean;

export interface SampleField {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'multiline' | 'number' | 'money' | 'date' | 'checkbox' | 'radio' | 'dropdown';
  /** Visible only while a number field exceeds a limit. */
  readonly shown?: { readonly key: string; readonly over: number };
}

export interface SampleSum {
  readonly key: string;
  readonly label: string;
  readonly of: readonly string[];
  /** Key of the field before it. */
  readonly after: string;
}

/** Each row has a quantity, a price and their computed product; below the rows is the total. */
interface SampleTable {
  readonly key: string;
  readonly label: string;
}

export const CHOICES = ['red', 'green', 'blue'];
export const COLUMNS = { item: 'Item', qty: 'Quantity', price: 'Price', amount: 'Amount' };
export const TOTAL = 'Total';

const KINDS = [
  'number',
  'text',
  'date',
  'checkbox',
  'dropdown',
  'number',
  'multiline',
  'radio',
  'money',
  'text',
] as const;
/** Limit that some of the numbers typed after a 1 exceed. */
const OVER = 15;

/**
 * Returns a form with `count` fields of mixed types; after every 15th one a sum of two numbers, and as many fields that
 * are visible only when a number is large.
 */
export function manyFields(count: number): SampleForm {
  const fields = Array.from({ length: count }, (_, index): SampleField => {
    const number = index + 1;
    return {
      key: `f${number}`,
      label: `Field ${number}`,
      kind: KINDS[index % KINDS.length] as SampleField['kind'],
      // The third of each fifteen depends on the first, which is a number.
      ...(index % 15 === 2 && { shown: { key: `f${number - 2}`, over: OVER } }),
    };
  });
  const sums = fields
    .filter((_, index) => index % 15 === 14)
    .map(({ key }, index): SampleSum => {
      const first = index * 15 + 1;
      return { key: `s${index + 1}`, label: `Sum ${index + 1}`, of: [`f${first}`, `f${first + 5}`], after: key };
    });
  const values = Object.fromEntries(fields.map(({ key, kind }, index) => [key, startOf(kind, index)]));
  return { fields, sums, table: null, values, target: { key: 'f1', label: 'Field 1', row: null } };
}

/** Returns a table with this many rows and four columns, the last one computed, with its total. */
export function longTable(rows: number): SampleForm {
  const lines = Array.from({ length: rows }, (_, index) => ({
    item: `Item ${index + 1}`,
    qty: 1 + (index % 9),
    price: 10 + (index % 7),
  }));
  return {
    fields: [],
    sums: [],
    table: { key: 'lines', label: 'Lines' },
    values: { lines },
    target: { key: 'qty', label: COLUMNS.qty, row: 3 },
  };
}

function startOf(kind: SampleField['kind'], index: number): SampleValue {
  switch (kind) {
    case 'number':
    case 'money':
      return 1 + (index % 9);
    case 'date':
      return '2026-11-21';
    case 'checkbox':
      return index % 2 === 0;
    case 'radio':
    case 'dropdown':
      return CHOICES[index % CHOICES.length] as string;
    default:
      return `Text ${index + 1}`;
  }
}

/** Converts the sample to a form definition. */
export function definitionOf({ fields, sums, table }: SampleForm): FormBody {
  const children: FormNode[] = [];
  for (const field of fields) {
    children.push(ownField(field));
    const sum = sums.find(({ after }) => after === field.key);
    if (sum)
      children.push({ type: 'number', key: sum.key, label: en(sum.label), width: 6, computed: sum.of.join(' + ') });
  }
  if (table) {
    children.push({
      type: 'table',
      key: table.key,
      label: en(table.label),
      maxRows: 1000,
      totals: ['total'],
      columns: [
        { type: 'text', key: 'item', label: en(COLUMNS.item), required: true },
        { type: 'number', key: 'qty', label: en(COLUMNS.qty), integer: true },
        { type: 'money', key: 'price', label: en(COLUMNS.price) },
        { type: 'money', key: 'amount', label: en(COLUMNS.amount), computed: 'row.qty * row.price' },
      ],
    });
    children.push({ type: 'money', key: 'total', label: en(TOTAL), computed: `sum(${table.key}.amount)` });
  }
  return { formatVersion: 1, id: 'sample', title: en('Sample'), root: { type: 'stack', id: 'root', children } };
}

/** Returns the values of the sample in the format of our forms. */
export function ownValues({ fields, table, values }: SampleForm): Record<string, unknown> {
  const money = (amount: unknown) => ({ amount: Number(amount) * 100, currency: 'EUR' });
  if (table) {
    const rows = values[table.key] as readonly Readonly<Record<string, SampleValue>>[];
    return { [table.key]: rows.map((row, index) => ({ ...row, rowId: `r${index + 1}`, price: money(row.price) })) };
  }
  return Object.fromEntries(fields.map(({ key, kind }) => [key, kind === 'money' ? money(values[key]) : values[key]]));
}

function ownField({ key, label, kind, shown }: SampleField): DataField {
  const base = {
    key,
    label: en(label),
    width: 6 as const,
    ...(shown && { visible: { field: shown.key, op: 'gt' as const, value: shown.over } }),
  };
  if (kind === 'radio' || kind === 'dropdown') {
    return { ...base, type: kind, options: CHOICES.map((id) => ({ id, text: en(id) })) };
  }
  return { ...base, type: kind };
}

const en = (text: string) => ({ en: text });
