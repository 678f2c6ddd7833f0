import type { Caller } from '../../../platform/caller.ts';
import type { StepScope } from '../definitions/scope.ts';

/** Returns the scope of the process steps that a request causes. */
export function scopeOf({ session, context, now }: Omit<Caller, 'tx'>): StepScope {
  return { db: context.db, tenantId: session.tenantId, timeZone: session.timeZone, userId: session.userId, now };
}
