import { signal } from '@preact/signals-core';
import { type ApiErrorCode, codeOf } from '../../shared/api/index.ts';
import type { Page } from '../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import type { ListQuery } from './groups.rules.ts';
import { type Run, runsOf } from './layout.rules.ts';

/** Some rows that follow each other. Those far from what is seen are let go, and their place is kept. */
export interface ListPage {
  /** Which of the requests whose pages make the list. */
  readonly request: number;
  readonly after: string | null;
  readonly next: string | null;
  readonly count: number;
  /** Of its first row; null of an empty page. */
  readonly firstId: string | null;
  readonly runs: readonly Run[];
  /** Null while they are let go. */
  readonly tasks: readonly Task[] | null;
  /** Something has changed since; read again when it is seen. */
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

/** Whether the following page could be read. */
export type MoreState = 'fine' | 'failed';

/** How a task stands in the list. */
export interface Shown {
  readonly group: string;
  readonly tall: boolean;
}

export interface PagesSource {
  /** The requests, one after another. */
  readonly requests: () => readonly ListQuery[];
  readonly fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Task>>;
  readonly shown: (task: Task) => Shown;
}

const FIRST_PAGE = 50;
/** A page is read again with what may have come into it meanwhile. */
const MORE_AGAIN = 30;
/** What the server gives at most. */
const LARGEST = 200;
/** Many at once: who scrolls fast goes through a hundred in less than a second. */
const PAGE = LARGEST - MORE_AGAIN;
/** Pages kept before and behind those that are seen: with them some 2,000 tasks. */
const KEPT_AROUND = 5;

/**
 * The rows of an inbox, page by page. Reads on when the end comes near, reads again what changed when it is seen, and
 * keeps a bounded number of tasks, however long the list (TSK-20).
 */
export function createPages({ requests, fetch, shown }: PagesSource) {
  const list = signal<ListState>({ status: 'loading' });
  const more = signal<MoreState>('fine');
  /** No signal: nothing is drawn anew because more rows are on their way. */
  let isReading = false;
  let running = new AbortController();
  let seen: readonly [from: number, to: number] = [0, 1];
  /** One read after another: each builds on what the one before has found. */
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

  /** Reads from a place on until there are rows, or nothing is left. */
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

  /** Begins anew: with other filters, or after a failure. */
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

  /** Reads the following rows. */
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
        // Shown at the foot of the list with a way to try again; the rows above stay.
        if (mine === running && !mine.signal.aborted) more.value = 'failed';
      }
      if (mine === running) isReading = false;
    });
  }

  /** Something has changed on the server: what is seen is read again now, the rest when it is seen. */
  function refresh(): Promise<void> {
    const state = list.peek();
    if (state.status !== 'ready') return load();
    list.value = { ...state, pages: state.pages.map((page) => ({ ...page, stale: true })) };
    return see(...seen);
  }

  /** Pages `from` up to, without, `to` are seen. */
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
          // What was there stays; the next event or scrolling tries again.
          return;
        }
        if (mine !== running) return;
      }
    });
  }

  /** One page anew, up to the first row of the page behind it; when that row is gone, the rows behind are found anew, too. */
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
    // It ends where it ended.
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

  /** The person has opened it: it is read, here and on the server. */
  function markRead(taskId: string): void {
    change((tasks) =>
      tasks.some(({ id, unread }) => id === taskId && unread)
        ? tasks.map((task) => (task.id === taskId ? { ...task, unread: false } : task))
        : tasks,
    );
  }

  /** Takes a task off the list at once; gives the one below it, or above it when it was the last. */
  function remove(taskId: string): string | null {
    const tasks = loaded();
    const index = tasks.findIndex(({ id }) => id === taskId);
    if (index < 0) return null;
    change((some) => (some.some(({ id }) => id === taskId) ? some.filter(({ id }) => id !== taskId) : some));
    return (tasks[index + 1] ?? tasks[index - 1])?.id ?? null;
  }

  /** The tasks that are here, in their order. */
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
    /** The rows stand otherwise in it: the day has changed, or other fields are shown. */
    arrange: () => change((tasks) => [...tasks]),
    stop: () => running.abort(),
  };
}

function following({ request, next }: ListPage): readonly [number, string | null] {
  return next === null ? [request + 1, null] : [request, next];
}
