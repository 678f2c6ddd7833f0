import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { AppError } from '../../../platform/errors.ts';

/** Rejects a due date in the past, which no reader could meet. Days are `2026-11-21`. */
export function assertDueInFuture(due: ManualDue, today: string): void {
  if (due.kind !== 'date' || due.date >= today) return;
  const params = { date: due.date };
  throw new AppError('manual.due_past', params, {
    errors: [{ pointer: '/due/date', code: 'manual.due_past', params }],
  });
}
