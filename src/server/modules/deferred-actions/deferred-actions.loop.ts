import type { Logger } from 'pino';
import { type DatabaseHandle, DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { nextTry } from './deferred-actions.rules.ts';
import { type DeferredAction, findDue, markDone, markFailed, take } from './deferred-actions.store.ts';

/** What a kind of held change does. Both run in the tenant's transaction, in the name of who asked. */
export interface DeferredActionKind {
  /** When its time has come: once, whatever happens. An AppError gives it up; another failure is tried again. */
  readonly carryOut: (tx: Tx, action: DeferredAction, now: Date) => Promise<void>;
  /** When it was undone, for what was marked while it waited. */
  readonly undone?: (tx: Tx, action: DeferredAction, now: Date) => Promise<void>;
  /** When it cannot be carried out, in a transaction of its own: what was marked is to be freed, and who asked to be told. */
  readonly givenUp?: (tx: Tx, action: DeferredAction, error: unknown, now: Date) => Promise<void>;
}
export type DeferredActionKinds = Readonly<Record<string, DeferredActionKind>>;

export interface DeferredActionContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

const BATCH = 50;

/** Carries out what is due, each in a transaction of its own that also marks it done. Answers whether there may be more. */
export async function executeDeferredActions(
  { db, log, clock }: DeferredActionContext,
  kinds: DeferredActionKinds,
): Promise<boolean> {
  const due = await findDue(db, clock(), BATCH);
  for (const { tenantId, id, userId } of due) {
    const now = clock();
    let held: DeferredAction | undefined;
    try {
      await db.tenantTransaction({ tenantId, userId }, async (tx) => {
        const action = await take(tx, id, now);
        if (!action) return;
        held = action;
        const kind = kinds[action.kind];
        if (!kind) throw new Error(`Nothing is known to carry out ${action.kind}.`);
        await kind.carryOut(tx, action, now);
        await markDone(tx, id, now);
      });
    } catch (error) {
      // No attempt of the change's own: it is still due when the loop comes again.
      if (error instanceof DatabaseUnavailableError) throw error;
      log.error({ err: error, held: id }, 'held change');
      const action = held;
      const attempts = (action?.attempts ?? 0) + 1;
      const again = nextTry(attempts, error instanceof AppError, now);
      const text = error instanceof Error ? error.message : String(error);
      await db.tenantTransaction({ tenantId, userId }, async (tx) => {
        const isGivenUp = (await markFailed(tx, id, { error: text, attempts, again, now })) && !again;
        if (isGivenUp && action) await kinds[action.kind]?.givenUp?.(tx, action, error, now);
      });
    }
  }
  return due.length === BATCH;
}
