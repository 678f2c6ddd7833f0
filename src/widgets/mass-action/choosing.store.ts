import { batch, computed, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { MASS_MAX } from '../../shared/contracts/constants.ts';
import { type Filter, printFilters } from '../../shared/contracts/filters.rules.ts';
import { type MassKind, massConfig, massTasks } from '../../shared/contracts/mass-actions.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';

const PAGE = 50;
const MORE = 200;

export type Kinds =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly kinds: readonly MassKind[] };

export type TaskList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | {
      readonly status: 'ready';
      readonly tasks: readonly Task[];
      readonly next: string | null;
      readonly total: number;
      /** There are more than `total`. */
      readonly isAtLeast: boolean;
      readonly more: 'idle' | 'loading' | 'failed';
    };

/** The selection: single tasks, or all that match, loaded or not. */
export type Chosen = { readonly all: true } | { readonly all: false; readonly ids: ReadonlySet<string> };
const NONE: Chosen = { all: false, ids: new Set() };

export const nameOfKind = ({ processKey, taskKey }: Pick<MassKind, 'processKey' | 'taskKey'>) =>
  `${processKey} ${taskKey}`;

/** Selection of tasks: kind, filters and ticked rows. `send` is `call` of shared/api. */
export function createChoosing(send: typeof call) {
  const kinds = signal<Kinds>({ status: 'loading' });
  const kind = signal<MassKind | null>(null);
  const filters = signal<readonly Filter[]>([]);
  const q = signal('');
  const sort = signal('due:asc');
  const list = signal<TaskList>({ status: 'loading' });
  const chosen = signal<Chosen>(NONE);
  let running = new AbortController();

  /** Number of selected tasks; null: all of more than can be counted. */
  const count = computed(() => {
    const now = chosen.value;
    if (!now.all) return now.ids.size;
    const shown = list.value;
    return shown.status === 'ready' && !shown.isAtLeast ? shown.total : null;
  });
  const isTooMany = computed(() => (count.value ?? 0) > MASS_MAX);
  const query = computed(() =>
    [printFilters(filters.value), q.value.trim() && `q=${encodeURIComponent(q.value.trim())}`, `sort=${sort.value}`]
      .filter(Boolean)
      .join('&'),
  );

  async function loadKinds(): Promise<void> {
    if (kinds.peek().status !== 'ready') kinds.value = { status: 'loading' };
    try {
      const found = await send(massConfig, {});
      const before = kind.peek();
      const same = found.find((one) => before && nameOfKind(one) === nameOfKind(before));
      batch(() => {
        kinds.value = { status: 'ready', kinds: found };
        kind.value = same ?? found[0] ?? null;
      });
      if (kind.peek()) await load();
    } catch (error) {
      kinds.value = { status: 'failed', error };
    }
  }

  async function choose(name: string): Promise<void> {
    const now = kinds.peek();
    const found = now.status === 'ready' && now.kinds.find((one) => nameOfKind(one) === name);
    if (!found) return;
    batch(() => {
      kind.value = found;
      filters.value = [];
      q.value = '';
    });
    await load();
  }

  function fetchPage(after: string | null, limit: number, signal: AbortSignal) {
    const { processKey: a, taskKey: b } = kind.peek()!;
    const asked = new URLSearchParams(query.peek());
    asked.set('limit', String(limit));
    if (after !== null) asked.set('after', after);
    else asked.set('count', 'true');
    return send(massTasks, { params: { a, b }, query: asked, signal });
  }

  /** Loads the list from the start; clears the selection. */
  async function load(): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    batch(() => {
      list.value = { status: 'loading' };
      chosen.value = NONE;
    });
    try {
      const page = await fetchPage(null, PAGE, mine.signal);
      const total = page.total ?? page.items.length;
      list.value = {
        status: 'ready',
        tasks: page.items,
        next: page.next,
        total,
        isAtLeast: page.totalIsAtLeast ?? false,
        more: 'idle',
      };
    } catch (error) {
      if (mine === running && !mine.signal.aborted) list.value = { status: 'failed', error };
    }
  }

  async function loadMore(): Promise<void> {
    const before = list.peek();
    if (before.status !== 'ready' || before.next === null || before.more === 'loading') return;
    const mine = running;
    list.value = { ...before, more: 'loading' };
    try {
      const page = await fetchPage(before.next, MORE, mine.signal);
      if (mine !== running) return;
      const known = new Set(before.tasks.map(({ id }) => id));
      const tasks = [...before.tasks, ...page.items.filter(({ id }) => !known.has(id))];
      list.value = { ...before, tasks, next: page.next, more: 'idle' };
    } catch {
      // Shown at the end of the list; the rows above stay.
      if (mine === running) list.value = { ...before, more: 'failed' };
    }
  }

  const shownIds = () => {
    const now = list.peek();
    return now.status === 'ready' ? now.tasks.map(({ id }) => id) : [];
  };
  const isChosen = (id: string) => {
    const now = chosen.value;
    return now.all || now.ids.has(id);
  };

  /** Selects or deselects tasks. Deselecting from all matches keeps the loaded rows selected. */
  function tick(ids: readonly string[], on: boolean): void {
    const now = chosen.peek();
    const next = new Set(now.all ? shownIds() : now.ids);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    chosen.value = { all: false, ids: next };
  }

  /** Selects the range from the last ticked task to this one. */
  function tickTo(from: string, to: string, on: boolean): void {
    const ids = shownIds();
    const [a, b] = [ids.indexOf(from), ids.indexOf(to)].sort((x, y) => x - y) as [number, number];
    tick(a < 0 ? [to] : ids.slice(a, b + 1), on);
  }

  return {
    kinds,
    kind,
    filters,
    q,
    sort,
    list,
    chosen,
    count,
    isTooMany,
    query,
    loadKinds,
    choose,
    load,
    loadMore,
    isChosen,
    tick,
    tickTo,
    tickAll: () => {
      chosen.value = { all: true };
    },
    tickNone: () => {
      chosen.value = NONE;
    },
    ask(change: { filters?: readonly Filter[]; q?: string; sort?: string }): Promise<void> {
      batch(() => {
        if (change.filters) filters.value = change.filters;
        if (change.q !== undefined) q.value = change.q;
        if (change.sort) sort.value = change.sort;
      });
      return load();
    },
    stop: () => running.abort(),
  };
}

export type Choosing = ReturnType<typeof createChoosing>;
