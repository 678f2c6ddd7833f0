import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Dimensions without their values, which come from other systems. */
export const dimensions: ConfigKind = {
  id: 'dimensions',
  tables: ['dimension'],
  defaults: { active: true },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT code AS key, jsonb_build_object('code', code, 'name', name, 'active', active) AS content
        FROM dimension WHERE removed_at IS NULL`,
    ),
};
