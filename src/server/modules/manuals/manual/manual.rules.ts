import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { isStale } from '../../../platform/http/if-match.ts';

/** Throws edit.conflict with the current state when `If-Match` or the version in the body does not match it. */
export function assertFresh(
  row: { readonly version: number; readonly updated_at: Date; readonly changer: string | null },
  current: unknown,
  ifMatch: string | undefined,
  version?: number,
): void {
  if (!isStale(ifMatch, row.version) && (version === undefined || version === row.version)) return;
  const params = { name: row.changer ?? 'Verva', time: row.updated_at.toISOString() };
  throw new AppError('edit.conflict', params, { current });
}

/** Rejects a due date in the past, which no reader could meet. Days are `2026-11-21`. */
export function assertDueInFuture(due: ManualDue, today: string): void {
  if (due.kind !== 'date' || due.date >= today) return;
  const params = { date: due.date };
  throw new AppError('manual.due_past', params, {
    errors: [{ pointer: '/due/date', code: 'manual.due_past', params }],
  });
}
