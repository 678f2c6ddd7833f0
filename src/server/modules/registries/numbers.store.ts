import { sql } from 'kysely';
import { type NumberSeries, numberOf, periodOf } from '../../../shared/contracts/numbers.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/**
 * Takes the next number of a series. The series is locked until the transaction ends, and a rollback leaves no gap:
 * call it right before the number is written.
 */
export async function nextNumber(tx: Tx, seriesId: string, today: string): Promise<string> {
  return (await nextNumbers(tx, seriesId, today, 1))[0]!;
}

/** Takes the next numbers of a series, in order. */
export async function nextNumbers(tx: Tx, seriesId: string, today: string, count: number): Promise<string[]> {
  if (count === 0) return [];
  const series = await sql<NumberSeries>`SELECT pattern, resets FROM number_series WHERE id = ${seriesId}`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    INSERT INTO number_counter AS c (series_id, period, last) VALUES (${seriesId}, ${periodOf(series.rows[0]!, today)}, ${count}::int)
    ON CONFLICT (tenant_id, series_id, period) DO UPDATE SET last = c.last + excluded.last RETURNING last::int`.execute(
    tx,
  );
  const first = rows[0]!.last - count + 1;
  return Array.from({ length: count }, (_, index) => numberOf(series.rows[0]!, today, first + index));
}

/** Creates a series that does not exist yet. */
export async function ensureSeries(
  tx: Tx,
  { id, pattern, resets }: NumberSeries & { readonly id: string },
): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM number_series WHERE id = ${id}`.execute(tx);
  if (rows.length > 0) return;
  await sql`INSERT INTO number_series (id, pattern, resets) VALUES (${id}, ${pattern}, ${resets}) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
}

/** Adds or changes a series; the numbers that were given stay. */
export async function writeNumberSeries(
  tx: Tx,
  { id, pattern, resets }: NumberSeries & { readonly id: string },
): Promise<void> {
  await sql`INSERT INTO number_series AS s (id, pattern, resets) VALUES (${id}, ${pattern}, ${resets})
    ON CONFLICT (tenant_id, id) DO UPDATE SET pattern = excluded.pattern, resets = excluded.resets`.execute(tx);
}

/** Gives a registry its series, and returns the pattern. Throws registry.invalid for a series that does not exist. */
export async function linkSeries(tx: Tx, registryId: string, seriesId: unknown): Promise<NumberSeries | null> {
  const { rows } = await sql<NumberSeries>`SELECT pattern, resets FROM number_series
    WHERE id = ${typeof seriesId === 'string' ? seriesId : null} FOR SHARE`.execute(tx);
  const [series] = rows;
  if (seriesId !== null && !series) {
    const params = { value: String(seriesId) };
    throw new AppError(
      'registry.invalid',
      {},
      { errors: [{ pointer: '/numbers', code: 'field.choice_unknown', params }] },
    );
  }
  await sql`UPDATE registry SET number_series_id = ${seriesId}
    WHERE id = ${registryId} AND number_series_id IS DISTINCT FROM ${seriesId}::text`.execute(tx);
  return series ?? null;
}

interface SeriesUse {
  readonly kind: 'registry' | 'caseType' | 'catalogueItem' | 'number';
  readonly id: string;
  readonly title: string;
}

/** What uses a series: registries, kinds of case and items of the catalogue, and the numbers that it has given. */
export async function usesOfSeries(tx: Tx, id: string): Promise<SeriesUse[]> {
  const { rows } = await sql<SeriesUse>`
    SELECT 'registry' AS kind, g.id, coalesce(g.title ->> 'en', g.id) AS title FROM registry g WHERE g.number_series_id = ${id}
    UNION ALL SELECT 'caseType', c.id, coalesce(c.title ->> 'en', c.id) FROM case_type c WHERE c.number_series_id = ${id}
    UNION ALL SELECT 'catalogueItem', i.id, coalesce(i.title ->> 'en', i.id) FROM catalogue_item i WHERE i.number_series_id = ${id}
    UNION ALL SELECT 'number', c.period, c.last::text FROM number_counter c WHERE c.series_id = ${id}`.execute(tx);
  return rows;
}

export async function removeSeries(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM number_series WHERE id = ${id}`.execute(tx);
}
