import { sql } from 'kysely';
import { Type } from 'typebox';
import { isPattern, type NumberSeries, PATTERN_EXAMPLE } from '../../../../shared/contracts/numbers.rules.ts';
import { literals } from '../../../../shared/contracts/shapes.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { removeSeries, usesOfSeries, writeNumberSeries } from '../../registries/index.ts';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Number series without the numbers that were given. */
export const numberSeries: ConfigKind = {
  id: 'number-series',
  tables: ['number_series'],
  schema: Type.Object(
    {
      id: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
      pattern: Type.String({ minLength: 1, maxLength: 60 }),
      resets: Type.Optional(literals('never', 'year', 'month')),
    },
    { additionalProperties: false },
  ),
  keyOf: ({ id }) => String(id),
  defaults: { resets: 'never' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'pattern', pattern, 'resets', resets) AS content FROM number_series`,
    ),
  async write({ tx }, content, id) {
    const series = content as unknown as NumberSeries;
    if (!isPattern(series)) {
      const params = { example: PATTERN_EXAMPLE };
      const fault = { pointer: '/pattern', code: 'registry.pattern_invalid', params } as const;
      throw new AppError('request.invalid', {}, { errors: [fault] });
    }
    await writeNumberSeries(tx, { ...series, id });
  },
  async remove({ tx }, id) {
    const usedBy = await usesOfSeries(tx, id);
    if (usedBy.length > 0) throw new AppError('config.in_use', { count: usedBy.length }, { usedBy });
    await removeSeries(tx, id);
  },
};
