import { batch, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import {
  actOnTasks,
  getTaskLoad,
  type ItemResult,
  listAllTasks,
  type MultiAction,
  type TaskLoad,
} from '../../shared/contracts/all-tasks.contract.ts';
import { makeDownload } from '../../shared/contracts/downloads.contract.ts';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import { listProcesses } from '../../shared/contracts/processes.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { createView, listViews, type SavedView } from '../../shared/contracts/views.contract.ts';
import type { TimedStorage } from '../../shared/session/storage.ts';
import type { FilterOption } from '../../shared/ui/filters/columns.ts';
import { COLUMNS, type Column, STANDARD } from './columns.ts';
import { type Asked, printQuestion, STANDARD_QUESTION } from './query.ts';

const PAGE = 50;
/** Most tasks that the server changes in one request. */
export const SELECTED_MOST = 100;

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

/** Layout of the table, stored in the browser. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: 'dense' | 'comfortable' | null;
}

export interface Failure {
  readonly task: Task;
  readonly title: string;
}

/** Result of an action: number of changed tasks, and refused ones with reasons. */
export interface Outcome {
  readonly done: number;
  readonly failures: readonly Failure[];
}

const LAYOUT = 'tasks_layout';

/** The list of all users' tasks. `send` is `call` of shared/api; `changed` receives the query for the address. */
export function createTasksStore({
  send,
  asked: first = STANDARD_QUESTION,
  changed = () => undefined,
  storage,
  makeKey,
}: {
  readonly send: typeof call;
  readonly asked?: Asked;
  readonly changed?: (asked: Asked) => void;
  /** Where the columns are stored; undefined on third-party pages. */
  readonly storage?: TimedStorage | undefined;
  readonly makeKey?: () => string;
}) {
  const asked = signal<Asked>(first);
  const list = signal<ListState>({ status: 'loading' });
  const total = signal<Total | null>(null);
  const selected = signal<ReadonlyMap<string, Task>>(new Map());
  const processes = signal<readonly FilterOption[]>([]);
  const views = signal<readonly SavedView[]>([]);
  const view = signal<string | null>(null);
  const taskLoad = signal<TaskLoad | 'failed' | null>(null);
  const layout = signal<Layout>(readLayout(storage?.get(LAYOUT)));
  const idempotent = createIdempotentRequest(makeKey);
  let running = new AbortController();

  async function fetchPage(place: { after?: string; before?: string } | null, from: number): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    const before = list.peek();
    if (before.status === 'ready') list.value = { ...before, stale: true };
    const query = new URLSearchParams(printQuestion(asked.peek()));
    query.set('limit', String(PAGE));
    if (place?.after) query.set('after', place.after);
    if (place?.before) query.set('before', place.before);
    if (!place) query.set('count', 'true');
    try {
      const page = await send(listAllTasks, { query, signal: mine.signal });
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

  function ask(change: Partial<Asked>): Promise<void> {
    const next = { ...asked.peek(), ...change };
    if (printQuestion(next) === printQuestion(asked.peek())) return Promise.resolve();
    batch(() => {
      asked.value = next;
      selected.value = new Map();
      view.value = null;
    });
    changed(next);
    return load();
  }

  /** Applies a changed address: Back, or a link. */
  function askFrom(next: Asked): void {
    if (printQuestion(next) === printQuestion(asked.peek())) return;
    batch(() => {
      asked.value = next;
      selected.value = new Map();
    });
    void load();
  }

  function setColumnFilters(column: string, filters: readonly Filter[]): Promise<void> {
    const others = asked.peek().filters.filter((one) => one.column !== column);
    return ask({ filters: [...others, ...filters] });
  }

  function setLayout(change: Partial<Layout>): void {
    layout.value = { ...layout.peek(), ...change };
    storage?.set(LAYOUT, layout.peek(), null);
  }

  /** Returns false if the server's limit would be exceeded. */
  function select(tasks: readonly Task[], on: boolean): boolean {
    const next = new Map(selected.peek());
    for (const task of tasks) {
      if (on) next.set(task.id, task);
      else next.delete(task.id);
    }
    if (on && next.size > SELECTED_MOST) return false;
    selected.value = next;
    return true;
  }

  /** Applies the action to all selected tasks; refused ones stay selected. */
  async function act(action: MultiAction): Promise<Outcome> {
    const tasks = selected.peek();
    const body = { taskIds: [...tasks.keys()], action };
    const { results } = await idempotent.carryOut(body, (idempotencyKey) => send(actOnTasks, { body, idempotencyKey }));
    const failures = results.filter(({ ok }) => !ok).flatMap((result) => failureOf(result, tasks));
    selected.value = new Map(failures.map(({ task }) => [task.id, task]));
    void reload();
    if (taskLoad.peek()) void loadLoad();
    return { done: results.length - failures.length, failures };
  }

  /** Reloads the same rows, or the first page if their position is unknown. */
  function reload(): Promise<void> {
    const now = list.peek();
    return now.status === 'ready' && now.from > 0 && now.previous !== null
      ? turn('previous').then(() => turn('next'))
      : load();
  }

  async function loadLoad(): Promise<void> {
    try {
      taskLoad.value = await send(getTaskLoad, {});
    } catch {
      // The panel shows the error with a retry button.
      taskLoad.value = 'failed';
    }
  }

  /** Loads the filter choices; the list works without them, so failures are ignored. */
  async function loadChoices(): Promise<void> {
    const [known, saved] = await Promise.allSettled([
      send(listProcesses, {}),
      send(listViews, { query: { resource: 'tasks.all' } }),
    ]);
    batch(() => {
      if (known.status === 'fulfilled') processes.value = known.value.map(({ key, name }) => ({ id: key, text: name }));
      if (saved.status === 'fulfilled') views.value = saved.value;
    });
  }

  function showView(chosen: SavedView | null): Promise<void> {
    if (!chosen) return ask(STANDARD_QUESTION);
    const { filters, sort, columns, widths, density } = chosen.definition;
    setLayout({
      ...(columns ? { columns: known(columns) } : {}),
      ...(widths ? { widths } : {}),
      ...(density ? { density } : {}),
    });
    const asking = ask({ filters: filters as Filter[], sort: sort ?? STANDARD_QUESTION.sort, q: '' });
    view.value = chosen.id;
    return asking;
  }

  async function saveView(name: string, audience: 'private' | 'tenant'): Promise<void> {
    const { filters, sort } = asked.peek();
    const { columns, widths, density } = layout.peek();
    const definition = {
      filters: filters.map((one) => ({ ...one })),
      sort,
      columns: [...columns],
      widths: { ...widths },
      ...(density ? { density } : {}),
    };
    const saved = await send(createView, { body: { resource: 'tasks.all', name, audience, definition } });
    batch(() => {
      views.value = [...views.peek(), saved].toSorted((a, b) => a.name.localeCompare(b.name));
      view.value = saved.id;
    });
  }

  /** A one-time address for downloading the whole list as a file. */
  async function fileAddress(): Promise<string> {
    const shown: readonly string[] = layout.peek().columns;
    const columns: string[] = shown.includes('name') ? [...shown] : ['name', ...shown];
    const { url } = await send(makeDownload, {
      body: { list: '/api/tasks/all', query: printQuestion(asked.peek()), columns },
    });
    return url;
  }

  return {
    asked,
    list,
    total,
    selected,
    processes,
    views,
    view,
    taskLoad,
    layout,
    load,
    turn,
    ask,
    askFrom,
    setColumnFilters,
    setLayout,
    select,
    act,
    reload,
    loadLoad,
    loadChoices,
    showView,
    saveView,
    fileAddress,
    stop: () => running.abort(),
  };
}

export type TasksStore = ReturnType<typeof createTasksStore>;

function failureOf(result: ItemResult, tasks: ReadonlyMap<string, Task>): Failure[] {
  const task = tasks.get(result.taskId);
  return task ? [{ task, title: result.title ?? result.code ?? '' }] : [];
}

const known = (columns: readonly string[]): Column[] => COLUMNS.filter((column) => columns.includes(column));

/** Reads the stored layout, which can be from an older version or corrupt. */
function readLayout(kept: unknown): Layout {
  const { columns, widths, density } = (kept ?? {}) as Partial<Record<keyof Layout, unknown>>;
  const chosen = Array.isArray(columns) ? known(columns as string[]) : [];
  const entries = Object.entries((widths ?? {}) as object).filter(([, width]) => Number.isFinite(width));
  return {
    columns: chosen.length > 0 ? chosen : STANDARD,
    widths: Object.fromEntries(entries) as Record<string, number>,
    density: density === 'dense' || density === 'comfortable' ? density : null,
  };
}
