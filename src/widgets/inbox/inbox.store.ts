import { batch, computed, signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { listProcesses, type Process } from '../../shared/contracts/processes.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { listTasks, type Task } from '../../shared/contracts/tasks.contract.ts';
import { getView, listViews, type SavedView } from '../../shared/contracts/views.contract.ts';
import { groupOf, isTall, requestsOf } from './groups.rules.ts';
import { createPages, type Shown } from './pages.store.ts';
import { changesOf, overridden, type Setup, STANDARD, setupOf, type ViewParameters } from './setup.rules.ts';

export interface InboxScope {
  readonly clock?: () => Date;
  /** The organisation's time zone. */
  readonly zone?: () => string;
  /** Today's delegators of the user. */
  readonly standsFor?: () => readonly UserRef[];
}

/** Creates the state of one inbox; each element has its own. `send` is `call` of shared/api. */
export function createInboxStore(
  send: typeof call,
  { clock = () => new Date(), zone = () => 'UTC', standsFor = () => [] }: InboxScope = {},
) {
  const setup = signal<Setup>(STANDARD);
  const q = signal('');
  /** The selected saved view; `setup` may have been changed since. */
  const view = signal<SavedView | null>(null);
  /** Why a requested view is not shown, until the user changes the list. */
  const viewFault = signal<ApiErrorCode | null>(null);
  const views = signal<readonly SavedView[] | null>(null);
  const processes = signal<readonly Process[]>([]);
  const base = computed(() => setupOf(view.value?.definition ?? null));
  const isChanged = computed(() => Object.keys(changesOf(base.value, setup.value)).length > 0);

  const pages = createPages({
    requests: () => requestsOf(setup.peek(), q.peek(), standsFor()),
    fetch: (query, abort) => send(listTasks, { query, signal: abort }),
    shown,
  });

  function shown(task: Task): Shown {
    return { group: groupOf(task, setup.peek(), clock(), zone()), tall: isTall(task, setup.peek().columns) };
  }

  /** Changes the query or the presentation of the list; only the former reloads it. */
  function arrange(change: Partial<Setup>): Promise<void> {
    const before = setup.peek();
    const now = { ...before, ...change };
    setup.value = now;
    viewFault.value = null;
    const asked = (one: Setup) => JSON.stringify(requestsOf(one, q.peek(), standsFor()));
    if (asked(before) !== asked(now)) return pages.load();
    pages.arrange();
    return Promise.resolve();
  }

  function search(text: string): Promise<void> {
    q.value = text;
    viewFault.value = null;
    return pages.load();
  }

  function choose(chosen: SavedView | null): Promise<void> {
    view.value = chosen;
    if (chosen) void noteUse(chosen);
    return arrange(setupOf(chosen?.definition ?? null));
  }

  async function noteUse({ id }: SavedView): Promise<void> {
    try {
      await send(getView, { params: { id }, query: {} });
    } catch {
      // Only the time of last use is lost.
    }
  }

  /** Applies the element's attributes together: a view by id or slug, and overrides. Loads the list. */
  async function adopt(parameters: ViewParameters): Promise<void> {
    let chosen: SavedView | null = null;
    let fault: ApiErrorCode | null = null;
    if (parameters.view) {
      const known = view.peek();
      chosen = known && (known.id === parameters.view || known.slug === parameters.view) ? known : null;
      try {
        chosen ??= await send(getView, { params: { id: parameters.view }, query: { resource: 'tasks' } });
      } catch (error) {
        fault = codeOf(error);
      }
    }
    batch(() => {
      view.value = chosen;
      viewFault.value = fault;
      setup.value = overridden(setupOf(chosen?.definition ?? null), parameters);
      q.value = parameters.q ?? '';
    });
    await pages.load();
  }

  /** The attributes with which `adopt` shows the current list. */
  function parameters(): ViewParameters {
    const { slug, id } = view.peek() ?? {};
    return {
      ...((slug ?? id) ? { view: slug ?? id } : {}),
      ...changesOf(base.peek(), setup.peek()),
      ...(q.peek().trim() ? { q: q.peek().trim() } : {}),
    };
  }

  async function loadViews(): Promise<void> {
    views.value = await send(listViews, { query: { resource: 'tasks' } });
  }

  async function loadProcesses(): Promise<void> {
    try {
      processes.value = await send(listProcesses, {});
    } catch {
      // Without the process names the other filters still work.
    }
  }

  return {
    ...pages,
    setup,
    q,
    view,
    viewFault,
    views,
    processes,
    base,
    isChanged,
    arrange,
    /** Regroups the rows, after midnight or after a late sign-in. */
    regroup: pages.arrange,
    search,
    choose,
    adopt,
    parameters,
    loadViews,
    loadProcesses,
  };
}

export type InboxStore = ReturnType<typeof createInboxStore>;
