import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { isStale } from '../../../platform/http/if-match.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Whether a row can have this id; there is nothing under any other. */
export const isUuid = (id: string): boolean => UUID.test(id);

/** Throws edit.conflict, with what is there now, when `If-Match` or the version in the body names another one. */
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

/** A due date that has passed asks of everybody what nobody can do any more. Days are `2026-11-21`. */
export function assertDueAhead(due: ManualDue, today: string): void {
  if (due.kind !== 'date' || due.date >= today) return;
  const params = { date: due.date };
  throw new AppError('manual.due_past', params, {
    errors: [{ pointer: '/due/date', code: 'manual.due_past', params }],
  });
}
