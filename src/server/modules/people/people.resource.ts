import { type RawBuilder, sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { READS_PEOPLE } from '../../../shared/contracts/element-scopes.ts';
import type { Person } from '../../../shared/contracts/people.contract.ts';
import { conditionSql, containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import type { Condition } from '../../platform/list-query.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import type { Column, IndexOrder, Resource } from '../records/index.ts';
import { peopleMessages } from './people.messages.ts';
import { readPersons } from './people.store.ts';

type PeopleText = Parameters<typeof peopleMessages.text>[1];

const STATUSES = ['active', 'invited', 'disabled'] as const;
const CHOICES_MAX = 1000;

const titled = (key: PeopleText) => (language: LanguageId) => peopleMessages.text(language, key);

const choices =
  <Value extends string>(kind: 'status' | 'source', values: readonly Value[]) =>
  async (_tx: unknown, { language }: { readonly language: LanguageId }) =>
    values.map((id) => ({ id, text: peopleMessages.text(language, `${kind}.${id}` as PeopleText) }));

export const named = (table: 'company' | 'department') => async (tx: Tx) => {
  const { rows } = await sql<{ id: string; text: string }>`
    SELECT id, name AS text FROM ${sql.table(table)} WHERE active ORDER BY lower(name), id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(
    tx,
  );
  return rows;
};

/** Returns the values of a condition that only a listed value meets. */
function valuesOf(condition: Condition): string[] | undefined {
  if (condition.test === 'eq') return [String(condition.value)];
  return condition.test === 'in' && !condition.orBlank ? condition.values.map(String) : undefined;
}

const isOneOf = (condition: Condition, ids: (values: string[]) => RawBuilder<unknown>) => {
  const values = valuesOf(condition);
  return values && ids(values);
};

/** Equality where there is one value: the planner takes a list for ten values. */
function among(column: RawBuilder<unknown>, values: readonly string[], type: RawBuilder<unknown>) {
  return values.length === 1 ? sql`${column} = ${values[0]}::${type}` : sql`${column} = ANY(${values}::${type}[])`;
}

const inGroup = (condition: Condition) =>
  isOneOf(
    condition,
    (values) => sql`SELECT user_id FROM group_member WHERE ${among(sql`group_id`, values, sql`text`)}`,
  );

const withTag = (condition: Condition) =>
  isOneOf(
    condition,
    (values) =>
      sql`SELECT entity_id FROM tagging WHERE entity = 'user' AND ${among(sql`tag_id`, uuidsOf(values), sql`uuid`)}`,
  );

/** Members of a department and of those below it. */
const inDepartment = (condition: Condition) =>
  isOneOf(
    condition,
    (
      values,
    ) => sql`SELECT d.user_id FROM department_closure c JOIN user_department d ON d.department_id = c.descendant_id
      WHERE ${among(sql`c.ancestor_id`, uuidsOf(values), sql`uuid`)}`,
  );

const inCompany = (condition: Condition) =>
  isOneOf(
    condition,
    (values) => sql`SELECT id FROM app_user WHERE ${among(sql`company_id`, uuidsOf(values), sql`uuid`)}`,
  );

/** Written into the statement: the planner knows how many users have each. */
function hasStatus(condition: Condition): RawBuilder<boolean> | undefined {
  const values = valuesOf(condition);
  const known = STATUSES.filter((status) => values?.includes(status));
  return values && (known.length === 0 ? sql`false` : sql`r.status IN (${sql.join(known.map((one) => sql.lit(one)))})`);
}

/** Characters that a pattern needs to be found by the index of texts. */
const INDEXED_LENGTH = 3;

/** Users whose name, username or address contains the text. */
const containing = (text: string) =>
  text.length < INDEXED_LENGTH
    ? undefined
    : sql<boolean>`r.id IN (SELECT search_ids('user', ${containsPattern(text)}, NULL))`;

/** What a filter of a text that is searched implies. */
export function impliedByText(condition: Condition): RawBuilder<boolean> | undefined {
  const { test } = condition;
  return test === 'contains' || test === 'endsWith' ? containing(condition.value) : undefined;
}

/** Users whose text begins with the value: a range of the index that the list is ordered by. */
export const beginning = (column: RawBuilder<unknown>) => (condition: Condition) =>
  condition.test === 'startsWith'
    ? sql`SELECT id FROM app_user WHERE ${conditionSql(column, condition, { isLower: true })}`
    : undefined;

const LINE_MANAGER = sql`SELECT 1 FROM user_manager m WHERE m.user_id = r.id AND m.kind = 'line'`;

/** Users can have several line managers; one of them has to match. */
function managedBy(condition: Condition): RawBuilder<boolean> {
  const none = sql<boolean>`NOT EXISTS (${LINE_MANAGER})`;
  if (condition.test === 'blank') return none;
  if (condition.test === 'notBlank') return sql`EXISTS (${LINE_MANAGER})`;
  if (condition.test !== 'person' && condition.test !== 'notPerson') return sql`false`;
  const wanted = { ...condition, test: 'person', orBlank: false } as const;
  const one = sql<boolean>`EXISTS (${LINE_MANAGER} AND ${conditionSql(sql`m.manager_id`, wanted)})`;
  const either = condition.orBlank ? sql<boolean>`(${one} OR ${none})` : one;
  return condition.test === 'person' ? either : sql<boolean>`NOT ${either}`;
}

/** The orders of users that an index has. */
export function orderOf(field: string): IndexOrder | undefined {
  switch (field) {
    case 'name':
      return {
        column: 'name',
        type: 'text',
        filled: sql`r.name IS NOT NULL`,
        blank: sql`r.name IS NULL`,
      };
    case 'email':
      return {
        column: 'email',
        type: 'text',
        filled: sql`r.email IS NOT NULL`,
        blank: sql`r.email IS NULL`,
      };
    case 'username':
      return { column: 'username', type: 'text' };
    case 'jobTitle':
      return {
        column: 'jobTitleKey',
        type: 'text',
        filled: sql`r."jobTitleKey" IS NOT NULL`,
        blank: sql`r."jobTitleKey" IS NULL`,
      };
    case 'department':
      return {
        column: 'departmentKey',
        type: 'text',
        filled: sql`r."departmentKey" IS NOT NULL`,
        blank: sql`r."departmentKey" IS NULL`,
      };
    case 'status':
      return { column: 'status', type: 'text' };
    case 'createdAt':
      return { column: 'createdAt', type: 'instant' };
    default:
      return undefined;
  }
}

/** The primary department of `u`. */
const DEPARTMENT = sql`(SELECT department_id FROM user_department WHERE user_id = u.id AND is_primary)`;

/** Job title, company, department and line managers: columns of every list of users. */
export const workColumns: readonly Column<Pick<Person, 'jobTitle' | 'company' | 'department' | 'managers'>>[] = [
  { field: 'jobTitle', type: 'text', title: titled('jobTitle'), sortable: true, cell: ({ jobTitle }) => jobTitle },
  {
    field: 'company',
    type: 'key',
    title: titled('company'),
    matchingIds: inCompany,
    options: named('company'),
    cell: ({ company }) => company?.name ?? null,
  },
  {
    field: 'department',
    type: 'key',
    title: titled('department'),
    sortable: { by: 'departmentKey', type: 'text' },
    matchingIds: inDepartment,
    options: named('department'),
    cell: ({ department }) => department?.name ?? null,
  },
  {
    field: 'manager',
    type: 'person',
    title: titled('manager'),
    matches: managedBy,
    cell: ({ managers }) => managers.map(({ name }) => name).join(', ') || null,
  },
];

/** Users of the organisation for administrators, at /api/records/people (ADM-01). */
export const peopleResource: Resource<Person> = {
  name: 'people',
  title: titled('people'),
  who: ['admin'],
  scopes: READS_PEOPLE,
  defaultSort: 'name',
  orderOf,
  source:
    () => sql`SELECT u.id, u.name_key AS name, u.username COLLATE "C" AS username, u.email_key COLLATE "C" AS email,
      u.phone_number AS "phoneNumber", u.job_title AS "jobTitle", u.company_id::text AS company, u.status, u.source,
      u.created_at AS "createdAt", ${DEPARTMENT}::text AS department, NULL::uuid AS manager,
      u.job_title_key AS "jobTitleKey", u.department_key AS "departmentKey",
      ARRAY(SELECT group_id FROM group_member WHERE user_id = u.id) AS groups,
      ARRAY(SELECT tag_id::text FROM tagging WHERE entity = 'user' AND entity_id = u.id) AS tags
    FROM app_user u WHERE u.status <> 'erased' AND u.source <> 'partner'`,
  search: (q) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(r.name LIKE ${pattern} OR r.username LIKE ${pattern} OR r.email LIKE ${pattern})`;
  },
  searchImplied: containing,
  columns: [
    {
      field: 'name',
      type: 'text',
      title: titled('name'),
      sortable: true,
      isLower: true,
      matchingIds: beginning(sql`name_key`),
      implied: impliedByText,
      cell: ({ user }) => user.name,
    },
    {
      field: 'username',
      type: 'text',
      title: titled('username'),
      sortable: true,
      isLower: true,
      matchingIds: beginning(sql`username COLLATE "C"`),
      implied: impliedByText,
      cell: ({ user }) => user.id,
    },
    {
      field: 'email',
      type: 'text',
      title: titled('email'),
      sortable: true,
      isLower: true,
      matchingIds: beginning(sql`email_key COLLATE "C"`),
      implied: impliedByText,
      cell: ({ email }) => email,
    },
    { field: 'phoneNumber', type: 'text', title: titled('phoneNumber'), cell: ({ phoneNumber }) => phoneNumber },
    ...workColumns,
    {
      field: 'groups',
      type: 'keys',
      title: titled('groups'),
      matchingIds: inGroup,
      options: async (tx) => {
        const { rows } = await sql<{ id: string; text: string }>`
          SELECT id, name AS text FROM app_group ORDER BY lower(name), id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
        return rows;
      },
      cell: ({ groups }) => groups.join(', ') || null,
    },
    {
      field: 'tags',
      type: 'keys',
      title: titled('tags'),
      matchingIds: withTag,
      options: async (tx) => {
        const { rows } = await sql<{ id: string; text: string }>`
          SELECT id, name AS text FROM tag ORDER BY lower(name), id LIMIT ${sql.lit(CHOICES_MAX)}`.execute(tx);
        return rows;
      },
      cell: ({ tags }) => tags.map(({ name }) => name).join(', ') || null,
    },
    {
      field: 'status',
      type: 'key',
      title: titled('status'),
      sortable: true,
      matches: hasStatus,
      options: choices('status', STATUSES),
      cell: ({ status }, { language }) => peopleMessages.text(language, `status.${status}`),
    },
    {
      field: 'source',
      type: 'key',
      title: titled('source'),
      options: choices('source', ['local', 'idp', 'sync', 'scim']),
      cell: ({ source }, { language }) => peopleMessages.text(language, `source.${source}`),
    },
    {
      field: 'createdAt',
      type: 'instant',
      title: titled('createdAt'),
      sortable: true,
      cell: ({ createdAt }, { moment }) => moment(createdAt),
    },
  ],
  read: (tx, _viewer, ids) => readPersons(tx, ids),
};
