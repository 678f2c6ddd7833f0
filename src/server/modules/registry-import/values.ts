import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { columnFields, type FormBody, textOf } from '../../../shared/forms/index.ts';
import type { ImportCall, ImportValue, ImportValues } from '../imports/index.ts';
import type { Registry } from '../records/index.ts';
import { cellOf, textsOf } from '../registries/index.ts';
import { columnOf } from './columns.ts';

/** A record before or after a row. */
export interface RecordValues {
  readonly status: string | null;
  readonly owner: { readonly id: string; readonly text: string } | null;
  readonly data: Values;
}

/** Returns values of records as imports compare and show them: each by its JSON, with the text of a file. */
export async function toImportValues(
  { tx, session, context, now }: ImportCall,
  registry: Registry,
  form: FormBody | null,
  records: readonly RecordValues[],
): Promise<ImportValues[]> {
  const language = session.languageId as LanguageId;
  const nodes = form ? columnFields(form) : [];
  const columns = nodes.map((node) => {
    const column = { field: columnOf(node.key), from: node.key, listed: true, searchable: false, ready: true };
    return { column, node, cell: cellOf(column, node) };
  });
  const viewer = { db: context.db, session, language, today: '', now };
  const rows = records.map(({ data }, index) => ({ id: String(index), data }));
  const texts = await textsOf(tx, viewer, form, columns, rows);
  return records.map(({ status, owner, data }, index) => {
    const values: Record<string, ImportValue> = { status: statusValue(registry, status, language), owner };
    const shown = { data, texts: texts.get(String(index)) ?? {} } as never;
    for (const { column, cell } of columns) {
      const value = data[column.from];
      const text = isBlank(value) ? null : cell(shown, { language, moment: (instant) => instant });
      values[column.field] = text === null ? null : { id: canonical(value), text: String(text) };
    }
    // Tables and files are never in a file: they stay.
    const known = new Set(nodes.map(({ key }) => key));
    for (const [key, value] of Object.entries(data)) {
      if (!known.has(key) && !isBlank(value)) values[columnOf(key)] = { id: canonical(value), text: '…' };
    }
    return values;
  });
}

/** Returns a record of a plan; fields without a value have null. */
export function fromImportValues(values: ImportValues, form: FormBody | null): RecordValues {
  const { status, owner, ...rest } = values as Readonly<Record<string, RecordValues['owner']>>;
  const data: Values = {};
  for (const { key, type } of form ? columnFields(form) : []) if (type !== 'checkbox') data[key] = null;
  for (const [field, value] of Object.entries(rest)) {
    if (value) data[field.slice(columnOf('').length)] = JSON.parse(value.id);
  }
  return { status: status?.id ?? null, owner: owner ?? null, data };
}

function statusValue({ statuses }: Registry, id: string | null, language: LanguageId): ImportValue {
  return id === null ? null : { id, text: textOf(statuses.find((one) => one.id === id)?.title, language) || id };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** JSON with members in alphabetical order, as the database may return them in another one. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
