import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/** A group of users: permissions or membership. */
const PeopleGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Number of active members. */
  people: Type.Integer(),
});

export const listPeopleGroups = endpoint({
  method: 'GET',
  path: '/api/identity/groups',
  summary: 'Groups of users by name, with the number of active members',
  who: ['admin', 'manualsgroup', 'manualsviewer'],
  scope: null,
  reply: Type.Array(PeopleGroup),
});
