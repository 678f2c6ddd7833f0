import { undoDeferred } from '../../../shared/contracts/deferred-actions.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Jobs } from '../../platform/jobs.ts';
import {
  type DeferredActionContext,
  type DeferredActionKinds,
  executeDeferredActions,
} from './deferred-actions.loop.ts';
import { undo } from './deferred-actions.store.ts';

export { type DeferredActionKind, type DeferredActionKinds, executeDeferredActions } from './deferred-actions.loop.ts';
export { undoSeconds } from './deferred-actions.rules.ts';
export { type DeferredAction, deferAction, settleDeferredAction } from './deferred-actions.store.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** How late a change may be after its time. */
const LOOK_MS = 500;

/**
 * Changes that wait a few seconds so that they can be undone (BEY-06). A module that has such a change calls `hold`
 * instead of making it and names in app.ts what carries it out; the server does that whether or not the tab lives.
 */
export const deferredActions =
  (kinds: DeferredActionKinds): ServerModule =>
  (app, context) => {
    serve(app, context, undoDeferred, async ({ tx, params, session, now }) => {
      if (!UUID.test(params.id)) throw new AppError('held.not_found');
      const action = await undo(tx, params.id, session.userId, now);
      if (action === 'unknown') throw new AppError('held.not_found');
      if (action === 'late') throw new AppError('held.already_done');
      await kinds[action.kind]?.undone?.(tx, action, now);
      return null;
    });
  };

/** The loop that carries out what is due; on each instance, each change once. */
export function handleDeferredActions(
  jobs: Pick<Jobs, 'every'>,
  context: DeferredActionContext,
  kinds: DeferredActionKinds,
): void {
  jobs.every(LOOK_MS, 'held changes', () => executeDeferredActions(context, kinds));
}
