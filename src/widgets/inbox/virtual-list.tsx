import { useSignals } from '@preact/signals-react/runtime';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { isTall } from './groups.rules.ts';
import type { InboxStore } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';
import { type Geometry, type GroupPlace, type Heights, layOut, pagesBetween, rowTops } from './layout.rules.ts';
import type { ListPage } from './pages.store.ts';
import { bySlot, type Slots, slotsOf, useOrder } from './slots.ts';
import { SampleRows, TaskRow } from './task-row.tsx';

/** Rows beside the visible ones are drawn already, so that a flick of the wheel finds them. */
const BESIDE_PX = 480;
/** The rows that are drawn change when so many pixels have gone by: about two at a time, so that no frame has much to do. */
const STEP_PX = 120;
/** The following page is asked for when its place comes so near. */
const AHEAD_PX = 2400;
const GUESS: Heights = { row: 57, tall: 77, head: 28 };

/** What the keyboard of the element can do with the list. */
export interface ListHandle {
  /** Moves the focus by rows; loads what is not here yet. */
  move(by: number): void;
  /** Shows a row and gives it the focus. */
  focus(taskId: string): void;
  /** The row that has the focus, or had it last. */
  current(): string | null;
}

interface Props {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly pages: readonly ListPage[];
  readonly isWhole: boolean;
  readonly open: string | null;
  readonly onOpen: (taskId: string) => void;
  readonly headingOf: (group: string) => string;
  readonly handle: Ref<ListHandle>;
  /** Counts minutes: what is due moves with the clock. */
  readonly minute: number;
  /** Below the last row. */
  readonly children?: ReactNode;
}

interface Drawn {
  readonly task: Task;
  readonly top: number;
  /** Its number in the list. */
  readonly index: number;
}

