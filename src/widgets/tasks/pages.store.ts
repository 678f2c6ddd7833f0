import { batch, signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { listAllTasks } from '../../shared/contracts/all-tasks.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';

const PAGE = 50;

export type ListState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly tasks: readonly Task[];
      readonly next: string | null;
      readonly previous: string | null;
      /** Index of the first row, from 0. */
      readonly from: number;
      /** Another page or a reload is in progress; these rows stay meanwhile. */
      readonly stale: boolean;
    };

export interface Total {
  readonly count: number;
  readonly atLeast: boolean;
}

/** One page of the list at a time. `query` returns the conditions, order and search of the list. */
export function createPages(send: typeof call, query: () => string) {
  const list = signal<ListState>({ status: 'loading' });
  const total = signal<Total | null>(null);
  let running = new AbortController();

  async function fetchPage(place: { after?: string; before?: string } | null, from: number): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    const before = list.peek();
    if (before.status === 'ready') list.value = { ...before, stale: true };
    const parameters = new URLSearchParams(query());
    parameters.set('limit', String(PAGE));
    if (place?.after) parameters.set('after', place.after);
    if (place?.before) parameters.set('before', place.before);
    if (!place) parameters.set('count', 'true');
    try {
      const page = await send(listAllTasks, { query: parameters, signal: mine.signal });
      if (mine !== running) return;
      batch(() => {
        const { items: tasks, next, previous } = page;
        list.value = { status: 'ready', tasks, next, previous, from, stale: false };
        if (!place) total.value = { count: page.total ?? tasks.length, atLeast: page.totalIsAtLeast ?? false };
      });
    } catch (error) {
      if (mine !== running || mine.signal.aborted) return;
      list.value = { status: 'failed', code: codeOf(error) };
    }
  }

  const load = () => fetchPage(null, 0);

  function turn(to: 'next' | 'previous'): Promise<void> {
    const now = list.peek();
    if (now.status !== 'ready') return Promise.resolve();
    if (to === 'next') {
      return now.next === null ? Promise.resolve() : fetchPage({ after: now.next }, now.from + now.tasks.length);
    }
    if (now.previous === null) return Promise.resolve();
    // Reloads the first page, to include new tasks at its top.
    return now.from <= PAGE ? load() : fetchPage({ before: now.previous }, now.from - PAGE);
  }

  /** Reloads the same rows, or the first page if their position is unknown. */
  function reload(): Promise<void> {
    const now = list.peek();
    return now.status === 'ready' && now.from > 0 && now.previous !== null
      ? turn('previous').then(() => turn('next'))
      : load();
  }

  return { list, total, load, turn, reload, stop: () => running.abort() };
}
