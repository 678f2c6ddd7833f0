import { signal } from '@preact/signals-core';
import { type ApiErrorCode, codeOf } from '../../shared/api/index.ts';
import type { Page } from '../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import type { ListQuery } from './groups.rules.ts';
import { type Run, runsOf } from './layout.rules.ts';

/** Consecutive rows. Pages far from the visible ones are released; their height is kept. */
export interface ListPage {
  /** Index of the request that the page belongs to. */
  readonly request: number;
  readonly after: string | null;
  readonly next: string | null;
  readonly count: number;
  /** Id of its first row; null for an empty page. */
  readonly firstId: string | null;
  readonly runs: readonly Run[];
  /** Null while released. */
  readonly tasks: readonly Task[] | null;
  /** Changed since; reloaded when visible. */
  readonly stale: boolean;
}

export type ListState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly pages: readonly ListPage[];
      /** No more rows follow. */
      readonly isWhole: boolean;
    };

/** Whether the next page could be loaded. */
export type MoreState = 'fine' | 'failed';

/** Presentation of a task in the list. */
export interface Shown {
  readonly group: string;
  readonly tall: boolean;
}

export interface PagesSource {
  /** The requests, in order. */
  readonly requests: () => readonly ListQuery[];
  readonly fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Task>>;
  readonly shown: (task: Task) => Shown;
}

const FIRST_PAGE = 50;
/** Additional rows requested when a page is reloaded, for tasks inserted meanwhile. */
const MORE_AGAIN = 30;
/** The server's maximum page size. */
const LARGEST = 200;
/** Large pages: fast scrolling passes a hundred rows in less than a second. */
const PAGE = LARGEST - MORE_AGAIN;
/** Pages kept before and after the visible ones: about 2,000 tasks. */
const KEPT_AROUND = 5;

/**
 * The rows of an inbox, page by page. Loads more near the end, reloads changed pages when visible, and keeps a bounded
 * number of tasks, however long the list (TSK-20).
 */
