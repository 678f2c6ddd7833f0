import { batch, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { getTaskLoad, type MultiAction, type TaskLoad } from '../../shared/contracts/all-tasks.contract.ts';
import { makeDownload } from '../../shared/contracts/downloads.contract.ts';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import { listProcesses } from '../../shared/contracts/processes.contract.ts';
import type { SavedView } from '../../shared/contracts/views.contract.ts';
import { createSavedViews } from '../../shared/saved-views/saved-views.store.ts';
import type { TimedStorage } from '../../shared/session/storage.ts';
import type { FilterOption } from '../../shared/ui/filters/columns.ts';
import { createLayout } from './layout.store.ts';
import { createPages } from './pages.store.ts';
import { type Asked, addressOf, printQuestion, STANDARD_QUESTION } from './query.ts';
import { createSelection, type Outcome } from './selection.store.ts';

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
  const processes = signal<readonly FilterOption[]>([]);
  const savedViews = createSavedViews(send, 'tasks.all');
  const taskLoad = signal<TaskLoad | 'failed' | null>(null);
  const pages = createPages(send, () => printQuestion(asked.peek()));
  const layout = createLayout(storage, first.view);
  const selection = createSelection(send, makeKey);

  function ask(change: Partial<Asked>): Promise<void> {
    const before = asked.peek();
    const isSame = printQuestion({ ...before, ...change }) === printQuestion(before);
    // Other conditions are no longer those of the view.
    const next = { ...before, ...(isSame ? {} : { view: null }), ...change };
    if (addressOf(next) === addressOf(before)) return Promise.resolve();
    batch(() => {
      asked.value = next;
      if (!isSame) selection.selectNone();
    });
    changed(next);
    return isSame ? Promise.resolve() : pages.load();
  }

  /** Applies a changed address: Back, or a link. */
  function askFrom(next: Asked): void {
    const before = asked.peek();
    if (addressOf(next) === addressOf(before)) return;
    const isSame = printQuestion(next) === printQuestion(before);
    batch(() => {
      asked.value = next;
      if (!isSame) selection.selectNone();
      if (next.view !== before.view && !viewNamed(next)) layout.applyLayoutOf(null);
    });
    if (!showLinked() && !isSame) void pages.load();
  }

  const viewNamed = ({ view }: Asked) => savedViews.find(view);

  /** Applies the layout of the view in the address, and its conditions if the address has none. Returns whether it loads. */
  function showLinked(): boolean {
    const now = asked.peek();
    const view = viewNamed(now);
    if (!view) return false;
    layout.applyLayoutOf(view.id, view.definition);
    const { filters, sort = STANDARD_QUESTION.sort } = view.definition;
    const next = { ...now, filters: filters as Filter[], sort };
    const isBare = printQuestion(now) === printQuestion(STANDARD_QUESTION);
    if (!isBare || printQuestion(next) === printQuestion(now)) return false;
    asked.value = next;
    void pages.load();
    return true;
  }

  function setColumnFilters(column: string, filters: readonly Filter[]): Promise<void> {
    const others = asked.peek().filters.filter((one) => one.column !== column);
    return ask({ filters: [...others, ...filters] });
  }

  /** Applies the action to all selected tasks; refused ones stay selected. */
  async function act(action: MultiAction): Promise<Outcome> {
    const outcome = await selection.act(action);
    void pages.reload();
    if (taskLoad.peek()) void loadLoad();
    return outcome;
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
    const [known] = await Promise.allSettled([send(listProcesses, {}), savedViews.load()]);
    if (known.status === 'fulfilled') processes.value = known.value.map(({ key, title }) => ({ id: key, text: title }));
    showLinked();
  }

  /** Shows a saved view, or a default one. */
  function showView(chosen: SavedView | Pick<Asked, 'filters' | 'sort'>): Promise<void> {
    const view = 'id' in chosen ? chosen.id : null;
    const { filters, sort = STANDARD_QUESTION.sort } = 'id' in chosen ? chosen.definition : chosen;
    if (asked.peek().view !== view) layout.applyLayoutOf(view, 'id' in chosen ? chosen.definition : undefined);
    return ask({ filters: filters as readonly Filter[], sort, q: '', view });
  }

  async function saveView(name: string, audience: 'private' | 'tenant'): Promise<void> {
    const { filters, sort } = asked.peek();
    const { columns, widths, density } = layout.layout.peek();
    const definition = {
      filters: filters.map((one) => ({ ...one })),
      sort,
      columns: [...columns],
      widths: { ...widths },
      ...(density ? { density } : {}),
    };
    const saved = await savedViews.save(name, audience, definition);
    layout.applyLayoutOf(saved.id, saved.definition);
    await ask({ view: saved.id });
  }

  /** A one-time address for downloading the whole list as a file, or only these tasks of it. */
  async function fileAddress(ids?: readonly string[]): Promise<string> {
    const shown: readonly string[] = layout.layout.peek().columns;
    const columns: string[] = shown.includes('name') ? [...shown] : ['name', ...shown];
    const { url } = await send(makeDownload, {
      body: {
        list: '/api/tasks/all',
        query: ids ? `id=in:${ids.join(',')}&sort=${asked.peek().sort}` : printQuestion(asked.peek()),
        columns,
      },
    });
    return url;
  }

  return {
    ...pages,
    ...layout,
    ...selection,
    asked,
    processes,
    savedViews,
    taskLoad,
    ask,
    askFrom,
    setColumnFilters,
    act,
    loadLoad,
    loadChoices,
    showView,
    saveView,
    fileAddress,
  };
}

export type TasksStore = ReturnType<typeof createTasksStore>;
