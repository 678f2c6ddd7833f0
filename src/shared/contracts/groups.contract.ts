import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/** A group of people: what they may do, or who they are. */
const PeopleGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Active members. */
  people: Type.Integer(),
});

export const listPeopleGroups = endpoint({
  method: 'GET',
  path: '/api/identity/groups',
  summary: 'Groups of people by name, with how many active people are in each',
  who: ['admin', 'manualsgroup', 'manualsviewer'],
  scope: null,
  reply: Type.Array(PeopleGroup),
});
