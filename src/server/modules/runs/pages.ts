import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { assertUuid } from '../../platform/uuid.ts';
import { visibleRun } from './access.ts';
import type { RunKind } from './run-kind.ts';
import { type ItemRow, type ItemState, type RunRow, type RunState, readItems, readRuns } from './runs.store.ts';

const PAGE = 50;

export interface RunPage<Row> {
  readonly rows: Row[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/**
 * Reads a page of runs: those of the caller, and for administrators those of every user unless they ask for `mine`. With
 * `request`, only runs whose request has these members.
 */
export async function listRuns(
  { tx, session }: Caller,
  kind: RunKind,
  query: { readonly state?: RunState; readonly mine?: boolean; readonly limit?: number; readonly after?: string },
  request?: object,
): Promise<RunPage<RunRow>> {
  const { state, mine, limit = PAGE } = query;
  const after = query.after === undefined ? undefined : assertUuid(query.after, 'page.cursor_mismatch');
  const userId = mine || !session.isAdmin ? session.userId : undefined;
  return paged(await readRuns(tx, kind, { userId, state, request, after, limit }), limit, ({ id }) => id);
}

/** Reads a page of the items of a run that the caller can see. */
export async function listItems(
  call: Caller,
  kind: RunKind,
  id: string,
  query: { readonly state?: ItemState; readonly limit?: number; readonly after?: string },
): Promise<RunPage<ItemRow>> {
  const run = await visibleRun(call, kind, id);
  const { state, limit = PAGE, after } = query;
  const states = state === undefined ? undefined : [state];
  const rows = await readItems(call.tx, run.id, { states, limit, after: positionOf(after) });
  return paged(rows, limit, ({ position }) => String(position));
}

function paged<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string): RunPage<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? cursorOf(shown.at(-1)!) : null };
}

function positionOf(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,9}$/.test(after)) throw new AppError('page.cursor_mismatch');
  return Number(after);
}
