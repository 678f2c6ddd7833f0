import type { ErrorCode } from '../../../../shared/contracts/errors.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the id of a path in lower case. Answers a text that is not a UUID like an id that does not exist. */
export function assertUuid(id: string, code: ErrorCode): string {
  if (!UUID.test(id)) throw new AppError(code);
  return id.toLowerCase();
}
