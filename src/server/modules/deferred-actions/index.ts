import { undoDeferred } from '../../../shared/contracts/deferred-actions.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { isUuid } from '../../platform/uuid.ts';
import {
  type DeferredActionContext,
  type DeferredActionKinds,
  executeDeferredActions,
} from './deferred-actions.loop.ts';
import { undo } from './deferred-actions.store.ts';

export { type DeferredActionKind, type DeferredActionKinds, executeDeferredActions } from './deferred-actions.loop.ts';
export { undoSeconds } from './deferred-actions.rules.ts';
export { type DeferredAction, deferAction, settleDeferredAction } from './deferred-actions.store.ts';

/** Maximum delay of an action after its due time. */
const CHECK_MS = 500;

/**
 * Actions deferred for a few seconds so that they can be undone (BEY-06). A module defers an action instead of executing it
 * and registers its handlers in app.ts; the server executes it even if the browser tab is closed.
 */
export const deferredActions =
  (kinds: DeferredActionKinds): ServerModule =>
  (app, context) => {
    serve(app, context, undoDeferred, async ({ tx, params, session, now }) => {
      if (!isUuid(params.id)) throw new AppError('held.not_found');
      const action = await undo(tx, params.id, session.userId, now);
      if (action === 'unknown') throw new AppError('held.not_found');
      if (action === 'late') throw new AppError('held.already_done');
      await kinds[action.kind]?.undone?.(tx, action, now);
      return null;
    });
  };

/** Starts the job that executes due actions; it runs on every instance, and each action is executed once. */
export function handleDeferredActions(
  jobs: Pick<Jobs, 'every'>,
  context: DeferredActionContext,
  kinds: DeferredActionKinds,
): void {
  jobs.every(CHECK_MS, 'deferred actions', () => executeDeferredActions(context, kinds));
}
