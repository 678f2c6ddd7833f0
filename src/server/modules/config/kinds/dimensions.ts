import { sql } from 'kysely';
import { createDimension, deleteDimension, updateDimension } from '../../../../shared/contracts/dimensions.contract.ts';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Dimensions without their values, which come from other systems. */
export const dimensions: ConfigKind = {
  id: 'dimensions',
  tables: ['dimension'],
  schema: members(['code'], ['name'], ['active']),
  keyOf: ({ code }) => String(code),
  defaults: { active: true },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT code AS key, jsonb_build_object('code', code, 'name', name, 'active', active) AS content
        FROM dimension WHERE removed_at IS NULL`,
    ),
  async write({ tx, call }, content, code) {
    const body = content as BodyOf<typeof updateDimension>;
    const known = await idOf(tx, sql`SELECT id FROM dimension WHERE code = ${code} AND removed_at IS NULL`);
    return known === undefined
      ? call(createDimension, { body })
      : call(updateDimension, { params: { id: known }, body });
  },
  remove: ({ call }, code) => call(deleteDimension, { params: { id: code } }),
};
