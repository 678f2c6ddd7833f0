import { sql } from 'kysely';
import { type DataField, textOf } from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { Column, RecordViewer } from '../records/index.ts';

type Choices = Pick<Column<never>, 'options' | 'hasNoPicker'>;

const CHOICES_MAX = 1000;

/** Returns how a filter of the field's column offers values. Without a list of values, lists are filtered by the address alone. */
export function choicesOf(node: DataField): Choices {
  switch (node.type) {
    case 'radio':
    case 'dropdown':
    case 'multiSelect': {
      const { options, source } = node;
      if (source) return { options: (tx, { language }) => dropdownOptions(tx, source.dropdownId, language) };
      return {
        options: async (_tx, { language }) =>
          (options ?? []).map(({ id, text }) => ({ id, text: textOf(text, language) || id })),
      };
    }
    case 'department':
    case 'company':
      return { options: (tx) => named(tx, node.type as 'department' | 'company') };
    case 'dimension':
      return { options: (tx) => dimensionValues(tx, node.dimension ?? '') };
    case 'record':
    case 'users':
      return { hasNoPicker: true };
    default:
      return {};
  }
}

type Option = { id: string; text: string };

async function dropdownOptions(tx: Tx, dropdownId: string, language: RecordViewer['language']): Promise<Option[]> {
  const { rows } = await sql<Option>`
    SELECT o.id, coalesce(t.text, o.default_text) AS text FROM dropdown_option o LEFT JOIN dropdown_option_text t
      ON t.dropdown_id = o.dropdown_id AND t.option_id = o.id AND t.language_id = ${language}
    WHERE o.dropdown_id = ${dropdownId} ORDER BY o.position, o.id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows;
}

async function named(tx: Tx, table: 'company' | 'department'): Promise<Option[]> {
  const { rows } = await sql<Option>`SELECT id::text, name AS text FROM ${sql.table(table)} WHERE active
    ORDER BY lower(name), id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows;
}

async function dimensionValues(tx: Tx, code: string): Promise<Option[]> {
  const { rows } = await sql<Option>`
    SELECT v.id::text, v.name AS text FROM dimension_value v JOIN dimension d ON d.id = v.dimension_id
    WHERE d.code = ${code} AND v.active ORDER BY lower(v.name), v.id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows;
}
