import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { type FormBody, isTexts, referenceName, referencesIn, textOf } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { RecordViewer } from '../records/index.ts';
import { findReferences } from '../references/index.ts';
import type { OwnColumn } from './own-columns.ts';

/** Returns by record the texts of values that are ids, by column: names of options, users and other objects. */
export async function textsOf(
  tx: Tx,
  { session, language }: RecordViewer,
  form: FormBody | null,
  columns: readonly OwnColumn[],
  rows: readonly { readonly id: string; readonly data: Values }[],
): Promise<ReadonlyMap<string, Record<string, string>>> {
  if (!form || columns.length === 0) return new Map();
  const wanted = rows.flatMap(({ data }) => referencesIn(form, data));
  const distinct = new Map(wanted.map((one) => [referenceName(one), one]));
  const found = await findReferences(tx, session, [...distinct.values()], language);
  return new Map(
    rows.map(({ id, data }) => {
      const texts = columns.flatMap(({ column, node }): [string, string][] => {
        const value = data[column.from];
        const references = referencesIn(form, { [column.from]: value });
        const names = references.map((one) => found.get(referenceName(one))?.text ?? one.id);
        const own = references.length === 0 ? ownNames(node, value, language) : names;
        return own.length === 0 ? [] : [[column.field, own.join(', ')]];
      });
      return [id, Object.fromEntries(texts)];
    }),
  );
}

/** Returns the texts of chosen options that the field has itself. */
function ownNames(node: OwnColumn['node'], value: unknown, language: string): string[] {
  if (!('options' in node) || !node.options) return [];
  const { options } = node;
  const ids = isTexts(value) ? value : typeof value === 'string' ? [value] : [];
  return ids.map((id) => textOf(options.find((one) => one.id === id)?.text, language) || id);
}
