import type { InboxStore } from './inbox.store.ts';
import { pagesBetween } from './layout.rules.ts';
import type { RowContext } from './row-elements.ts';
import { createRowPool } from './row-pool.ts';
import type { Row, Rows } from './rows.ts';
import type { FastScroll } from './titles.ts';

/** Overscan: rows near the visible ones are rendered after the first paint, so that short scrolls find them. */
const OVERSCAN_PX = 300;
/** Scroll distance after which rows are updated: about two rows at a time, which keeps each frame short. */
const STEP_PX = 120;
/** Titles are cheap: a larger distance leaves most frames without work. */
const STEP_OF_TITLES_PX = 480;
/** Distance from the end at which the next page is requested. */
const AHEAD_PX = 2400;
const IDLE_AFTER_MS = 150;

interface WindowContent {
  readonly rows: Rows;
  readonly isWhole: boolean;
  /** Id of the open task. */
  readonly open: string | null;
  readonly sample: Element;
  readonly context: RowContext;
}

/**
 * Selects the rows to render and the focused row. Handles scrolling without React: rows reuse the elements of others,
 * and the list component does not render (TSK-20).
 */
export function createListWindow(store: InboxStore) {
  const slots = createRowPool();
  /** Loaded after the first scroll; without it rows are always rendered in full. */
  let fastScroll: FastScroll | undefined;
  let isFastScrollRequested = false;
  let box: HTMLElement | null = null;
  let list: WindowContent | null = null;
  let view = { top: 0, height: innerHeight };
  let overscan = 0;
  /** Id of the row that has, or last had, the focus. */
  let active: string | null = null;
  let tabbable: string | undefined;
  /** Id of the row to focus once it is rendered. */
  let wanted: string | null = null;
  /** Index of the row to focus once it is loaded. */
  let waiting: number | null = null;
  const requests = createRequests(store);
  const idle = createIdleTimer(() => {
    // Back into list order.
    slots.putInOrder();
    if (overscan === 0) drawOverscan();
  });

  const step = () => (fastScroll?.isFast() ? STEP_OF_TITLES_PX : STEP_PX);
  const stepAt = (top: number) => Math.floor(top / step()) * step();

  /** Renders the visible rows. */
  function draw(): void {
    if (!list) return;
    const { rows, open, sample, context } = list;
    const { geometry, heights } = rows;
    const from = view.top - overscan;
    // A constant number, so that each new row can reuse the elements of a removed one.
    const count = Math.ceil((view.height + 2 * overscan + step()) / heights.row) + 1;
    const first = Math.max(0, Math.min(rows.indexAt(from), geometry.rows - count));
    idle.start();
    if (fastScroll?.isFast()) {
      // Rows already rendered scroll on; new ones show only their title until scrolling slows down.
      const some = fastScroll.span(rows, first, count);
      const focused = active === null ? undefined : rows.find(active);
      slots.head(focused ? [...some, focused] : some, rows);
      fastScroll.show(
        some.filter(({ task }) => !slots.has(task.id)),
        rows,
        sample,
      );
      return;
    }
    const drawn = rows.from(first, count);
    const has = (id: string | null | undefined) => drawn.some(({ task }) => task.id === id);
    const focused = active === null || has(active) ? undefined : rows.find(active);
    // The focused row stays rendered, however far away it is scrolled.
    if (focused) drawn.push(focused);
    fastScroll?.clear();
    if (has(active)) tabbable = active as string;
    else if (has(open)) tabbable = open as string;
    else if (!has(tabbable)) tabbable = (drawn.find(({ top }) => top >= view.top) ?? drawn[0])?.task.id;
    slots.show(drawn, rows, { tabbable, focused: active, open }, sample, context);
    focusWanted();
  }

  /** Renders all rows in full again: scrolling has slowed down, or the visible rows have changed. */
  function calm(): void {
    fastScroll?.calm();
    draw();
  }

  function drawOverscan(): void {
    overscan = OVERSCAN_PX;
    draw();
  }

  /** Moves the focus to the wanted row if it is rendered. */
  function focusWanted(): void {
    const element = wanted === null ? null : box?.querySelector<HTMLElement>(`[data-task="${wanted}"]`);
    if (!element) return;
    wanted = null;
    element.focus({ preventScroll: true });
  }

  function request(isNew: boolean): void {
    if (list) requests.send(list, view, isNew);
  }

  /** Updates the rows in steps; within a step nothing is rendered. */
  function update(): void {
    // While a task covers the list on mobile, the list is not visible and stays as it was.
    if (!box || view.height === 0) return;
    const { scrollTop } = box;
    if (!isFastScrollRequested) {
      isFastScrollRequested = true;
      // Without it, rows are rendered in full.
      import('./titles.ts')
        .then((part) => part.createFastScroll)
        .then(
          (create) => {
            fastScroll = create(calm);
          },
          () => undefined,
        );
    }
    fastScroll?.note(scrollTop, list?.rows.heights.row ?? 0);
    const top = stepAt(scrollTop);
    if (top === view.top) return;
    view = { ...view, top };
    drawOverscan();
    request(false);
  }

  function watch(element: HTMLElement): () => void {
    box = element;
    const measure = () => {
      const { clientHeight: height } = element;
      if (height === 0 || height === view.height) return update();
      view = { top: stepAt(element.scrollTop), height };
      draw();
      request(false);
    };
    // Runs after layout and before paint.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
      idle.stop();
      fastScroll?.stop();
      box = null;
    };
  }

  /** Applies another list, or the same list with other rows. */
  function arrange(now: WindowContent): void {
    const before = list;
    list = now;
    const isSame = before !== null && isSameIn(before.rows, now.rows, view);
    // The usual case: rows were added elsewhere. Reading the scroll position would force a layout now.
    if (box && before && !isSame) keepPlace(box, view, before.rows, now.rows);
    if (!isSame || before.context !== now.context || before.open !== now.open) fastScroll?.calm();
    draw();
    const row = waiting === null ? undefined : at(waiting);
    if (row) {
      waiting = null;
      focusOn(row);
    }
    request(before?.rows !== now.rows);
  }

  /** The row at an index; beyond the end, the last row. */
  function at(index: number): Row | undefined {
    if (!list) return undefined;
    const { rows, isWhole } = list;
    return rows.from(isWhole ? Math.min(index, rows.geometry.rows - 1) : index, 1)[0];
  }

  function focusOn(row: Row): void {
    if (!box || !list) return;
    wanted = row.task.id;
    active = row.task.id;
    fastScroll?.calm();
    scrollTo(box, row, list.rows);
    draw();
  }

  const activeRow = () => (active === null ? undefined : list?.rows.find(active));

  /** Moves the focus by rows; loads missing rows. */
  function move(by: number): void {
    if (!list) return;
    const { open, rows } = list;
    const { geometry } = rows;
    const here = activeRow() ?? (open === null ? undefined : rows.find(open));
    const target = Math.max(0, here ? here.index + by : by > 0 ? 0 : geometry.rows - 1);
    const row = at(target);
    if (row) {
      focusOn(row);
      return;
    }
    // Loads it first: released rows by marking them visible, later rows as the next page.
    waiting = target;
    if (target >= geometry.rows) void store.loadMore();
    const known = geometry.rows === 0 ? 0 : Math.min(1, target / geometry.rows);
    if (box) box.scrollTop = geometry.height * known;
  }

  return {
    groups: slots.groups,
    /** Registers or removes the list element of a group. */
    hold(key: string, element: Element | null): void {
      slots.hold(key, element);
      if (element) draw();
    },
    watch,
    arrange,
    move,
    /** Scrolls to a row and focuses it. */
    focus(taskId: string): void {
      const row = list?.rows.find(taskId);
      if (row) focusOn(row);
    },
    /** Id of the row that has, or last had, the focus. */
    current: () => activeRow()?.task.id ?? null,
    /** Records that a row has received the focus. */
    noteFocus(taskId: string): void {
      if (active === taskId) return;
      active = taskId;
      calm();
    },
    /** Number of rows by which a key moves the focus. */
    steps: (key: string) => (list ? stepsOf(key, list.rows, view.height, activeRow()?.index ?? -1) : undefined),
  };
}

