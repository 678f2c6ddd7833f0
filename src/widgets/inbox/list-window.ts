import type { InboxStore } from './inbox.store.ts';
import { pagesBetween } from './layout.rules.ts';
import type { RowContext } from './row-elements.ts';
import { createRowPool } from './row-pool.ts';
import type { Row, Rows } from './rows.ts';
import type { Passing } from './titles.ts';

/** Rows beside the visible ones are drawn already, so that a flick of the wheel finds them; not before the first ones are seen. */
const BESIDE_PX = 300;
/** The rows that are drawn change when so many pixels have gone by: about two at a time, so that no frame has much to do. */
const STEP_PX = 120;
/** Names alone are little work: more of them at a time, and most frames have nothing to draw. */
const STEP_OF_TITLES_PX = 480;
/** The following page is asked for when its place comes so near. */
const AHEAD_PX = 2400;
const RESTS_AFTER_MS = 150;

interface Arranged {
  readonly rows: Rows;
  readonly isWhole: boolean;
  /** The task that is open. */
  readonly open: string | null;
  readonly sample: Element;
  readonly context: RowContext;
}

/**
 * Which rows of a list are drawn, and which has the focus. Follows scrolling by itself: rows take the elements of
 * others, and the component of the list draws nothing (TSK-20).
 */
