import { type Static, Type } from 'typebox';
import { READS_PEOPLE } from './element-scopes.ts';
import { endpoint } from './endpoint.ts';
import { Instant, ListQuery, literals, Nothing, nullable, page, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** Maximum number of users in one request. */
const MEMBERS_MAX = 5000;

const groupName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const description = nullable(Type.String({ maxLength: 2000 }));

/** A group of users: permissions or membership. */
export const PeopleGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  /** `product`: membership gives rights in the application; the group cannot be deleted. */
  kind: literals('product', 'custom'),
  /** Number of active members. */
  people: Type.Integer(),
  version: Type.Integer(),
});
export type PeopleGroup = Static<typeof PeopleGroup>;

/** Origin of a membership: a user, the organisation's identity provider, or a synchronisation. */
export const MembershipSource = literals('manual', 'idp', 'sync', 'scim');
export type MembershipSource = Static<typeof MembershipSource>;

export const GroupMember = Type.Object({
  /** `group/user`. */
  id: Type.String(),
  user: UserRef,
  status: literals('active', 'invited', 'disabled'),
  source: MembershipSource,
  addedAt: Instant,
  /** Null: the system. */
  addedBy: nullable(UserRef),
});
export type GroupMember = Static<typeof GroupMember>;

/** Something that names a group. */
export const GroupUse = Type.Object({
  kind: literals(
    'process',
    'menu',
    'registry',
    'caseType',
    'catalogueItem',
    'manual',
    'embedClient',
    'scimClient',
    'view',
  ),
  id: Type.String(),
  /** In the reader's language. */
  title: Type.String(),
});
export type GroupUse = Static<typeof GroupUse>;

/** Result of a change of members, or of a dry run. */
export const MembersChange = Type.Object({
  dryRun: Type.Boolean(),
  added: Type.Array(UserRef),
  removed: Type.Array(UserRef),
  /** Number of users who were members already. */
  unchanged: Type.Integer(),
  /** Usernames that do not exist; they were left out. */
  unknown: Type.Array(Type.String()),
});
export type MembersChange = Static<typeof MembersChange>;

export const listPeopleGroups = endpoint({
  method: 'GET',
  path: '/api/identity/groups',
  summary: 'Groups of users by name, with the number of active members',
  who: ['admin', 'manualsgroup', 'manualsviewer'],
  scope: READS_PEOPLE,
  reply: Type.Array(PeopleGroup),
});

export const createPeopleGroup = endpoint({
  method: 'POST',
  path: '/api/identity/groups',
  summary: 'Create a group',
  who: ['admin'],
  scope: 'people',
  status: 201,
  body: Type.Object(
    {
      id: Type.Optional(Type.String({ maxLength: 64 })),
      name: Type.Optional(groupName),
      description: Type.Optional(description),
    },
    strict,
  ),
  reply: PeopleGroup,
  errors: ['request.missing_parameter', 'group.id_taken'],
});

/** Accepts the result of GET; only name and description are changed. */
export const updatePeopleGroup = endpoint({
  method: 'PUT',
  path: '/api/identity/groups/{groupId}',
  summary: 'Rename or describe a group',
  who: ['admin'],
  scope: 'people',
  body: Type.Object(
    {
      id: Type.Optional(Type.String()),
      name: groupName,
      description: Type.Optional(description),
      kind: Type.Optional(Type.String()),
      people: Type.Optional(Type.Integer()),
      version: Type.Optional(Type.Integer()),
    },
    strict,
  ),
  reply: PeopleGroup,
  errors: ['group.not_found', 'edit.conflict'],
});

export const deletePeopleGroup = endpoint({
  method: 'DELETE',
  path: '/api/identity/groups/{groupId}',
  summary: 'Delete a group that nothing uses, with its memberships',
  who: ['admin'],
  scope: 'people',
  status: 204,
  reply: Nothing,
  errors: ['group.not_found', 'group.is_product', 'group.in_use', 'edit.conflict'],
});

export const listGroupUses = endpoint({
  method: 'GET',
  path: '/api/identity/groups/{groupId}/uses',
  summary:
    'What names a group: processes, menus, registries, kinds of case, catalogue items, manuals, embed clients and views',
  who: ['admin'],
  scope: 'people',
  reply: Type.Array(GroupUse),
  errors: ['group.not_found'],
});

const groupMemberFields = {
  fields: {
    name: { type: 'text', sortable: true },
    username: { type: 'text', sortable: true },
    status: { type: 'key', sortable: true },
    source: { type: 'key', sortable: true },
    addedAt: { type: 'instant', sortable: true },
  },
  defaultSort: 'name',
} as const;

export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/api/identity/groups/{groupId}/members',
  summary: 'Members of a group; `q` searches names and usernames',
  who: ['admin'],
  scope: READS_PEOPLE,
  query: ListQuery,
  list: groupMemberFields,
  reply: page(GroupMember),
  errors: ['group.not_found'],
});

const userIds = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: MEMBERS_MAX,
  description: 'Usernames or keys',
});
const members = Type.Object({ userIds, dryRun: Type.Optional(Type.Boolean()) }, strict);

export const addGroupMembers = endpoint({
  method: 'POST',
  path: '/api/identity/groups/{groupId}/members',
  summary: 'Add users to a group; with `dryRun` only says what would change',
  who: ['admin'],
  scope: 'people',
  recent: 'administrators',
  body: members,
  reply: MembersChange,
  errors: ['group.not_found'],
});

/** Members that were added by hand or by the identity provider stay. */
export const syncGroupMembers = endpoint({
  method: 'POST',
  path: '/api/identity/groups/{groupId}/members/sync',
  summary: 'Replace the members that an earlier synchronisation added; with `dryRun` only says what would change',
  who: ['admin'],
  scope: null,
  recent: 'administrators',
  body: members,
  reply: MembersChange,
  errors: ['group.not_found', 'group.last_admin', 'group.own_right'],
});

export const addGroupMember = endpoint({
  method: 'POST',
  path: '/api/identity/groups/{groupId}/members/{userId}',
  summary: 'Add a user to a group',
  who: ['admin'],
  scope: 'people',
  recent: 'administrators',
  status: 204,
  reply: Nothing,
  errors: ['group.not_found', 'user.not_found'],
});

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/api/identity/groups/{groupId}/members/{userId}',
  summary: 'Remove a user from a group',
  who: ['admin'],
  scope: 'people',
  recent: 'administrators',
  status: 204,
  reply: Nothing,
  errors: ['group.not_found', 'user.not_found', 'group.last_admin', 'group.own_right', 'group.managed_elsewhere'],
});
