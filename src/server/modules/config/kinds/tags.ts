import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { createTag, deleteTag, updateTag } from '../../../../shared/contracts/tags.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

export const tags: ConfigKind = {
  id: 'tags',
  tables: ['tag'],
  schema: members(['name'], [], ['color']),
  keyOf: ({ name }) => String(name),
  defaults: { color: null },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT name AS key, jsonb_build_object('name', name, 'color', color) AS content FROM tag`,
    ),
  async write({ tx, call }, content, name) {
    const body = content as BodyOf<typeof updateTag>;
    const id = await idOfTag(tx, name);
    return id === undefined ? call(createTag, { body }) : call(updateTag, { params: { id }, body });
  },
  remove: async ({ tx, call }, name) => call(deleteTag, { params: { id: (await idOfTag(tx, name)) ?? '' } }),
};

const idOfTag = (tx: Tx, name: string) => idOf(tx, sql`SELECT id FROM tag WHERE name = ${name}`);
