import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { DimensionValueRow } from '../../../shared/contracts/dimensions.contract.ts';
import type { Resource } from '../records/index.ts';
import { dimensionMessages } from './dimensions.messages.ts';
import { readRows } from './values.store.ts';

const CHOICES_MAX = 1000;

const titled = (key: Parameters<typeof dimensionMessages.text>[1]) => (language: LanguageId) =>
  dimensionMessages.text(language, key);
const statusName = (language: LanguageId, active: boolean) =>
  dimensionMessages.text(language, active ? 'status.active' : 'status.inactive');

/** Values of dimensions for administrators, at /api/records/dimension_values (ADM-05). */
export const dimensionValuesResource: Resource<DimensionValueRow> = {
  name: 'dimension_values',
  title: titled('values'),
  who: ['admin'],
  scopes: ['reference'],
  defaultSort: 'code',
  source: () => sql`SELECT v.id, v.dimension_id::text AS dimension, v.code, v.name,
      (SELECT p.name FROM dimension_value p WHERE p.id = v.parent_id) AS parent,
      CASE WHEN v.active THEN 'active' ELSE 'inactive' END AS status
    FROM dimension_value v WHERE v.removed_at IS NULL`,
  columns: [
    {
      field: 'dimension',
      type: 'key',
      title: titled('dimension'),
      options: async (tx) => {
        const { rows } = await sql<{ id: string; text: string }>`SELECT id, name AS text FROM dimension
          WHERE removed_at IS NULL ORDER BY lower(name), id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
        return rows;
      },
      cell: ({ dimension }) => dimension.name,
    },
    { field: 'code', type: 'text', title: titled('code'), sortable: true, cell: ({ code }) => code },
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ name }) => name },
    {
      field: 'parent',
      type: 'text',
      title: titled('parent'),
      sortable: true,
      cell: ({ parent }) => parent?.name ?? null,
    },
    {
      field: 'status',
      type: 'key',
      title: titled('status'),
      sortable: true,
      options: async (_tx, { language }) => [
        { id: 'active', text: statusName(language, true) },
        { id: 'inactive', text: statusName(language, false) },
      ],
      cell: ({ active }, { language }) => statusName(language, active),
    },
  ],
  read: (tx, _viewer, ids) => readRows(tx, ids),
};
