import { signal } from '@preact/signals-core';
import type { call } from '../../api/index.ts';
import {
  exportStatusChange,
  getStatusChange,
  getStatusChangeRefusals,
  listStatusChangeItems,
  listStatusChanges,
  retryStatusChange,
  type StatusChange,
  type StatusChangeItem,
  stopStatusChange,
} from '../../contracts/status-changes.contract.ts';
import { createRunStore } from '../../runs/run.store.ts';

/** Live event about the progress of a run. */
export const STATUS_PROGRESS = 'status-change.progress';

/** One change of the status of many records, dry or not. `send` is `call` of shared/api. */
export function createStatusRun(send: typeof call, known: StatusChange) {
  const params = { id: known.id };
  const refusals = signal<readonly { readonly title: string; readonly count: number }[]>([]);
  const store = createRunStore<StatusChange, StatusChangeItem>(
    {
      get: () => send(getStatusChange, { params }),
      items: (query) => send(listStatusChangeItems, { params, query }),
      stop: (idempotencyKey) => send(stopStatusChange, { params, idempotencyKey }),
      retry: (idempotencyKey) => send(retryStatusChange, { params, idempotencyKey }),
      table: () => send(exportStatusChange, { params }),
    },
    known.id,
    known,
  );
  return {
    ...store,
    refusals,

    /** Loads the refused records and the reasons, once the run is over. */
    async loadRefused(): Promise<void> {
      const [reasons] = await Promise.all([send(getStatusChangeRefusals, { params }), store.failed.load('failed')]);
      refusals.value = reasons;
    },
  };
}

export type StatusRun = ReturnType<typeof createStatusRun>;

/** Returns the newest run of the user in a registry. */
export async function findLatestRun(send: typeof call, resource: string): Promise<StatusRun | null> {
  const { items } = await send(listStatusChanges, { params: { resource }, query: { limit: 1 } });
  return items[0] ? createStatusRun(send, items[0]) : null;
}
