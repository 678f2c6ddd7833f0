import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { READS_PEOPLE } from '../../../shared/contracts/element-scopes.ts';
import type { PeopleGroup } from '../../../shared/contracts/groups.contract.ts';
import type { Resource } from '../records/index.ts';
import { groupMessages } from './groups.messages.ts';
import { readGroupsByIds } from './groups.store.ts';
import { readMemberNames } from './members.store.ts';

const titled = (key: Parameters<typeof groupMessages.text>[1]) => (language: LanguageId) =>
  groupMessages.text(language, key);
const kindName = (language: LanguageId, kind: PeopleGroup['kind']) => groupMessages.text(language, `kind.${kind}`);

/** In files also with the usernames of its members. */
type GroupRow = PeopleGroup & { readonly members?: readonly string[] };

/** Groups for administrators, at /api/records/groups (ADM-02). */
export const groupsResource: Resource<GroupRow> = {
  name: 'groups',
  title: titled('groups'),
  who: ['admin'],
  scopes: READS_PEOPLE,
  defaultSort: 'name',
  hasTextIds: true,
  source: () =>
    sql`SELECT g.id, g.name, g.description, g.kind, NULL::int AS people, NULL::text AS members FROM app_group g`,
  columns: [
    { field: 'id', type: 'text', title: titled('id'), sortable: true, cell: ({ id }) => id },
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ name }) => name },
    { field: 'description', type: 'text', title: titled('description'), cell: ({ description }) => description },
    {
      field: 'kind',
      type: 'key',
      title: titled('kind'),
      options: async (_tx, { language }) =>
        (['custom', 'product'] as const).map((id) => ({ id, text: kindName(language, id) })),
      cell: ({ kind }, { language }) => kindName(language, kind),
    },
    { field: 'people', type: 'number', title: titled('people'), isPlain: true, cell: ({ people }) => people },
    {
      field: 'members',
      type: 'text',
      title: titled('members'),
      isPlain: true,
      cell: ({ members = [] }) => members.join(', '),
    },
  ],
  read: (tx, _viewer, ids) => readGroupsByIds(tx, ids),
  async readForFile(tx, _viewer, ids) {
    const names = await readMemberNames(tx, ids);
    return (await readGroupsByIds(tx, ids)).map((group) => ({
      ...group,
      members: (names.get(group.id) ?? []).map(({ username }) => username),
    }));
  },
};
