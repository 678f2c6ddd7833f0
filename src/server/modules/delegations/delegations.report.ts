import { sql } from 'kysely';
import type { DelegationReport } from '../../../shared/contracts/delegations.contract.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { type InboxRow, listedTask, readMoving, type Viewer } from '../inbox/index.ts';
import { type Decision, readDecisions } from '../processes/index.ts';
import { endOfDay, startOfDay } from './delegations.days.ts';
import { stateOf } from './delegations.rules.ts';
import { type DelegationRow, toDelegation } from './delegations.store.ts';

const DECISIONS = 200;
const TASKS = 200;

/** The part of the application that reading a report needs. */
export interface ReportScope {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
}

/** What the delegate decided in the person's name within the period, the newest first. */
export async function decisionsOf(
  tx: Tx,
  scope: ReportScope,
  row: DelegationRow,
  timeZone: string,
): Promise<Decision[]> {
  const { userId, delegateUserId, startDate, endDate } = row;
  const days = { from: startOfDay(startDate, timeZone), before: endOfDay(endDate, timeZone) };
  return readDecisions(tx, scope, { userId, delegateUserId, ...days }, DECISIONS);
}

/** Open tasks of the person that the delegate had in the period. None before it begins, nor where no task moves. */
export async function openTasksOf(
  tx: Tx,
  viewer: Viewer,
  row: DelegationRow,
): Promise<{ count: number; rows: InboxRow[] }> {
  if (!row.replaceVerva || stateOf(row, viewer.today) === 'coming') return { count: 0, rows: [] };
  const moving = { userId: row.userId, floor: row.moveOpenTasks ? null : { day: row.startDate } };
  const before = sql`t.created_at < ${endOfDay(row.endDate, viewer.timeZone)}`;
  return readMoving(tx, viewer, moving, TASKS, before);
}

/** BEY-02. A delegate whose time is over sees what they did, and no longer the person's tasks. */
export async function reportOf(
  tx: Tx,
  scope: ReportScope,
  viewer: Viewer,
  row: DelegationRow,
): Promise<DelegationReport> {
  const isOver = stateOf(row, viewer.today) === 'ended' && viewer.userId === row.delegateUserId;
  const open = isOver ? [] : (await openTasksOf(tx, viewer, row)).rows;
  return {
    delegation: toDelegation(row, viewer.today),
    decisions: await decisionsOf(tx, scope, row, viewer.timeZone),
    returned: open.map((task) => listedTask(task, viewer)),
  };
}
