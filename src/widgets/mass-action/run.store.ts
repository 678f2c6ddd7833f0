import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { undoDeferred } from '../../shared/contracts/deferred-actions.contract.ts';
import {
  exportMassAction,
  getMassAction,
  type MassAction,
  type MassItem,
  type MassSummary,
  massItems,
  massSummary,
  retryMassAction,
  stopMassAction,
} from '../../shared/contracts/mass-actions.contract.ts';
import { createRunStore } from '../../shared/runs/run.store.ts';

export { type ItemFilter, isOver } from '../../shared/runs/run.store.ts';

/** One mass action, dry or not, with the results of its tasks. `send` is `call` of shared/api. */
export function createRun(send: typeof call, id: string, known?: MassAction) {
  const params = { id };
  const summary = signal<MassSummary | null>(null);
  const store = createRunStore<MassAction, MassItem>(
    {
      get: () => send(getMassAction, { params }),
      items: (query) => send(massItems, { params, query }),
      stop: (idempotencyKey) => send(stopMassAction, { params, idempotencyKey }),
      retry: (idempotencyKey, undoSeconds) =>
        send(retryMassAction, { params, idempotencyKey, headers: { Prefer: `undo=${undoSeconds}` } }),
      table: () => send(exportMassAction, { params }),
    },
    id,
    known,
  );
  return {
    ...store,
    summary,

    /** Loads the sums and refusals of a dry run that is over. */
    async loadSummary(): Promise<void> {
      summary.value = await send(massSummary, { params });
    },

    /** Throws ApiError `held.already_done` when the run has started. */
    async undo(heldId: string): Promise<void> {
      try {
        await send(undoDeferred, { params: { id: heldId } });
      } finally {
        await store.load();
      }
    },
  };
}

export type Run = ReturnType<typeof createRun>;
export type ItemList = Run['shown'];
