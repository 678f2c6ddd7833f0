import { sql } from 'kysely';
import type { HrUser } from '../../../../shared/contracts/hr-users.contract.ts';
import { containsPattern } from '../../../platform/condition-sql.ts';
import { beginning, impliedByText, orderOf, workColumns } from '../../people/index.ts';
import type { Resource } from '../../records/index.ts';
import { recordList } from '../access.ts';
import { contractKinds, dimensionValues, titled, withDimension } from '../contracts/contracts.resource.ts';
import { assertMayExport } from '../export.ts';
import { hrMessages } from '../hr.messages.ts';
import { readViewer } from '../rights.query.ts';
import { mayReadSql } from '../visible.ts';
import { currentContract, isFormer, readHrUsers } from './users.store.ts';

/** HR-01: users as HR sees them, at /api/records/users. */
export const usersResource: Resource<HrUser> = {
  name: 'users',
  title: titled('users'),
  who: 'any',
  scopes: ['hr'],
  defaultSort: 'name',
  idOf: ({ key }) => key,
  source: ({
    session,
    today,
  }) => sql`SELECT u.id, u.name_key AS name, u.username COLLATE "C" AS username, u.job_title AS "jobTitle", u.job_title_key AS "jobTitleKey",
      u.company_id::text AS company, NULL::text AS department, NULL::uuid AS manager, u.department_key AS "departmentKey",
      lower(c.number) AS "contractNumber", c.kind AS "contractKind", c.starts_on AS "contractStart",
      NULLIF(c.ends_on, 'infinity') AS "contractEnd", NULL::uuid AS dimension, ${isFormer(today)} AS former
    FROM app_user u LEFT JOIN ${currentContract(session, today)} ON true
    WHERE u.status <> 'erased' AND u.source <> 'partner' AND ${mayReadSql('user', session, sql`u.id`)}`,
  orderOf: (field) => (['name', 'jobTitle', 'department'].includes(field) ? orderOf(field) : undefined),
  search: (q) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(r.name LIKE ${pattern} OR r.username LIKE ${pattern} OR r."contractNumber" LIKE ${pattern})`;
  },
  columns: [
    {
      field: 'name',
      type: 'text',
      title: titled('name'),
      sortable: true,
      isLower: true,
      matchingIds: beginning(sql`name_key`),
      implied: impliedByText,
      cell: ({ name }) => name,
    },
    {
      field: 'username',
      type: 'text',
      title: titled('username'),
      isLower: true,
      isListed: false,
      cell: ({ id }) => id,
    },
    ...workColumns,
    {
      field: 'contractNumber',
      type: 'text',
      title: titled('number'),
      cell: ({ contract }) => contract?.number ?? null,
    },
    {
      field: 'contractKind',
      type: 'key',
      title: titled('kind'),
      options: contractKinds,
      cell: ({ contract }, { language }) => (contract ? hrMessages.text(language, `kind.${contract.kind}`) : null),
    },
    {
      field: 'contractStart',
      type: 'day',
      title: titled('startsOn'),
      cell: ({ contract }) => contract?.startsOn ?? null,
    },
    {
      field: 'contractEnd',
      type: 'day',
      title: titled('endsOn'),
      sortable: true,
      cell: ({ contract }) => contract?.endsOn ?? null,
    },
    {
      field: 'dimension',
      type: 'key',
      title: titled('dimensions'),
      // Where the viewer may not read contracts, the row has none, and the filter matches nothing.
      matches: (condition) => {
        const users = withDimension(condition, 'user_id');
        return users && sql<boolean>`(r."contractStart" IS NOT NULL AND r.id IN (${users}))`;
      },
      options: dimensionValues,
      cell: ({ contract }) => contract?.dimensions.join(', ') || null,
    },
    {
      field: 'former',
      type: 'boolean',
      title: titled('former'),
      cell: ({ isFormer: is }, { language }) => hrMessages.text(language, is ? 'yes' : 'no'),
    },
  ],
  assertMayExport,
  log: async (tx, { session, reason }, keys, verb) => {
    const viewer = await readViewer(tx, session.userId, keys);
    await recordList(tx, { session, viewer, verb, reason }, 'user', keys);
    await recordList(tx, { session, viewer, verb, reason }, 'contracts', keys);
  },
  read: async (tx, { session, today }, keys) =>
    readHrUsers(tx, { session, today, viewer: await readViewer(tx, session.userId, keys) }, keys),
};
