import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { isTall } from './groups.rules.ts';
import { type Geometry, type Heights, layOut, pagesBetween, rowTops } from './layout.rules.ts';
import type { ListPage } from './pages.store.ts';
import type { Column } from './setup.rules.ts';

export interface Row {
  readonly task: Task;
  /** Offset in pixels from the start of the list. */
  readonly top: number;
  readonly isTall: boolean;
  /** Index in the list, from 0. */
  readonly index: number;
}

/** Layout of the list. */
interface Arrangement {
  readonly pages: readonly ListPage[];
  readonly heights: Heights;
  readonly columns: readonly Column[];
  readonly isGrouped: boolean;
}

/** The rows of the list with their positions, created per page on demand. */
export function layRows({ pages, heights, columns, isGrouped }: Arrangement) {
  const geometry: Geometry = layOut(pages, heights, isGrouped);
  const laid = new Map<number, readonly Row[]>();

  /** None for a released page. */
  function rowsOf(page: number): readonly Row[] {
    const before = laid.get(page);
    if (before) return before;
    const { tasks } = pages[page] ?? {};
    if (!tasks) return [];
    const tall = tasks.map((task) => isTall(task, columns));
    const tops = rowTops(geometry, page, tall, heights);
    const first = geometry.pages[page]?.first ?? 0;
    const rows = tasks.map((task, index) => ({
      task,
      top: tops[index] as number,
      isTall: tall[index] as boolean,
      index: first + index,
    }));
    laid.set(page, rows);
    return rows;
  }

  function find(taskId: string): Row | undefined {
    const page = pages.findIndex(({ tasks }) => tasks?.some(({ id }) => id === taskId));
    return page < 0 ? undefined : rowsOf(page).find(({ task }) => task.id === taskId);
  }

  /** The row at an index and those that follow, as many as are loaded. */
  function from(index: number, count: number): Row[] {
    const rows: Row[] = [];
    for (const [page, { first }] of geometry.pages.entries()) {
      if (first >= index + count) break;
      if (first + (pages[page]?.count ?? 0) <= index) continue;
      for (const row of rowsOf(page)) if (row.index >= index && row.index < index + count) rows.push(row);
    }
    return rows;
  }

  /** Index of the row at an offset, or of the next one below it. */
  function indexAt(y: number): number {
    const [first] = pagesBetween(geometry, y, y);
    for (let page = first; page < pages.length; page += 1) {
      for (const row of rowsOf(page)) if (row.top + (row.isTall ? heights.tall : heights.row) > y) return row.index;
    }
    return geometry.rows;
  }

  return { pages, geometry, heights, rowsOf, find, from, indexAt };
}

export type Rows = ReturnType<typeof layRows>;
