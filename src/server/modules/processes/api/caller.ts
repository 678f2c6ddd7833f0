import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { CallerSession } from '../../../platform/session.ts';
import type { StepScope } from '../running/scope.ts';

/** The parts of a request that a process step needs. */
export interface Caller {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

export function scopeOf({ session, context, now }: Omit<Caller, 'tx'>): StepScope {
  return { db: context.db, tenantId: session.tenantId, timeZone: session.timeZone, userId: session.userId, now };
}
