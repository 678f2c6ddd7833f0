import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { DelegationReport } from '../../../shared/contracts/delegations.contract.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { type InboxRow, listedTask, readTransferred, type Viewer } from '../inbox/index.ts';
import { type Decision, namedIn, readDecisions } from '../processes/index.ts';
import { endOfDay, startOfDay } from './delegations.days.ts';
import { stateOf } from './delegations.rules.ts';
import { type DelegationRow, toDelegation } from './delegations.store.ts';

const DECISIONS = 200;
const TASKS = 200;

/** The parts of the application needed for a report. */
export interface ReportScope {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
}

/** Returns the delegate's decisions in the delegator's name within the period, newest first. */
export async function decisionsOf(
  tx: Tx,
  scope: ReportScope,
  row: DelegationRow,
  timeZone: string,
  language: LanguageId,
): Promise<Decision[]> {
  const { userId, delegateUserId, startDate, endDate } = row;
  const days = { from: startOfDay(startDate, timeZone), before: endOfDay(endDate, timeZone) };
  return readDecisions(tx, scope, { userId, delegateUserId, ...days }, DECISIONS, language);
}

/** Returns the delegator's open tasks that the delegate had in the period. None before it begins, or if no tasks move. */
export async function openTasksOf(
  tx: Tx,
  viewer: Viewer,
  row: DelegationRow,
): Promise<{ count: number; rows: InboxRow[] }> {
  if (!row.replaceVerva || stateOf(row, viewer.today) === 'coming') return { count: 0, rows: [] };
  const delegator = { userId: row.userId, floor: row.moveOpenTasks ? null : { day: row.startDate } };
  const before = sql`t.created_at < ${endOfDay(row.endDate, viewer.timeZone)}`;
  return readTransferred(tx, viewer, delegator, TASKS, before);
}

/** BEY-02. After the period, a delegate sees their own decisions, but no longer the delegator's tasks. */
export async function reportOf(
  tx: Tx,
  scope: ReportScope,
  viewer: Viewer,
  row: DelegationRow,
  language: LanguageId,
): Promise<DelegationReport> {
  const isOver = stateOf(row, viewer.today) === 'ended' && viewer.userId === row.delegateUserId;
  const open = isOver ? [] : (await openTasksOf(tx, viewer, row)).rows;
  return {
    delegation: toDelegation(row, viewer.today),
    decisions: await decisionsOf(tx, scope, row, viewer.timeZone, language),
    returned: await namedIn(
      tx,
      scope,
      open.map((task) => listedTask(task, viewer)),
      language,
    ),
  };
}
