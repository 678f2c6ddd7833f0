import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Number series without the numbers that were given. */
export const numberSeries: ConfigKind = {
  id: 'number-series',
  tables: ['number_series'],
  defaults: { resets: 'never' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'pattern', pattern, 'resets', resets) AS content FROM number_series`,
    ),
};
