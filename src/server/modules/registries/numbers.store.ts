import { sql } from 'kysely';
import { type NumberSeries, numberOf, periodOf } from '../../../shared/contracts/numbers.rules.ts';
import type { Tx } from '../../platform/database.ts';

/**
 * Takes the next number of a series. The series is locked until the transaction ends, and a rollback leaves no gap:
 * call it right before the number is written.
 */
export async function nextNumber(tx: Tx, seriesId: string, today: string): Promise<string> {
  const series = await sql<NumberSeries>`SELECT pattern, resets FROM number_series WHERE id = ${seriesId}`.execute(tx);
  const { rows } = await sql<{ last: number }>`
    INSERT INTO number_counter AS c (series_id, period, last) VALUES (${seriesId}, ${periodOf(series.rows[0]!, today)}, 1)
    ON CONFLICT (tenant_id, series_id, period) DO UPDATE SET last = c.last + 1 RETURNING last::int`.execute(tx);
  return numberOf(series.rows[0]!, today, rows[0]!.last);
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
