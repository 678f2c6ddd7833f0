import { type Static, Type } from 'typebox';
import { READS_PEOPLE } from './element-scopes.ts';
import { endpoint } from './endpoint.ts';
import { ReferenceUses } from './reference-data.contract.ts';
import { Id, literals, Nothing, nullable } from './shapes.contract.ts';
import { TAG_COLORS } from './tags.rules.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: 'reference' } as const;

const name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const color = nullable(literals(...TAG_COLORS));

/** Marks users, so that manuals can address them. */
export const Tag = Type.Object({
  id: Id,
  /** Unique in the organisation. */
  name: Type.String(),
  color: nullable(Type.String()),
  /** Number of active users. */
  people: Type.Integer(),
  version: Type.Integer(),
});
export type Tag = Static<typeof Tag>;

/** Accepts the result of GET; only name and colour are changed. */
export const TagChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name,
    color: Type.Optional(color),
    people: Type.Optional(Type.Integer()),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);

export const listTags = endpoint({
  method: 'GET',
  path: '/api/identity/tags',
  summary: 'Tags by name, with the number of active users of each',
  who: ['admin', 'manualsgroup', 'manualsviewer'],
  scope: ['people:read', 'people', 'reference'],
  reply: Type.Array(Tag),
});

export const createTag = endpoint({
  method: 'POST',
  path: '/api/identity/tags',
  summary: 'Create a tag',
  ...administrators,
  status: 201,
  body: Type.Object({ name: Type.Optional(name), color: Type.Optional(color) }, strict),
  reply: Tag,
  errors: ['request.missing_parameter', 'tag.name_taken'],
});

export const updateTag = endpoint({
  method: 'PUT',
  path: '/api/identity/tags/{id}',
  summary: 'Rename or colour a tag',
  ...administrators,
  body: TagChange,
  reply: Tag,
  errors: ['tag.not_found', 'tag.name_taken', 'edit.conflict'],
});

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/api/identity/tags/{id}',
  summary: 'Delete a tag and remove it from its users; refused while a manual addresses it',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['tag.not_found', 'tag.in_use', 'edit.conflict'],
});

export const listTagUses = endpoint({
  method: 'GET',
  path: '/api/identity/tags/{id}/uses',
  summary: 'The users with a tag, counted, and the manuals that address it',
  ...administrators,
  reply: ReferenceUses,
  errors: ['tag.not_found'],
});

export const mergeTags = endpoint({
  method: 'POST',
  path: '/api/identity/tags/{id}/merge',
  summary: 'Give the users and manuals of a tag to another tag, and delete it',
  ...administrators,
  references: 'removes',
  body: Type.Object({ into: Id }, strict),
  reply: Tag,
  errors: ['tag.not_found', 'tag.same'],
});

export const getUserTags = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/tags',
  summary: 'The tags of a user, by name',
  ...administrators,
  scope: READS_PEOPLE,
  reply: Type.Array(Tag),
  errors: ['user.not_found'],
});

export const putUserTags = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}/tags',
  summary: 'Replace the tags of a user, by name; a new name becomes a tag',
  ...administrators,
  scope: 'people',
  body: Type.Object({ tags: Type.Array(name, { maxItems: 50, uniqueItems: true }) }, strict),
  reply: Type.Array(Tag),
  errors: ['user.not_found', 'user.invalid'],
});