export function createPages({ requests, fetch, shown }: PagesSource) {
  const list = signal<ListState>({ status: 'loading' });
  const more = signal<MoreState>('fine');
  /** Not a signal: nothing renders because more rows are loading. */
  let isReading = false;
  let running = new AbortController();
  let seen: readonly [from: number, to: number] = [0, 1];
  /** Serialises loads: each builds on the result of the one before. */
  let line: Promise<void> = Promise.resolve();

  const pagesNow = () => {
    const state = list.peek();
    return state.status === 'ready' ? state.pages : [];
  };

  async function read(request: number, after: string | null, limit: number): Promise<ListPage> {
    const query = requests()[request] ?? {};
    const { items, next } = await fetch(
      { ...query, limit: String(limit), ...(after === null ? {} : { after }) },
      running.signal,
    );
    return pageOf({ request, after, next, stale: false }, items);
  }

  function pageOf(place: Pick<ListPage, 'request' | 'after' | 'next' | 'stale'>, tasks: readonly Task[]): ListPage {
    return { ...place, tasks, count: tasks.length, firstId: tasks[0]?.id ?? null, runs: runsOf(tasks.map(shown)) };
  }

  const endsAt = (page: ListPage | undefined) =>
    page !== undefined && page.next === null && page.request >= requests().length - 1;

  /** Loads pages from a position until there are rows, or nothing is left. */
  async function readOn(request: number, after: string | null, limit: number): Promise<ListPage[]> {
    const found: ListPage[] = [];
    let [at, from] = [request, after];
    for (;;) {
      const page = await read(at, from, limit);
      found.push(page);
      if (endsAt(page) || found.reduce((sum, { count }) => sum + count, 0) >= Math.min(limit, FIRST_PAGE)) return found;
      [at, from] = page.next === null ? [at + 1, null] : [at, page.next];
    }
  }

  function set(pages: readonly ListPage[]): void {
    const [from, to] = seen;
    const kept = pages.map((page, index) =>
      page.tasks !== null && (index < from - KEPT_AROUND || index >= to + KEPT_AROUND)
        ? { ...page, tasks: null }
        : page,
    );
    list.value = { status: 'ready', pages: kept, isWhole: endsAt(kept.at(-1)) };
  }

  function inLine(work: (mine: AbortController) => Promise<void>): Promise<void> {
    const mine = running;
    line = line.then(async () => {
      if (mine === running && !mine.signal.aborted) await work(mine);
    });
    return line;
  }

  /** Starts again: with other filters, or after a failure. */
  function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    line = Promise.resolve();
    seen = [0, 1];
    more.value = 'fine';
    isReading = false;
    list.value = { status: 'loading' };
    return inLine(async (mine) => {
      try {
        const pages = await readOn(0, null, FIRST_PAGE);
        if (mine === running) set(pages);
      } catch (error) {
        if (mine !== running || mine.signal.aborted) return;
        list.value = { status: 'failed', code: codeOf(error) };
      }
    });
  }

  /** Loads the next page. */
  function loadMore(): Promise<void> {
    const before = list.peek();
    if (before.status !== 'ready' || before.isWhole || isReading) return Promise.resolve();
    isReading = true;
    more.value = 'fine';
    return inLine(async (mine) => {
      const last = pagesNow().at(-1);
      try {
        const place = last === undefined ? ([0, null] as const) : following(last);
        const found = endsAt(last) ? [] : await readOn(...place, PAGE);
        if (mine === running) set([...pagesNow(), ...found]);
      } catch {
        // Shown at the end of the list with a retry button; the rows above stay.
        if (mine === running && !mine.signal.aborted) more.value = 'failed';
      }
      if (mine === running) isReading = false;
    });
  }

  /** Reloads the visible pages after a change on the server; the others when they become visible. */
  function refresh(): Promise<void> {
    const state = list.peek();
    if (state.status !== 'ready') return load();
    list.value = { ...state, pages: state.pages.map((page) => ({ ...page, stale: true })) };
    return see(...seen);
  }

  /** Marks the pages `from` up to, but not including, `to` as visible. */
  function see(from: number, to: number): Promise<void> {
    seen = [from, to];
    const isDue = (page: ListPage | undefined) => page !== undefined && (page.stale || page.tasks === null);
    if (!pagesNow().slice(from, to).some(isDue)) return Promise.resolve();
    return inLine(async (mine) => {
      for (let index = seen[0]; index < Math.min(seen[1], pagesNow().length); index += 1) {
        if (!isDue(pagesNow()[index])) continue;
        try {
          await readAgain(index, mine);
        } catch {
          // The rows stay; the next event or scrolling tries again.
          return;
        }
        if (mine !== running) return;
      }
    });
  }

  /** Reloads one page up to the first row of the next; if that row is gone, the following pages are reloaded too. */
  async function readAgain(index: number, mine: AbortController): Promise<void> {
    const old = pagesNow()[index] as ListPage;
    const isAlone = index === pagesNow().length - 1 && old.count <= FIRST_PAGE;
    const fresh = await read(old.request, old.after, isAlone ? FIRST_PAGE : Math.min(LARGEST, old.count + MORE_AGAIN));
    if (mine !== running) return;
    const now = pagesNow();
    const behind = now[index + 1];
    if (!behind || behind.request !== old.request) {
      const rest = fresh.next === null ? now.slice(index + 1) : [];
      return set([...now.slice(0, index), fresh, ...rest]);
    }
    const cut = (fresh.tasks ?? []).findIndex(({ id }) => id === behind.firstId);
    // The page ends where it ended before.
    if (fresh.next === behind.after) return set([...now.slice(0, index), fresh, ...now.slice(index + 1)]);
    if (cut < 0) return set([...now.slice(0, index), fresh]);
    const page = pageOf({ ...fresh, next: behind.after }, (fresh.tasks ?? []).slice(0, cut));
    set([...now.slice(0, index), page, ...now.slice(index + 1)]);
  }

  function change(update: (tasks: readonly Task[]) => readonly Task[]): void {
    const state = list.peek();
    if (state.status !== 'ready') return;
    const pages = state.pages.map((page) => {
      if (page.tasks === null) return page;
      const tasks = update(page.tasks);
      return tasks === page.tasks ? page : pageOf(page, tasks);
    });
    list.value = { ...state, pages };
  }

  /** Marks a task that the user opened as read, here and on the server. */
  function markRead(taskId: string): void {
    change((tasks) =>
      tasks.some(({ id, unread }) => id === taskId && unread)
        ? tasks.map((task) => (task.id === taskId ? { ...task, unread: false } : task))
        : tasks,
    );
  }

  /** Removes a task from the list at once; returns the one below it, or above it if it was the last. */
  function remove(taskId: string): string | null {
    const tasks = loaded();
    const index = tasks.findIndex(({ id }) => id === taskId);
    if (index < 0) return null;
    change((some) => (some.some(({ id }) => id === taskId) ? some.filter(({ id }) => id !== taskId) : some));
    return (tasks[index + 1] ?? tasks[index - 1])?.id ?? null;
  }

  /** The loaded tasks, in order. */
  function loaded(): readonly Task[] {
    return pagesNow().flatMap(({ tasks }) => tasks ?? []);
  }

  return {
    list,
    more,
    load,
    loadMore,
    refresh,
    see,
    markRead,
    remove,
    loaded,
    /** Regroups the rows: the day has changed, or other columns are shown. */
    arrange: () => change((tasks) => [...tasks]),
    stop: () => running.abort(),
  };
}

function following({ request, next }: ListPage): readonly [number, string | null] {
  return next === null ? [request + 1, null] : [request, next];
}
