import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Delegation } from '../../../shared/contracts/delegations.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { IndexOrder, ParentOrder, Resource } from '../records/index.ts';
import { delegationColumnMessages as messages } from './delegations.columns.messages.ts';
import { readThese, toDelegation } from './delegations.store.ts';

type DelegationText = Parameters<typeof messages.text>[1];

const STATES = ['running', 'coming', 'ended'] as const;

const titled = (key: DelegationText) => (language: LanguageId) => messages.text(language, key);

const nameOf = (column: 'user_id' | 'delegate_user_id') =>
  sql`(SELECT coalesce(u.name, u.username) FROM app_user u WHERE u.id = ${sql.ref(`d.${column}`)})`;

function orderOf(field: string): IndexOrder | ParentOrder | undefined {
  switch (field) {
    case 'startDate':
    case 'endDate':
      return { column: field, type: 'day' };
    case 'user':
    case 'delegate': {
      const parents = sql`SELECT u.id, nullif(lower(coalesce(u.name, u.username)), '') AS key FROM app_user u`;
      return { parents, type: 'text', by: field };
    }
    default:
      return undefined;
  }
}

/** Delegations of all users for administrators, at /api/records/delegations (ADM-07). */
export const delegationsResource: Resource<Delegation> = {
  name: 'delegations',
  title: titled('delegations'),
  who: ['admin'],
  scopes: [],
  defaultSort: 'startDate:desc',
  source: ({
    today,
  }) => sql`SELECT d.id, d.user_id AS "user", d.delegate_user_id AS delegate, d.start_date AS "startDate",
      d.end_date AS "endDate", d.replace_verva AS "replaceVerva", d.comment,
      ${nameOf('user_id')} AS "userName", ${nameOf('delegate_user_id')} AS "delegateName",
      CASE WHEN d.start_date > ${today}::date THEN 'coming' WHEN d.end_date >= ${today}::date THEN 'running' ELSE 'ended' END AS state
    FROM delegation d WHERE d.removed_at IS NULL`,
  orderOf,
  search: (q) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(lower(r."userName") LIKE ${pattern} OR lower(r."delegateName") LIKE ${pattern}
      OR lower(r.comment) LIKE ${pattern})`;
  },
  columns: [
    {
      field: 'user',
      type: 'person',
      title: titled('user'),
      sortable: { by: 'userName', type: 'text' },
      cell: ({ user }) => user.name,
    },
    {
      field: 'delegate',
      type: 'person',
      title: titled('delegate'),
      sortable: { by: 'delegateName', type: 'text' },
      cell: ({ delegate }) => delegate.name,
    },
    { field: 'startDate', type: 'day', title: titled('startDate'), sortable: true, cell: (row) => row.startDate },
    { field: 'endDate', type: 'day', title: titled('endDate'), sortable: true, cell: (row) => row.endDate },
    {
      field: 'state',
      type: 'key',
      title: titled('state'),
      options: async (_tx, { language }) => STATES.map((id) => ({ id, text: messages.text(language, `state.${id}`) })),
      cell: ({ state }, { language }) => messages.text(language, `state.${state}`),
    },
    {
      field: 'replaceVerva',
      type: 'boolean',
      title: titled('replaceVerva'),
      cell: ({ replaceVerva }, { language }) => messages.text(language, `replaceVerva.${replaceVerva ? 'yes' : 'no'}`),
    },
    { field: 'comment', type: 'text', title: titled('comment'), cell: ({ comment }) => comment || null },
  ],
  async read(tx, { today }, ids) {
    return (await readThese(tx, ids)).map((row) => toDelegation(row, today));
  },
};
