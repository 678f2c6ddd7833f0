import { sql } from 'kysely';
import type { CompanyRow } from '../../../shared/contracts/companies.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Resource } from '../records/index.ts';
import { companyMessages } from './companies.messages.ts';
import { readRows } from './companies.store.ts';

const titled = (key: Parameters<typeof companyMessages.text>[1]) => (language: LanguageId) =>
  companyMessages.text(language, key);
const statusName = (language: LanguageId, active: boolean) =>
  companyMessages.text(language, active ? 'status.active' : 'status.inactive');

/** Companies for administrators, at /api/records/companies (ADM-05). */
export const companiesResource: Resource<CompanyRow> = {
  name: 'companies',
  title: titled('companies'),
  who: ['admin'],
  scopes: ['reference'],
  defaultSort: 'name',
  source: () => sql`SELECT c.id, c.name, c.code, c.registry_code AS "registryCode", c.country, NULL::int AS people,
      CASE WHEN c.active THEN 'active' ELSE 'inactive' END AS status
    FROM company c WHERE c.removed_at IS NULL`,
  columns: [
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ name }) => name },
    { field: 'code', type: 'text', title: titled('code'), sortable: true, cell: ({ code }) => code },
    {
      field: 'registryCode',
      type: 'text',
      title: titled('registryCode'),
      sortable: true,
      cell: ({ registryCode }) => registryCode,
    },
    { field: 'country', type: 'text', title: titled('country'), sortable: true, cell: ({ country }) => country },
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
