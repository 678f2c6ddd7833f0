import { type RawBuilder, sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { CONTRACT_KINDS } from '../../../../shared/contracts/hr.rules.ts';
import type { HrContract } from '../../../../shared/contracts/hr-contracts.contract.ts';
import { conditionSql, containsPattern } from '../../../platform/condition-sql.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Condition } from '../../../platform/list-query.ts';
import { uuidsOf } from '../../../platform/lookup.ts';
import { named } from '../../people/index.ts';
import type { IndexOrder, RecordViewer, Resource } from '../../records/index.ts';
import { recordList } from '../access.ts';
import { assertMayExport } from '../export.ts';
import { type HrText, hrMessages } from '../hr.messages.ts';
import { readViewer } from '../rights.query.ts';
import { mayReadSql } from '../visible.ts';
import { readContracts } from './contracts.store.ts';

export const titled = (key: HrText) => (language: LanguageId) => hrMessages.text(language, key);

const CHOICES_MAX = 1000;

export const contractKinds = async (_tx: unknown, { language }: { readonly language: LanguageId }) =>
  CONTRACT_KINDS.map((id) => ({ id, text: hrMessages.text(language, `kind.${id}`) }));

/** Values of all dimensions, each with its dimension. */
export async function dimensionValues(tx: Tx): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`SELECT v.id, d.name || ': ' || v.name AS text
    FROM dimension_value v JOIN dimension d ON d.id = v.dimension_id WHERE v.active AND d.active
    ORDER BY lower(d.name), d.id, v.code, v.id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
  return rows;
}

/** Contracts with one of the values, on any day. */
export function withDimension(condition: Condition, column: 'id' | 'user_id'): RawBuilder<unknown> | undefined {
  const values =
    condition.test === 'eq'
      ? [String(condition.value)]
      : condition.test === 'in' && !condition.orBlank
        ? condition.values.map(String)
        : undefined;
  return (
    values &&
    sql`SELECT c.${sql.ref(column)} FROM hr_contract_dimension x JOIN hr_contract c ON c.id = x.contract_id
      WHERE x.value_id = ANY(${uuidsOf(values)}::uuid[]) AND c.removed_at IS NULL`
  );
}

/** The indexes of starts and ends; contracts without an end come last. */
function orderOf(field: string): IndexOrder | undefined {
  if (field === 'startsOn') return { column: 'startsOn', type: 'day' };
  if (field !== 'endsOn') return undefined;
  return {
    column: 'endsKey',
    type: 'day',
    filled: sql`r."endsKey" < 'infinity'`,
    blank: sql`r."endsKey" = 'infinity'`,
  };
}

/** Contracts of the users that the condition names, by their index. */
const ofUser = (condition: Condition) =>
  condition.test === 'person' && !condition.orBlank
    ? sql`SELECT c.id FROM hr_contract c WHERE c.removed_at IS NULL AND ${conditionSql(sql`c.user_id`, condition)}`
    : undefined;

/** Names of the dimension values of a contract with their shares, for files. */
const dimensionsText = ({ dimensions }: HrContract) =>
  dimensions.map(({ dimension, value, share }) => `${dimension.name}: ${value.name} ${share} %`).join(', ') || null;

/** HR-01: contracts of users, at /api/records/user_contracts. */
export const contractsResource: Resource<HrContract> = {
  name: 'user_contracts',
  title: titled('contracts'),
  who: 'any',
  scopes: ['hr'],
  defaultSort: 'startsOn:desc',
  source: ({
    session,
  }) => sql`SELECT c.id, c.user_id AS "userId", u.name_key AS name, lower(c.number) AS number, c.kind,
      c.company_id::text AS company, c.job_title AS "jobTitle", c.starts_on AS "startsOn", NULLIF(c.ends_on, 'infinity') AS "endsOn",
      c.trial_ends_on AS "trialEndsOn", c.weekly_hours AS "weeklyHours", NULL::uuid AS dimension, c.ends_on AS "endsKey"
    FROM hr_contract c JOIN app_user u ON u.id = c.user_id
    WHERE c.removed_at IS NULL AND u.status <> 'erased' AND ${mayReadSql('contracts', session, sql`c.user_id`)}`,
  orderOf,
  search: (q) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(r.name LIKE ${pattern} OR r.number LIKE ${pattern} OR lower(r."jobTitle") LIKE ${pattern})`;
  },
  columns: [
    {
      field: 'userId',
      type: 'person',
      title: titled('user'),
      matchingIds: ofUser,
      cell: ({ user }) => user.name,
    },
    { field: 'number', type: 'text', title: titled('number'), cell: ({ number }) => number },
    {
      field: 'kind',
      type: 'key',
      title: titled('kind'),
      options: contractKinds,
      cell: ({ kind }, { language }) => hrMessages.text(language, `kind.${kind}`),
    },
    {
      field: 'company',
      type: 'key',
      title: titled('company'),
      options: named('company'),
      cell: ({ company }) => company?.name ?? null,
    },
    { field: 'jobTitle', type: 'text', title: titled('jobTitle'), cell: ({ jobTitle }) => jobTitle },
    { field: 'startsOn', type: 'day', title: titled('startsOn'), sortable: true, cell: ({ startsOn }) => startsOn },
    { field: 'endsOn', type: 'day', title: titled('endsOn'), sortable: true, cell: ({ endsOn }) => endsOn },
    {
      field: 'trialEndsOn',
      type: 'day',
      title: titled('trialEndsOn'),
      cell: ({ trialEndsOn }) => trialEndsOn,
    },
    {
      field: 'weeklyHours',
      type: 'number',
      title: titled('weeklyHours'),
      cell: ({ weeklyHours }) => weeklyHours,
    },
    {
      field: 'dimension',
      type: 'key',
      title: titled('dimensions'),
      matchingIds: (condition) => withDimension(condition, 'id'),
      options: dimensionValues,
      cell: dimensionsText,
    },
  ],
  assertMayExport,
  log: async (tx, viewer, ids, verb) => logContracts(tx, viewer, await usersOf(tx, ids), verb),
  read: async (tx, _viewer, ids) => (await readContracts(tx, ids)).map(({ contract }) => contract),
};

async function usersOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT user_id AS id FROM hr_contract
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

async function logContracts(
  tx: Tx,
  { session, reason }: RecordViewer,
  users: readonly string[],
  verb: 'list' | 'export',
): Promise<void> {
  const viewer = await readViewer(tx, session.userId, users);
  await recordList(tx, { session, viewer, verb, reason }, 'contracts', users);
}
