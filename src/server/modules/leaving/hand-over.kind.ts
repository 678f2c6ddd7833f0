import type { HandOver } from '../../../shared/contracts/leaving.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { toInstant } from '../../platform/instants.ts';
import { type NewItem, type NewRun, type RunKind, type RunRow, startRun, startRuns } from '../runs/index.ts';
import { handOverTask } from '../tasks/index.ts';
import { findUser, personRef } from '../users/index.ts';

/** What the run does with each task. Holds ids only, so that nothing remains to erase. */
interface HandOverRequest {
  readonly leaverId: string;
  /** The chosen user; null: back to the candidates, the rest to the line manager. */
  readonly toUserId: string | null;
  readonly reason: string | null;
}

const requestOf = ({ request }: RunRow): HandOverRequest => request as HandOverRequest;

/**
 * Hand-overs: runs that give the open tasks of a deactivated user to others. The deactivation authorised them, so that
 * they also run when another system deactivated the user.
 */
export const handOverRun: RunKind = {
  name: 'hand-over',
  deferredAs: 'hand-over.run',
  progressEvent: 'hand-over.progress',
  errors: { notFound: 'hand_over.not_found', nothingFailed: 'hand_over.nothing' },
  async executeAsSystem({ tx, context, tenantId, timeZone, userId, now }, run, { id: taskId }) {
    const to = await handOverTask(tx, { db: context.db, tenantId, timeZone, userId, now }, taskId, requestOf(run));
    return to ? { to } : undefined;
  },
};

/** Starts the run that hands over these tasks, after `undoSeconds`. */
export function startHandOverRun(
  call: { readonly tx: Tx; readonly now: Date },
  items: readonly NewItem[],
  request: HandOverRequest,
  undoSeconds: number,
): Promise<RunRow> {
  return startRun(call, handOverRun, newRun(items, request), undoSeconds);
}

/** Starts a run for each user who leaves tasks. */
export function startHandOverRuns(
  call: { readonly tx: Tx; readonly now: Date },
  departures: readonly { readonly items: readonly NewItem[]; readonly request: HandOverRequest }[],
): Promise<void> {
  return startRuns(
    call,
    handOverRun,
    departures.map(({ items, request }) => newRun(items, request)),
  );
}

const newRun = (items: readonly NewItem[], request: HandOverRequest): NewRun => ({
  mode: 'run',
  process: null,
  selection: {},
  request,
  labels: {},
  items,
  retryOf: null,
  subjectId: request.leaverId,
});

export async function toHandOver(tx: Tx, row: RunRow): Promise<HandOver> {
  const { toUserId, reason } = requestOf(row);
  const to = toUserId === null ? undefined : await findUser(tx, { key: toUserId });
  return {
    id: row.id,
    state: row.state,
    total: row.total,
    done: row.done,
    failed: row.failed,
    to: to ? { id: to.id, key: to.key, name: to.name } : null,
    reason,
    by:
      row.user_id === null || row.username === null
        ? null
        : personRef({ id: row.user_id, username: row.username, name: row.person, avatar: row.avatar }),
    created: toInstant(row.created_at)!,
    ended: toInstant(row.ended_at),
    ...(row.held_id ? { held: { id: row.held_id, until: toInstant(row.held_until)! } } : {}),
  };
}
