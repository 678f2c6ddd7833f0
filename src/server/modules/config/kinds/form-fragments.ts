import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import {
  createFormFragment,
  deleteFormFragment,
  updateFormFragment,
} from '../../../../shared/contracts/form-fragments.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

export const formFragments: ConfigKind = {
  id: 'form-fragments',
  tables: ['form_fragment'],
  schema: members(['name'], ['nodes']),
  keyOf: ({ name }) => String(name),
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT name AS key, jsonb_build_object('name', name, 'nodes', nodes) AS content FROM form_fragment`,
    ),
  async write({ tx, call }, content, name) {
    const body = content as BodyOf<typeof updateFormFragment>;
    const id = await idOfFragment(tx, name);
    return id === undefined ? call(createFormFragment, { body }) : call(updateFormFragment, { params: { id }, body });
  },
  remove: async ({ tx, call }, name) =>
    call(deleteFormFragment, { params: { id: (await idOfFragment(tx, name)) ?? '' } }),
};

const idOfFragment = (tx: Tx, name: string) => idOf(tx, sql`SELECT id FROM form_fragment WHERE name = ${name}`);