export type ListWindow = ReturnType<typeof createListWindow>;

/** Loads visible rows that are missing or stale, and the next page before its position is reached. */
function createRequests(store: InboxStore) {
  let asked = '';
  return {
    send({ rows, isWhole }: WindowContent, { top, height }: View, isNew: boolean): void {
      const end = top + height + AHEAD_PX;
      const [from, to] = pagesBetween(rows.geometry, top - AHEAD_PX, end);
      const isNearEnd = !isWhole && end > rows.geometry.height && rows.pages.length > 0;
      const now = `${from} ${to} ${isNearEnd}`;
      if (!isNew && asked === now) return;
      asked = now;
      void store.see(from, to);
      if (isNearEnd) void store.loadMore();
    },
  };
}

/** Calls back when `start` was not called for a while. */
function createIdleTimer(onIdle: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt = 0;
  return {
    start(): void {
      startedAt = performance.now();
      timer ??= setTimeout(function check() {
        const left = startedAt + IDLE_AFTER_MS - performance.now();
        timer = left > 0 ? setTimeout(check, left) : undefined;
        if (left <= 0) onIdle();
      }, IDLE_AFTER_MS);
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Number of rows by which a key moves the focus from the row at index `active`, -1 for none. */
function stepsOf(key: string, { geometry, heights }: Rows, height: number, active: number): number | undefined {
  const page = Math.max(1, Math.floor(height / heights.row) - 1);
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return 1;
    case 'k':
    case 'ArrowUp':
      return -1;
    case 'PageDown':
      return page;
    case 'PageUp':
      return -page;
    case 'Home':
      return -geometry.rows;
    case 'End':
      // End goes to the last loaded row; pressed again, to the rows that follow.
      return Math.max(1, geometry.rows - 1 - active);
  }
  return undefined;
}

interface View {
  readonly top: number;
  readonly height: number;
}

/** Scrolls as little as needed to show the whole row, below the heading of its group. */
function scrollTo(box: HTMLElement, row: Row, { geometry, heights }: Rows): void {
  const head = geometry.heads.size > 0 ? heights.head : 0;
  const bottom = row.top + (row.isTall ? heights.tall : heights.row);
  if (row.top < box.scrollTop + head) box.scrollTop = row.top - head;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}

/** Keeps the scroll position when rows are added or removed above; at the very top new rows become visible. */
function keepPlace(box: HTMLElement, view: View, before: Rows, now: Rows): void {
  const seen = pagesSeen(before, view);
  const top = box.scrollTop;
  if (top === 0) return;
  for (let page = seen[0]; page < seen[1]; page += 1) {
    for (const row of before.rowsOf(page)) {
      const found = row.top < top ? undefined : now.find(row.task.id);
      if (!found) continue;
      if (found.top !== row.top) box.scrollTop = top + found.top - row.top;
      return;
    }
  }
}

const pagesSeen = ({ geometry }: Rows, { top, height }: View) =>
  pagesBetween(geometry, top, top + STEP_OF_TITLES_PX + height);

/** Whether the same rows are visible at the same positions. */
function isSameIn(before: Rows, now: Rows, view: View): boolean {
  if (before === now) return true;
  const [from, to] = pagesSeen(before, view);
  for (let page = from; page < to; page += 1) {
    const [was, is] = [before.geometry.pages[page], now.geometry.pages[page]];
    if (was?.top !== is?.top || was?.height !== is?.height) return false;
    if (before.pages[page]?.tasks !== now.pages[page]?.tasks) return false;
  }
  return true;
}
