import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { OrganisationRow } from '../../../shared/contracts/organisations.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import type { Resource } from '../records/index.ts';
import { organisationMessages } from './organisations.messages.ts';
import { asSystem } from './provider.ts';

const titled = (key: Parameters<typeof organisationMessages.text>[1]) => (language: LanguageId) =>
  organisationMessages.text(language, key);
const STATUSES = ['active', 'suspended', 'closing'] as const;

/** All organisations of the installation, for the provider, at /api/records/organisations (ORG-02). */
export const organisationsResource: Resource<OrganisationRow> = {
  name: 'organisations',
  title: titled('organisations'),
  who: 'provider',
  scopes: [],
  defaultSort: 'name',
  hasTextIds: true,
  within: asSystem,
  source: () => sql`SELECT t.slug AS id, t.name, t.status, t.created_at AS "createdAt", NULL::int AS users,
      NULL::timestamptz AS "lastActivityAt" FROM tenant t`,
  columns: [
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ name }) => name },
    { field: 'id', type: 'text', title: titled('id'), sortable: true, cell: ({ id }) => id },
    { field: 'users', type: 'number', title: titled('users'), isPlain: true, cell: ({ users }) => users },
    {
      field: 'status',
      type: 'key',
      title: titled('status'),
      sortable: true,
      options: async (_tx, { language }) =>
        STATUSES.map((id) => ({ id, text: organisationMessages.text(language, `status.${id}`) })),
      cell: ({ status }, { language }) => organisationMessages.text(language, `status.${status}`),
    },
    {
      field: 'lastActivityAt',
      type: 'instant',
      title: titled('lastActivityAt'),
      isPlain: true,
      cell: ({ lastActivityAt }, { moment }) => moment(lastActivityAt),
    },
    {
      field: 'createdAt',
      type: 'instant',
      title: titled('createdAt'),
      sortable: true,
      cell: ({ createdAt }, { moment }) => moment(createdAt),
    },
  ],
  read: (tx, _viewer, ids) => readRows(tx, ids),
};

/** Users and activity are read in each organisation, with its own rights. */
async function readRows(tx: Tx, ids: readonly string[]): Promise<OrganisationRow[]> {
  const { rows } = await sql<
    Pick<OrganisationRow, 'id' | 'name' | 'status' | 'isProvider'> & { tenantId: number; createdAt: Date }
  >`SELECT t.slug AS id, t.id AS "tenantId", t.name, t.status, t.id = (SELECT min(id) FROM tenant) AS "isProvider",
      t.created_at AS "createdAt"
    FROM tenant t WHERE t.slug = ANY(${[...ids]}::text[])`.execute(tx);
  const found: OrganisationRow[] = [];
  for (const { tenantId, createdAt, ...row } of rows) {
    await continueAs(tx, { tenantId, userId: null });
    const counted = await sql<{ users: number; at: Date | null }>`
      SELECT (SELECT count(*)::int FROM app_user WHERE status = 'active') AS users,
        (SELECT at FROM audit_log ORDER BY at DESC, id DESC LIMIT 1) AS at`.execute(tx);
    const { users, at } = counted.rows[0]!;
    found.push({ ...row, users, createdAt: createdAt.toISOString(), lastActivityAt: at?.toISOString() ?? null });
  }
  return found;
}
