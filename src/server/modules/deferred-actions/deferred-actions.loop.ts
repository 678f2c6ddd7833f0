import type { Logger } from 'pino';
import { type DatabaseHandle, DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { nextTry } from './deferred-actions.rules.ts';
import { type DeferredAction, findDue, lockDue, markDone, markFailed } from './deferred-actions.store.ts';

/** Handlers of a kind of deferred action. They run in the tenant's transaction, in the name of the requesting user. */
export interface DeferredActionKind {
  /** Executes the action when it is due, exactly once. An AppError abandons it; other failures are retried. */
  readonly execute: (tx: Tx, action: DeferredAction, now: Date) => Promise<void>;
  /** Runs after an undo, to clear what was marked as deferred. */
  readonly undone?: (tx: Tx, action: DeferredAction, now: Date) => Promise<void>;
  /** Runs in its own transaction when the action is abandoned, to clear what was marked and to notify the requesting user. */
  readonly abandoned?: (tx: Tx, action: DeferredAction, error: unknown, now: Date) => Promise<void>;
}
export type DeferredActionKinds = Readonly<Record<string, DeferredActionKind>>;

export interface DeferredActionContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

const BATCH = 50;

/** Executes due actions, each in a transaction that also marks it done. Returns whether there may be more. */
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
        const action = await lockDue(tx, id, now);
        if (!action) return;
        held = action;
        const kind = kinds[action.kind];
        if (!kind) throw new Error(`No handler is registered for the deferred action ${action.kind}.`);
        await kind.execute(tx, action, now);
        await markDone(tx, id, now);
      });
    } catch (error) {
      // Not counted as an attempt: the action is still due on the next run.
      if (error instanceof DatabaseUnavailableError) throw error;
      log.error({ err: error, held: id }, 'executing a deferred action failed');
      const action = held;
      const attempts = (action?.attempts ?? 0) + 1;
      const again = nextTry(attempts, error instanceof AppError, now);
      const text = error instanceof Error ? error.message : String(error);
      await db.tenantTransaction({ tenantId, userId }, async (tx) => {
        const isGivenUp = (await markFailed(tx, id, { error: text, attempts, again, now })) && !again;
        if (isGivenUp && action) await kinds[action.kind]?.abandoned?.(tx, action, error, now);
      });
    }
  }
  return due.length === BATCH;
}
