import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertOpen } from './confirm.rules.ts';
import { announce, type LockedReading, lockReading } from './confirm.ts';

export interface Progress {
  readonly place?: string;
  readonly progress?: number;
  readonly scrolled?: boolean;
  readonly opened?: string;
  readonly languageId?: string;
}

/** Stores the reader's progress. Progress never decreases; for a confirmed reading only the position changes. */
export async function keepProgress(tx: Tx, { id, state }: LockedReading, progress: Progress, now: Date): Promise<void> {
  if (state === 'cancelled') throw new AppError('reading.cancelled');
  const place = progress.place ?? null;
  if (state !== 'pending') {
    await sql`UPDATE manual_reading SET place = coalesce(${place}, place) WHERE id = ${id}::uuid`.execute(tx);
    return;
  }
  const { scrolled = false, opened = null, languageId = null } = progress;
  await sql`
    UPDATE manual_reading r SET place = coalesce(${place}, place), progress = greatest(progress, ${progress.progress ?? 0}::real),
      scrolled_at = coalesce(scrolled_at, CASE WHEN ${scrolled} THEN ${now}::timestamptz END),
      opened = ARRAY(SELECT DISTINCT unnest(r.opened) UNION
        SELECT a.id FROM manual_attachment a WHERE a.id = ${opened}::uuid AND a.version_id = r.version_id),
      language_id = coalesce((SELECT t.language_id FROM manual_text t
        WHERE t.version_id = r.version_id AND t.language_id = ${languageId}), language_id)
    WHERE id = ${id}::uuid`.execute(tx);
}

/** Cancels a duty with a reason that is stored in the log. */
export async function recordCancellation(tx: Tx, id: string, reason: string, now: Date): Promise<void> {
  const reading = await lockReading(tx, id, '');
  if (!reading) throw new AppError('reading.not_found');
  if (reading.state === 'cancelled') return;
  assertOpen(reading);
  await sql`UPDATE manual_reading SET state = 'cancelled', cancelled_at = ${now}, cancelled_by = me(), cancel_reason = ${reason}
    WHERE id = ${reading.id}::uuid`.execute(tx);
  await announce(tx, reading);
}