/** The rows of the list that can be seen, in groups; all others are a height only (TSK-20). */
export function VirtualList({
  store,
  t,
  pages,
  isWhole,
  open,
  onOpen,
  headingOf,
  handle,
  minute,
  children,
}: Props): ReactNode {
  useSignals();
  const box = useRef<HTMLElement>(null);
  const [heights, setHeights] = useState(GUESS);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [active, setActive] = useState<string | null>(null);
  /** The row that is to have the focus once it is drawn. */
  const wanted = useRef<string | null>(null);
  /** The number of the row that is to have it once it is here. */
  const waiting = useRef<number | null>(null);
  const { group, columns, density } = store.setup.value;
  /** With the rows of pages as far as they were asked for. */
  const { geometry, laid } = useMemo(
    () => ({ geometry: layOut(pages, heights, group !== 'none'), laid: new Map<number, readonly Drawn[]>() }),
    [pages, heights, group],
  );

  const [from, to] = [view.top - BESIDE_PX, view.top + view.height + BESIDE_PX + STEP_PX];
  const [firstPage, lastPage] = pagesBetween(geometry, from, to);
  // Always as many, so that each row that comes finds the elements of one that goes.
  const most = Math.ceil((to - from) / heights.row) + 1;
  const rows: Drawn[] = [];
  for (let page = firstPage; page <= lastPage; page += 1)
    rows.push(...rowsOf(page).filter(({ top }) => top > from - heights.tall));
  rows.splice(most);
  const focused = active === null ? undefined : (rows.find(({ task }) => task.id === active) ?? find(active));
  // The row that has the focus stays, however far it is scrolled away.
  if (focused && !rows.includes(focused)) rows.push(focused);
  const slots = useRef<Slots>(new Map());
  slots.current = slotsOf(slots.current, rows, active);
  const tabbable = focused?.task.id ?? rows.find(({ task }) => task.id === open)?.task.id ?? rows[0]?.task.id;

  function rowsOf(page: number): readonly Drawn[] {
    const before = laid.get(page);
    if (before) return before;
    const { tasks } = pages[page] ?? {};
    if (!tasks) return [];
    const tops = rowTops(
      geometry,
      page,
      tasks.map((task) => isTall(task, columns)),
      heights,
    );
    const first = geometry.pages[page]?.first ?? 0;
    const now = tasks.map((task, index) => ({ task, top: tops[index] as number, index: first + index }));
    laid.set(page, now);
    return now;
  }

  function find(taskId: string): Drawn | undefined {
    const page = pages.findIndex(({ tasks }) => tasks?.some(({ id }) => id === taskId));
    return page < 0 ? undefined : rowsOf(page).find(({ task }) => task.id === taskId);
  }

  function at(index: number): Drawn | undefined {
    const page = geometry.pages.findIndex(
      ({ first }, one) => first <= index && index < first + (pages[one]?.count ?? 0),
    );
    return page < 0 ? undefined : rowsOf(page).find((row) => row.index === index);
  }

  function show({ top, task }: Drawn): void {
    const { current } = box;
    if (!current) return;
    const head = geometry.heads.size > 0 ? heights.head : 0;
    const height = isTall(task, columns) ? heights.tall : heights.row;
    if (top < current.scrollTop + head) current.scrollTop = top - head;
    else if (top + height > current.scrollTop + current.clientHeight)
      current.scrollTop = top + height - current.clientHeight;
  }

  function focus(row: Drawn): void {
    wanted.current = row.task.id;
    setActive(row.task.id);
    show(row);
    box.current?.querySelector<HTMLElement>(`[data-task="${row.task.id}"]`)?.focus({ preventScroll: true });
  }

  function move(by: number): void {
    const here = focused ?? (open === null ? undefined : find(open));
    const target = Math.max(0, here ? here.index + by : by > 0 ? 0 : geometry.rows - 1);
    const row = at(isWhole ? Math.min(target, geometry.rows - 1) : target);
    if (row) {
      focus(row);
      return;
    }
    // It is read first: rows that were let go by being seen, those behind the last one as the next page.
    waiting.current = target;
    if (target >= geometry.rows) void store.loadMore();
    const known = geometry.rows === 0 ? 0 : Math.min(1, target / geometry.rows);
    if (box.current) box.current.scrollTop = geometry.height * known;
  }

  useImperativeHandle(handle, () => ({
    move,
    focus: (taskId) => {
      const row = find(taskId);
      if (row) focus(row);
    },
    current: () => focused?.task.id ?? null,
  }));

  // What was asked of rows that were not here yet.
  useLayoutEffect(() => {
    if (waiting.current !== null) {
      const row = at(isWhole ? Math.min(waiting.current, geometry.rows - 1) : waiting.current);
      if (row) {
        waiting.current = null;
        focus(row);
      }
    }
    if (wanted.current === null) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-task="${wanted.current}"]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });

  useOrder(box);
  useKeptPlace(box, view, { pages, geometry, rowsOf }, find);
  useWatch(box, setView);

  // Rows that are seen and are not here, or changed since, are read; and the next page before its place is reached.
  const [seenFrom, seenTo] = pagesBetween(geometry, view.top - AHEAD_PX, view.top + view.height + AHEAD_PX);
  const nearEnd = !isWhole && view.top + view.height + AHEAD_PX > geometry.height;
  useLayoutEffect(() => {
    void store.see(seenFrom, seenTo);
    if (nearEnd && pages.length > 0) void store.loadMore();
  }, [store, pages, seenFrom, seenTo, nearEnd]);

  const total = isWhole ? geometry.rows : -1;
  const onKeyDown = (event: KeyboardEvent) => {
    // The shortcuts of the element have done it, if they are there already.
    if (event.defaultPrevented) return;
    const screen = Math.max(1, Math.floor(view.height / heights.row) - 1);
    // The end is that of the rows that are here; from there it goes on to those that follow.
    const toEnd = Math.max(1, geometry.rows - 1 - (focused?.index ?? -1));
    const by = steps(event.key, screen, { toEnd, toStart: geometry.rows });
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(by);
  };
  return (
    <section
      ref={box}
      className="list virtual"
      aria-label={t('inbox.list')}
      data-density={density}
      // Firefox makes what scrolls focusable by itself; here the rows are.
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="rows" style={{ height: geometry.height }}>
        {groupsOf(geometry, bySlot(rows, slots.current)).map(({ place, key, rows: some }) => (
          <Group
            key={key}
            place={place}
            title={group === 'none' ? null : headingOf(place.group)}
            more={!isWhole && place === geometry.groups.at(-1)}
          >
            {some.map(({ task, top, index }) => (
              <TaskRow
                key={slots.current.get(task.id)}
                task={task}
                top={top - place.top}
                index={index}
                total={total}
                minute={minute}
                columns={columns}
                t={t}
                isCurrent={task.id === open}
                isTabbable={task.id === tabbable}
                onOpen={onOpen}
                onFocus={setActive}
              />
            ))}
          </Group>
        ))}
      </div>
      <SampleRows columns={columns} onMeasure={setHeights} t={t} key={`${density} ${columns.join()}`} />
      {children}
    </section>
  );
}

