import { batch, computed, signal } from '@preact/signals-core';
import { ApiError, type ApiErrorCode, type call } from '../../shared/api/index.ts';
import { listProcesses, type Process } from '../../shared/contracts/processes.contract.ts';
import type { Page } from '../../shared/contracts/shapes.contract.ts';
import { listTasks, type Task } from '../../shared/contracts/tasks.contract.ts';

export interface InboxFilters {
  readonly q: string;
  readonly process: string | null;
  readonly due: 'overdue' | 'today' | 'week' | null;
  readonly who: 'mine' | 'free' | null;
  readonly unread: boolean;
  readonly sort: 'due:asc' | 'created:desc' | 'priority:desc';
}

export const NO_FILTERS: InboxFilters = { q: '', process: null, due: null, who: null, unread: false, sort: 'due:asc' };

export type ListState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly tasks: readonly Task[];
      readonly next: string | null;
      readonly more: MoreState;
    };

/** Whether the following page is on its way. */
type MoreState = 'idle' | 'loading' | 'failed';

const PAGE = 50;
const LARGEST_PAGE = 200;

/** The query of a list request: filters in the syntax of the API. */
export function queryOf(filters: InboxFilters, now: Date): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = { sort: filters.sort };
  if (filters.q.trim()) query.q = filters.q.trim();
  if (filters.process) query.process = `eq:${filters.process}`;
  if (filters.due === 'overdue') query.due = `lt:${now.toISOString()}`;
  if (filters.due === 'today') query.due = 'eq:today';
  if (filters.due === 'week') query.due = 'eq:thisweek';
  if (filters.who === 'mine') query.assignee = 'eq:me';
  if (filters.who === 'free') query.assignee = 'eq:';
  if (filters.unread) query.unread = 'eq:true';
  return query;
}

/** The state of one inbox on a page; two elements have two. `send` is `call` of shared/api. */
export function createInboxStore(send: typeof call, clock: () => Date = () => new Date()) {
  const filters = signal<InboxFilters>(NO_FILTERS);
  const list = signal<ListState>({ status: 'loading' });
  const processes = signal<readonly Process[]>([]);
  const activeFilters = computed(() => {
    const { process, due, who, unread } = filters.value;
    return [process, due, who, unread || null].filter((value) => value !== null).length;
  });
  let running = new AbortController();

  async function fetchPage(limit: number, after?: string): Promise<Page<Task>> {
    const query = { ...queryOf(filters.peek(), clock()), limit: String(limit), ...(after ? { after } : {}) };
    return send(listTasks, { query, signal: running.signal });
  }

  function begin(): AbortController {
    running.abort();
    running = new AbortController();
    return running;
  }

  /** Loads the first page; the rows on screen stay while it is on its way, unless `fresh`. */
  async function load({ fresh = true } = {}): Promise<void> {
    const mine = begin();
    const before = list.peek();
    const shown = !fresh && before.status === 'ready' ? before.tasks.length : 0;
    if (fresh) list.value = { status: 'loading' };
    try {
      const page = await fetchPage(Math.min(Math.max(PAGE, shown), LARGEST_PAGE));
      if (mine === running) list.value = { status: 'ready', tasks: page.items, next: page.next, more: 'idle' };
    } catch (error) {
      if (mine !== running || mine.signal.aborted) return;
      // A refresh that fails leaves what was there; the next event or visit tries again.
      if (list.peek().status !== 'ready') list.value = { status: 'failed', code: codeOf(error) };
    }
  }

  async function loadMore(): Promise<void> {
    const before = list.peek();
    if (before.status !== 'ready' || before.next === null || before.more === 'loading') return;
    const mine = running;
    list.value = { ...before, more: 'loading' };
    try {
      const page = await fetchPage(PAGE, before.next);
      if (mine !== running) return;
      const known = new Set(before.tasks.map((task) => task.id));
      const tasks = [...before.tasks, ...page.items.filter((task) => !known.has(task.id))];
      list.value = { status: 'ready', tasks, next: page.next, more: 'idle' };
    } catch {
      // Shown at the foot of the list with a way to try again; the rows above stay.
      if (mine === running) list.value = { ...before, more: 'failed' };
    }
  }

  function setFilters(change: Partial<InboxFilters>): Promise<void> {
    batch(() => {
      filters.value = { ...filters.peek(), ...change };
    });
    return load();
  }

  async function loadProcesses(): Promise<void> {
    try {
      processes.value = await send(listProcesses, {});
    } catch {
      // Without the names of the processes the other filters still work.
    }
  }

  /** The person has opened it: it is read, here and on the server. */
  function markRead(taskId: string): void {
    const now = list.peek();
    if (now.status !== 'ready') return;
    list.value = { ...now, tasks: now.tasks.map((task) => (task.id === taskId ? { ...task, unread: false } : task)) };
  }

  /** Takes a task off the list at once; the task below it, or above it when it was the last. */
  function remove(taskId: string): string | null {
    const now = list.peek();
    if (now.status !== 'ready') return null;
    const index = now.tasks.findIndex((task) => task.id === taskId);
    const tasks = now.tasks.filter((task) => task.id !== taskId);
    list.value = { ...now, tasks };
    if (index < 0) return null;
    return (tasks[index] ?? tasks[index - 1])?.id ?? null;
  }

  return {
    filters,
    list,
    processes,
    activeFilters,
    load,
    loadMore,
    loadProcesses,
    setFilters,
    markRead,
    remove,
    stop: () => running.abort(),
  };
}

export type InboxStore = ReturnType<typeof createInboxStore>;

function codeOf(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'network';
}
