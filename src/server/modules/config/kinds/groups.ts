import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import {
  createPeopleGroup,
  deletePeopleGroup,
  updatePeopleGroup,
} from '../../../../shared/contracts/groups.contract.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Groups without their members. */
export const groups: ConfigKind = {
  id: 'groups',
  tables: ['app_group'],
  schema: members(['id'], ['name'], ['description']),
  keyOf: ({ id }) => String(id),
  defaults: { description: null },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'name', name, 'description', description) AS content FROM app_group`,
    ),
  async write({ tx, call }, content, groupId) {
    const body = content as BodyOf<typeof updatePeopleGroup>;
    const known = await idOf(tx, sql`SELECT id FROM app_group WHERE id = ${groupId}`);
    if (known === undefined) return call(createPeopleGroup, { body: { ...body, id: groupId } });
    return call(updatePeopleGroup, { params: { groupId }, body });
  },
  remove: ({ call }, groupId) => call(deletePeopleGroup, { params: { groupId } }),
};