function Group({
  place,
  title,
  more,
  children,
}: {
  readonly place: GroupPlace;
  readonly title: string | null;
  readonly more: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const style = { top: place.top, height: place.height };
  if (title === null) {
    return (
      <ul className="group" style={style}>
        {children}
      </ul>
    );
  }
  return (
    <section className="group" aria-label={title} style={style}>
      <h2>
        <span className="cut">{title}</span>
        <span className="quiet-count">
          {place.rows}
          {more ? '+' : ''}
        </span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

/** Rows by the group they stand in. */
function groupsOf({ groups }: Geometry, rows: readonly Drawn[]): { key: string; place: GroupPlace; rows: Drawn[] }[] {
  const times = new Map<string, number>();
  return groups.flatMap((place) => {
    // A group is there twice for a moment when a task has moved and the list is read anew.
    const time = times.get(place.group) ?? 0;
    times.set(place.group, time + 1);
    const some = rows.filter(({ index }) => index >= place.first && index < place.first + place.rows);
    return some.length > 0 ? [{ key: `${place.group} ${time}`, place, rows: some }] : [];
  });
}

function steps(
  key: string,
  page: number,
  { toStart, toEnd }: { readonly toStart: number; readonly toEnd: number },
): number | undefined {
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
      return -toStart;
    case 'End':
      return toEnd;
  }
  return undefined;
}

/** Follows what can be seen, in steps: within one nothing is drawn anew. */
function useWatch(
  box: RefObject<HTMLElement | null>,
  onView: (update: (before: { top: number; height: number }) => { top: number; height: number }) => void,
): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      // While the task covers the list on a phone, nothing of it is seen, and it stays as it was.
      if (element.clientHeight === 0) return;
      const top = Math.floor(element.scrollTop / STEP_PX) * STEP_PX;
      const height = element.clientHeight;
      onView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, onView]);
}

interface Laid {
  readonly pages: readonly ListPage[];
  readonly geometry: Geometry;
  readonly rowsOf: (page: number) => readonly Drawn[];
}

/** Rows that come or go above leave what is read where it is; at the very top new ones are seen. */
function useKeptPlace(
  box: RefObject<HTMLElement | null>,
  view: { readonly top: number; readonly height: number },
  now: Laid,
  find: (taskId: string) => Drawn | undefined,
): void {
  const last = useRef(now);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = now;
    const element = box.current;
    if (!element || before.geometry === now.geometry) return;
    const seen = pagesBetween(before.geometry, view.top, view.top + STEP_PX + view.height);
    // As nearly always: more has come, and not here. Asking how far it is scrolled would have all be laid out now.
    if (isSame(before, now, ...seen)) return;
    const top = element.scrollTop;
    if (top === 0) return;
    for (let page = seen[0]; page < seen[1]; page += 1) {
      for (const row of before.rowsOf(page)) {
        const found = row.top < top ? undefined : find(row.task.id);
        if (!found) continue;
        if (found.top !== row.top) element.scrollTop = top + found.top - row.top;
        return;
      }
    }
  });
}

/** Whether pages `from` up to, without, `to` are the same rows in the same place. */
function isSame(before: Laid, now: Laid, from: number, to: number): boolean {
  for (let page = from; page < to; page += 1) {
    const [was, is] = [before.geometry.pages[page], now.geometry.pages[page]];
    if (was?.top !== is?.top || was?.height !== is?.height) return false;
    if (before.pages[page]?.tasks !== now.pages[page]?.tasks) return false;
  }
  return true;
}
