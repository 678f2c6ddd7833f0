import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Department } from '../../../shared/contracts/reference-data.contract.ts';
import type { Resource } from '../records/index.ts';
import { departmentMessages } from './departments.messages.ts';
import { readRows } from './departments.store.ts';

const CHOICES_MAX = 1000;

const titled = (key: Parameters<typeof departmentMessages.text>[1]) => (language: LanguageId) =>
  departmentMessages.text(language, key);
const statusName = (language: LanguageId, active: boolean) =>
  departmentMessages.text(language, active ? 'status.active' : 'status.inactive');

/** Departments as a list for administrators, at /api/records/departments (ADM-04). */
export const departmentsResource: Resource<Department & { readonly parent: string | null }> = {
  name: 'departments',
  title: titled('departments'),
  who: ['admin'],
  scopes: ['reference'],
  defaultSort: 'name',
  source:
    () => sql`SELECT d.id, d.code, d.name, d.company_id::text AS company, d.manager_id AS manager, NULL::int AS people,
      (SELECT p.name FROM department p WHERE p.id = d.parent_id) AS parent,
      CASE WHEN d.active THEN 'active' ELSE 'inactive' END AS status
    FROM department d WHERE d.removed_at IS NULL`,
  columns: [
    { field: 'code', type: 'text', title: titled('code'), sortable: true, cell: ({ code }) => code },
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ name }) => name },
    { field: 'parent', type: 'text', title: titled('parent'), sortable: true, cell: ({ parent }) => parent },
    { field: 'manager', type: 'person', title: titled('manager'), cell: ({ manager }) => manager?.name ?? null },
    {
      field: 'company',
      type: 'key',
      title: titled('company'),
      options: async (tx) => {
        const { rows } = await sql<{ id: string; text: string }>`SELECT id, name AS text FROM company
          WHERE removed_at IS NULL ORDER BY lower(name), id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
        return rows;
      },
      cell: ({ company }) => company?.name ?? null,
    },
    { field: 'people', type: 'number', title: titled('people'), isPlain: true, cell: ({ people }) => people },
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
