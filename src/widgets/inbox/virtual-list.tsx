import { useSignals } from '@preact/signals-react/runtime';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MOBILE_MAX_WIDTH } from '../../shared/contracts/constants.ts';
import type { InboxStore } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';
import type { Heights } from './layout.rules.ts';
import { createListWindow, type ListWindow } from './list-window.ts';
import type { ListPage } from './pages.store.ts';
import type { DrawPictures } from './row-elements.ts';
import { RowSamples } from './row-samples.tsx';
import { layRows } from './rows.ts';

/** Heights measured last on this page, which most other lists share; initially those of the style sheet. */
let usual: Heights = matchMedia(`(max-width: ${MOBILE_MAX_WIDTH}px), (hover: none) and (pointer: coarse)`).matches
  ? { row: 69, tall: 93, head: 36 }
  : { row: 57, tall: 77, head: 28 };

/** List functions for the element's keyboard shortcuts. */
export type ListHandle = Pick<ListWindow, 'move' | 'focus' | 'current'>;

interface Props {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly pages: readonly ListPage[];
  readonly isWhole: boolean;
  readonly open: string | null;
  readonly onOpen: (taskId: string) => void;
  readonly headingOf: (group: string) => string;
  readonly handle: Ref<ListHandle>;
  /** Minute counter: relative due times depend on the clock. */
  readonly minute: number;
  /** Content below the last row. */
  readonly children?: ReactNode;
}

/** The visible rows of the list, in groups; the rest is only height (TSK-20). */
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
  const sample = useRef<Element>(null);
  const [heights, setHeights] = useState(usual);
  const [draw, setDraw] = useState<DrawPictures>();
  const { group, columns, density } = store.setup.value;
  const isGrouped = group !== 'none';
  const list = useMemo(() => createListWindow(store), [store]);
  const rows = useMemo(() => layRows({ pages, heights, columns, isGrouped }), [pages, heights, columns, isGrouped]);
  const { geometry } = rows;
  const total = isWhole ? geometry.rows : -1;
  const context = useMemo(
    () => ({ columns, t, total, minute, draw, onOpen, onFocus: list.noteFocus }),
    [columns, t, total, minute, draw, onOpen, list],
  );
  useImperativeHandle(handle, () => list, [list]);
  useLayoutEffect(() => {
    if (sample.current) list.arrange({ rows, isWhole, open, sample: sample.current, context });
  }, [list, rows, isWhole, open, context]);
  useLayoutEffect(() => (box.current ? list.watch(box.current) : undefined), [list]);

  // Loads after the first rows. Without it they have no pictures.
  useEffect(() => {
    import('./row-pictures.ts')
      .then((part) => part.drawPictures)
      .then(
        (drawPictures) => setDraw(() => drawPictures),
        () => undefined,
      );
  }, []);

  const takeHeights = useCallback((now: Heights) => {
    usual = now;
    setHeights((before) => (isEqual(before, now) ? before : now));
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    // Already handled by the element's shortcuts, if they are loaded.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = list.steps(event.key);
    if (by === undefined) return;
    event.preventDefault();
    list.move(by);
  };
  return (
    <section
      ref={box}
      className="list virtual"
      aria-label={t('inbox.list')}
      data-density={density}
      // Firefox makes scrollable elements focusable; here the rows are.
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="rows" style={{ height: geometry.height }}>
        <Groups list={list} headingOf={isGrouped ? headingOf : null} hasMore={!isWhole} />
      </div>
      <RowSamples sample={sample} columns={columns} onMeasure={takeHeights} key={`${density} ${columns.join()}`} />
      {children}
    </section>
  );
}

function isEqual(one: Heights, other: Heights): boolean {
  return one.row === other.row && one.tall === other.tall && one.head === other.head;
}

/** The visible groups; their rows are added by the row pool. Renders when a group is added or removed. */
function Groups({
  list,
  headingOf,
  hasMore,
}: {
  readonly list: ListWindow;
  /** Null without headings. */
  readonly headingOf: ((group: string) => string) | null;
  readonly hasMore: boolean;
}): ReactNode {
  useSignals();
  return list.groups.value.map(({ key, place, isLast }) => {
    const style = { top: place.top, height: place.height };
    if (!headingOf) {
      return <Rows key={key} id={key} list={list} className="group" style={style} />;
    }
    const title = headingOf(place.group);
    return (
      <section key={key} className="group" aria-label={title} style={style}>
        <h2>
          <span className="cut">{title}</span>
          <span className="quiet-count">
            {place.rows}
            {hasMore && isLast ? '+' : ''}
          </span>
        </h2>
        <Rows id={key} list={list} />
      </section>
    );
  });
}

function Rows({
  id,
  list,
  ...props
}: ComponentProps<'ul'> & { readonly id: string; readonly list: ListWindow }): ReactNode {
  const box = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.hold(id, box.current);
    return () => list.hold(id, null);
  }, [list, id]);
  return <ul {...props} ref={box} />;
}
