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
import { randomId } from '../../shared/page/random.ts';

const PAGE = 50;
const MORE = 200;

export type RunState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly run: MassAction };

type Items =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly items: readonly MassItem[]; readonly next: string | null };

export type ItemFilter = 'all' | 'done' | 'failed' | 'skipped';

export const isOver = ({ state }: Pick<MassAction, 'state'>) => state === 'done' || state === 'stopped';

/** One run, dry or not, with the results of its tasks. `send` is `call` of shared/api. */
export function createRun(send: typeof call, id: string, known?: MassAction) {
  const state = signal<RunState>(known ? { status: 'ready', run: known } : { status: 'loading' });
  const passed = createItems(send, id);
  const failed = createItems(send, id);
  const shown = createItems(send, id);
  const summary = signal<MassSummary | null>(null);
  let retryKey = randomId();

  function put(run: MassAction): void {
    state.value = { status: 'ready', run };
  }

  /** Loads the progress, and the results once the run is over. */
  async function load(): Promise<void> {
    try {
      put(await send(getMassAction, { params: { id } }));
    } catch (error) {
      // The last state stays on screen; the next poll tries again.
      if (state.peek().status !== 'ready') state.value = { status: 'failed', error };
    }
  }

  return {
    id,
    state,
    passed,
    failed,
    shown,
    summary,
    load,

    /** Loads the sums and refusals of a dry run that is over. */
    async loadSummary(): Promise<void> {
      summary.value = await send(massSummary, { params: { id } });
    },

    /** Applies a live event about this run, so that nothing is fetched while it runs. */
    receiveProgress(data: Readonly<Record<string, unknown>>): void {
      const now = state.peek();
      if (data.id !== id || now.status !== 'ready' || isOver(now.run)) return;
      const { done, failed: count, state: next } = data as Pick<MassAction, 'done' | 'failed' | 'state'>;
      if (isOver({ state: next }) || next !== now.run.state) void load();
      // Events can overtake each other.
      else if (done + count >= now.run.done + now.run.failed) put({ ...now.run, done, failed: count });
    },

    async stop(): Promise<void> {
      put(await send(stopMassAction, { params: { id }, idempotencyKey: randomId() }));
    },

    /** Throws ApiError `held.already_done` when the run has started. */
    async undo(heldId: string): Promise<void> {
      try {
        await send(undoDeferred, { params: { id: heldId } });
      } finally {
        await load();
      }
    },

    /** Retries the failed tasks in a new run. */
    async retry(undoSeconds: number): Promise<MassAction> {
      const headers = { Prefer: `undo=${undoSeconds}` };
      const run = await send(retryMassAction, { params: { id }, idempotencyKey: retryKey, headers });
      retryKey = randomId();
      return run;
    },

    /** The results as a CSV file. */
    table: (): Promise<string> => send(exportMassAction, { params: { id } }),
  };
}

export type Run = ReturnType<typeof createRun>;

/** Results of a run, page by page. */
function createItems(send: typeof call, id: string) {
  const items = signal<Items>({ status: 'loading' });
  const filter = signal<ItemFilter>('all');
  let turn = 0;

  async function fetchPage(after: string | null, limit: number) {
    const state = filter.peek();
    return send(massItems, {
      params: { id },
      query: { limit, ...(after === null ? {} : { after }), ...(state === 'all' ? {} : { state }) },
    });
  }

  async function load(only: ItemFilter = filter.peek()): Promise<void> {
    turn += 1;
    const mine = turn;
    if (only !== filter.peek() || items.peek().status === 'failed') items.value = { status: 'loading' };
    filter.value = only;
    try {
      const page = await fetchPage(null, PAGE);
      if (mine === turn) items.value = { status: 'ready', items: page.items, next: page.next };
    } catch (error) {
      if (mine === turn) items.value = { status: 'failed', error };
    }
  }

  async function loadMore(): Promise<void> {
    const before = items.peek();
    if (before.status !== 'ready' || before.next === null) return;
    const mine = turn;
    try {
      const page = await fetchPage(before.next, MORE);
      if (mine === turn) items.value = { status: 'ready', items: [...before.items, ...page.items], next: page.next };
    } catch (error) {
      if (mine === turn) items.value = { status: 'failed', error };
    }
  }

  return { items, filter, load, loadMore };
}

export type ItemList = ReturnType<typeof createItems>;