export function createListWindow(store: InboxStore) {
  const slots = createRowPool();
  /** Here once somebody has scrolled; without it rows are drawn whole at any pace. */
  let passing: Passing | undefined;
  let isPassingAsked = false;
  let box: HTMLElement | null = null;
  let list: Arranged | null = null;
  let view = { top: 0, height: innerHeight };
  let beside = 0;
  /** The row that has the focus, or had it last. */
  let active: string | null = null;
  let tabbable: string | undefined;
  /** The row that is to have the focus once it is drawn. */
  let wanted: string | null = null;
  /** The number of the row that is to have it once it is here. */
  let waiting: number | null = null;
  let asked = '';
  let resting: ReturnType<typeof setTimeout> | undefined;
  let movedAt = 0;

  const step = () => (passing?.isFast() ? STEP_OF_TITLES_PX : STEP_PX);
  const stepAt = (top: number) => Math.floor(top / step()) * step();

  /** Shows what is in sight now. */
  function draw(): void {
    if (!list) return;
    const { rows, open, sample, context } = list;
    const { geometry, heights } = rows;
    const from = view.top - beside;
    // Always as many, so that each row that comes finds the elements of one that goes.
    const count = Math.ceil((view.height + 2 * beside + step()) / heights.row) + 1;
    const first = Math.max(0, Math.min(rows.indexAt(from), geometry.rows - count));
    rest();
    if (passing?.isFast()) {
      // Rows that are whole go by; of those that come there is the name alone, until somebody can read them.
      const some = passing.span(rows, first, count);
      const focused = active === null ? undefined : rows.find(active);
      slots.head(focused ? [...some, focused] : some, rows);
      passing.show(
        some.filter(({ task }) => !slots.has(task.id)),
        rows,
        sample,
      );
      return;
    }
    const drawn = rows.from(first, count);
    const has = (id: string | null | undefined) => drawn.some(({ task }) => task.id === id);
    const focused = active === null || has(active) ? undefined : rows.find(active);
    // The row that has the focus stays, however far it is scrolled away.
    if (focused) drawn.push(focused);
    passing?.clear();
    if (has(active)) tabbable = active as string;
    else if (has(open)) tabbable = open as string;
    else if (!has(tabbable)) tabbable = (drawn.find(({ top }) => top >= view.top) ?? drawn[0])?.task.id;
    slots.show(drawn, rows, { tabbable, focused: active, open }, sample, context);
    give();
  }

  /** All rows are whole again: scrolling has slowed down, or what is seen has changed. */
  function calm(): void {
    passing?.calm();
    draw();
  }

  function drawBeside(): void {
    beside = BESIDE_PX;
    draw();
  }

  /** Gives the focus to the row that is to have it, if it is drawn. */
  function give(): void {
    const element = wanted === null ? null : box?.querySelector<HTMLElement>(`[data-task="${wanted}"]`);
    if (!element) return;
    wanted = null;
    element.focus({ preventScroll: true });
  }

  /** Once scrolling rests, the elements stand in the order of the list again. */
  function rest(): void {
    movedAt = performance.now();
    resting ??= setTimeout(function look() {
      const left = movedAt + RESTS_AFTER_MS - performance.now();
      resting = left > 0 ? setTimeout(look, left) : undefined;
      if (left > 0) return;
      slots.putInOrder();
      if (beside === 0) drawBeside();
    }, RESTS_AFTER_MS);
  }

  /** Rows that are seen and are not here, or changed since, are read; and the next page before its place is reached. */
  function ask(isNew: boolean): void {
    if (!list) return;
    const { rows, isWhole } = list;
    const end = view.top + view.height + AHEAD_PX;
    const [from, to] = pagesBetween(rows.geometry, view.top - AHEAD_PX, end);
    const isNearEnd = !isWhole && end > rows.geometry.height && rows.pages.length > 0;
    const now = `${from} ${to} ${isNearEnd}`;
    if (!isNew && asked === now) return;
    asked = now;
    void store.see(from, to);
    if (isNearEnd) void store.loadMore();
  }

  /** In steps: within one nothing is drawn anew. */
  function look(): void {
    // While the task covers the list on a phone, nothing of it is seen, and it stays as it was.
    if (!box || view.height === 0) return;
    const { scrollTop } = box;
    if (!isPassingAsked) {
      isPassingAsked = true;
      import('./titles.ts')
        .then((part) => part.createPassing)
        .then(
          (create) => {
            passing = create(calm);
          },
          () => undefined,
        );
    }
    passing?.note(scrollTop, list?.rows.heights.row ?? 0);
    const top = stepAt(scrollTop);
    if (top === view.top) return;
    view = { ...view, top };
    drawBeside();
    ask(false);
  }

  function watch(element: HTMLElement): () => void {
    box = element;
    const measure = () => {
      const { clientHeight: height } = element;
      if (height === 0 || height === view.height) return look();
      view = { top: stepAt(element.scrollTop), height };
      draw();
      ask(false);
    };
    // It looks before the list is seen, when everything has been laid out.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
      clearTimeout(resting);
      resting = undefined;
      passing?.stop();
      box = null;
    };
  }

  /** Another list, or the same one with other rows. */
  function arrange(now: Arranged): void {
    const before = list;
    list = now;
    const isSame = before !== null && isSameIn(before.rows, now.rows, view);
    // As nearly always: more has come, and not here. Asking how far it is scrolled would have all be laid out now.
    if (box && before && !isSame) keepPlace(box, view, before.rows, now.rows);
    if (!isSame || before.context !== now.context || before.open !== now.open) passing?.calm();
    draw();
    const row = waiting === null ? undefined : at(waiting);
    if (row) {
      waiting = null;
      focusOn(row);
    }
    ask(before?.rows !== now.rows);
  }

  /** The row of a number; of one behind the end the last one. */
  function at(index: number): Row | undefined {
    if (!list) return undefined;
    const { rows, isWhole } = list;
    return rows.from(isWhole ? Math.min(index, rows.geometry.rows - 1) : index, 1)[0];
  }

  function focusOn(row: Row): void {
    if (!box || !list) return;
    const { geometry, heights } = list.rows;
    wanted = row.task.id;
    active = row.task.id;
    passing?.calm();
    const head = geometry.heads.size > 0 ? heights.head : 0;
    const bottom = row.top + (row.isTall ? heights.tall : heights.row);
    if (row.top < box.scrollTop + head) box.scrollTop = row.top - head;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
    draw();
  }

  const activeRow = () => (active === null ? undefined : list?.rows.find(active));

  /** Moves the focus by rows; loads what is not here yet. */
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
    // It is read first: rows that were let go by being seen, those behind the last one as the next page.
    waiting = target;
    if (target >= geometry.rows) void store.loadMore();
    const known = geometry.rows === 0 ? 0 : Math.min(1, target / geometry.rows);
    if (box) box.scrollTop = geometry.height * known;
  }

  return {
    groups: slots.groups,
    /** The list of a group is there, or goes. */
    hold(key: string, element: Element | null): void {
      slots.hold(key, element);
      if (element) draw();
    },
    watch,
    arrange,
    move,
    /** Shows a row and gives it the focus. */
    focus(taskId: string): void {
      const row = list?.rows.find(taskId);
      if (row) focusOn(row);
    },
    /** The row that has the focus, or had it last. */
    current: () => activeRow()?.task.id ?? null,
    /** A row has got the focus. */
    noteFocus(taskId: string): void {
      if (active === taskId) return;
      active = taskId;
      calm();
    },
    /** How many rows a key of the keyboard leads on. */
    steps(key: string): number | undefined {
      if (!list) return undefined;
      const { geometry, heights } = list.rows;
      const page = Math.max(1, Math.floor(view.height / heights.row) - 1);
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
          // The end is that of the rows that are here; from there it goes on to those that follow.
          return Math.max(1, geometry.rows - 1 - (activeRow()?.index ?? -1));
      }
      return undefined;
    },
  };
}

export type ListWindow = ReturnType<typeof createListWindow>;

interface View {
  readonly top: number;
  readonly height: number;
}

/** Rows that come or go above leave what is read where it is; at the very top new ones are seen. */
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

/** Whether what is in sight are the same rows in the same place. */
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
