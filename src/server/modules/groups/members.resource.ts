import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { READS_PEOPLE } from '../../../shared/contracts/element-scopes.ts';
import type { GroupMember } from '../../../shared/contracts/groups.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Resource } from '../records/index.ts';
import { personRef, personRow } from '../users/index.ts';
import { memberMessages } from './members.messages.ts';

type MemberText = Parameters<typeof memberMessages.text>[1];

const titled = (key: MemberText) => (language: LanguageId) => memberMessages.text(language, key);

const choices =
  <Value extends string>(kind: 'status' | 'source', values: readonly Value[]) =>
  async (_tx: unknown, { language }: { readonly language: LanguageId }) =>
    values.map((id) => ({ id, text: memberMessages.text(language, `${kind}.${id}` as MemberText) }));

interface MemberRow {
  readonly id: string;
  readonly person: Parameters<typeof personRef>[0];
  readonly status: GroupMember['status'];
  readonly source: GroupMember['source'];
  readonly added_at: Date;
  readonly by: Parameters<typeof personRef>[0] | null;
}

/** Memberships of groups, at /api/records/group_members and at the paths of groups (ADM-02). */
export const groupMembersResource: Resource<GroupMember> = {
  name: 'group_members',
  title: titled('members'),
  who: ['admin'],
  scopes: READS_PEOPLE,
  defaultSort: 'name',
  hasTextIds: true,
  source: () => sql`SELECT m.group_id || '/' || u.id AS id, m.group_id AS "group", coalesce(u.name, u.username) AS name,
      u.username, u.status, m.source, m.added_at AS "addedAt"
    FROM group_member m JOIN app_user u ON u.id = m.user_id WHERE u.status <> 'erased'`,
  search: (q) => {
    const pattern = containsPattern(q);
    return sql<boolean>`(lower(r.name) LIKE ${pattern} OR lower(r.username) LIKE ${pattern})`;
  },
  columns: [
    { field: 'group', type: 'key', title: titled('group'), cell: ({ id }) => id.slice(0, id.lastIndexOf('/')) },
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ user }) => user.name },
    { field: 'username', type: 'text', title: titled('username'), sortable: true, cell: ({ user }) => user.id },
    {
      field: 'status',
      type: 'key',
      title: titled('status'),
      sortable: true,
      options: choices('status', ['active', 'invited', 'disabled']),
      cell: ({ status }, { language }) => memberMessages.text(language, `status.${status}`),
    },
    {
      field: 'source',
      type: 'key',
      title: titled('source'),
      sortable: true,
      options: choices('source', ['manual', 'idp', 'sync', 'scim']),
      cell: ({ source }, { language }) => memberMessages.text(language, `source.${source}`),
    },
    {
      field: 'addedAt',
      type: 'instant',
      title: titled('addedAt'),
      sortable: true,
      cell: ({ addedAt }, { moment }) => moment(addedAt),
    },
  ],
  async read(tx, _viewer, ids) {
    const { rows } = await sql<MemberRow>`
      SELECT m.group_id || '/' || u.id AS id, ${personRow('u')} AS person, u.status, m.source, m.added_at, ${personRow('b')} AS by
      FROM group_member m JOIN app_user u ON u.id = m.user_id LEFT JOIN app_user b ON b.id = m.added_by
      WHERE (m.group_id, m.user_id) IN (SELECT regexp_replace(x, '/[^/]*$', ''), substring(x FROM '[^/]*$')::uuid FROM unnest(${[...ids]}::text[]) AS x)`.execute(
      tx,
    );
    return rows.map(({ id, person, status, source, added_at: addedAt, by }) => ({
      id,
      user: personRef(person),
      status,
      source,
      addedAt: addedAt.toISOString(),
      addedBy: by && personRef(by),
    }));
  },
};
