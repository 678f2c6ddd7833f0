import { signal } from '@preact/signals-core';
import { type ApiErrorCode, type call, codeOf } from '../../../shared/api/index.ts';
import {
  getManualReport,
  type ManualReportRow,
  remindReaders,
} from '../../../shared/contracts/manual-authoring.contract.ts';
import { cancelReading } from '../../../shared/contracts/manuals.contract.ts';

export type SumsBy = 'manual' | 'department' | 'person';
/** Scope of the report: everything, or one manual, department or user. */
export interface ReportPlace {
  readonly by: SumsBy;
  readonly manualId?: string | undefined;
  readonly departmentId?: string | undefined;
}

export type ReportState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | {
      readonly status: 'ready';
      readonly rows: readonly ManualReportRow[];
      readonly total: ManualReportRow;
      readonly count: number;
      readonly stale: boolean;
    };

const PAGE = 100;

/** Totals of the reading report. `send` is `call` of shared/api. */
export function createReport({ send }: { readonly send: typeof call }) {
  const state = signal<ReportState>({ status: 'loading' });
  let place: ReportPlace = { by: 'manual' };
  let asking = new AbortController();

  async function load(at: ReportPlace = place): Promise<void> {
    place = at;
    asking.abort();
    asking = new AbortController();
    const mine = asking;
    const before = state.peek();
    state.value = before.status === 'ready' ? { ...before, stale: true } : { status: 'loading' };
    try {
      const { rows, total, count } = await send(getManualReport, {
        query: { ...at, limit: PAGE },
        signal: mine.signal,
      });
      if (mine === asking) state.value = { status: 'ready', rows, total, count, stale: false };
    } catch (error) {
      if (mine === asking && !mine.signal.aborted) state.value = { status: 'failed', code: codeOf(error) };
    }
  }

  async function more(): Promise<void> {
    const now = state.peek();
    if (now.status !== 'ready' || now.rows.length >= now.count) return;
    const { rows } = await send(getManualReport, {
      query: { ...place, limit: PAGE, offset: now.rows.length },
      signal: asking.signal,
    });
    if (state.peek() === now) state.value = { ...now, rows: [...now.rows, ...rows] };
  }

  return { state, load, more, stop: () => asking.abort() };
}
export type ReportStore = ReturnType<typeof createReport>;

/** Reminds users who have not read a manual: all of them, or the given ones. Throws ApiError. */
export const remind = (send: typeof call, manualId: string, userIds?: string[]) =>
  send(remindReaders, { params: { id: manualId }, body: userIds ? { userIds } : {} });

/** Cancels a reader's duty with a reason. Throws ApiError. */
export const cancelReadingFor = (send: typeof call, readingId: string, reason: string) =>
  send(cancelReading, { params: { id: readingId }, body: { reason } });
