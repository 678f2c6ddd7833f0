import { signal } from '@preact/signals-core';
import type { RunItemResult, RunProgress } from '../contracts/runs.contract.ts';
import { randomId } from '../page/random.ts';

const PAGE = 50;
const MORE = 200;

export type RunLoad<Run> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly run: Run };

type Items<Item> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly items: readonly Item[]; readonly next: string | null };

export type ItemFilter = 'all' | 'done' | 'failed' | 'skipped';

interface ItemsQuery {
  readonly limit: number;
  readonly after?: string;
  readonly state?: Exclude<ItemFilter, 'all'>;
}

/** The endpoints of one run. */
export interface RunApi<Run extends RunProgress, Item extends RunItemResult> {
  readonly get: () => Promise<Run>;
  readonly items: (query: ItemsQuery) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>;
  readonly stop: (idempotencyKey: string) => Promise<Run>;
  readonly retry: (idempotencyKey: string, undoSeconds: number) => Promise<Run>;
  readonly table: () => Promise<string>;
}

export const isOver = ({ state }: Pick<RunProgress, 'state'>) => state === 'done' || state === 'stopped';

/** One run of any kind, dry or not, with the results of its items. */
export function createRunStore<Run extends RunProgress, Item extends RunItemResult>(
  api: RunApi<Run, Item>,
  id: string,
  known?: Run,
) {
  const state = signal<RunLoad<Run>>(known ? { status: 'ready', run: known } : { status: 'loading' });
  let retryKey = randomId();

  function put(run: Run): void {
    state.value = { status: 'ready', run };
  }

  /** Loads the progress. */
  async function load(): Promise<void> {
    try {
      put(await api.get());
    } catch (error) {
      // The last state stays on screen; the next poll tries again.
      if (state.peek().status !== 'ready') state.value = { status: 'failed', error };
    }
  }

  return {
    id,
    state,
    passed: createItems(api),
    failed: createItems(api),
    shown: createItems(api),
    load,

    /** Applies a live event about this run, so that nothing is fetched while it runs. */
    receiveProgress(data: Readonly<Record<string, unknown>>): void {
      const now = state.peek();
      if (data.id !== id || now.status !== 'ready' || isOver(now.run)) return;
      const { done, failed: count, state: next } = data as Pick<RunProgress, 'done' | 'failed' | 'state'>;
      if (isOver({ state: next }) || next !== now.run.state) void load();
      // Events can overtake each other.
      else if (done + count >= now.run.done + now.run.failed) put({ ...now.run, done, failed: count });
    },

    async stop(): Promise<void> {
      put(await api.stop(randomId()));
    },

    /** Retries the failed items in a new run. */
    async retry(undoSeconds = 0): Promise<Run> {
      const run = await api.retry(retryKey, undoSeconds);
      retryKey = randomId();
      return run;
    },

    /** The results as a CSV file. */
    table: () => api.table(),
  };
}

/** Results of a run, page by page. */
function createItems<Run extends RunProgress, Item extends RunItemResult>(api: RunApi<Run, Item>) {
  const items = signal<Items<Item>>({ status: 'loading' });
  const filter = signal<ItemFilter>('all');
  let turn = 0;

  async function fetchPage(after: string | null, limit: number) {
    const state = filter.peek();
    return api.items({ limit, ...(after === null ? {} : { after }), ...(state === 'all' ? {} : { state }) });
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
