import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { DelegationConflict, DelegationPreview } from '../../../shared/contracts/delegations.contract.ts';
import { gapsOf, overlaps } from '../../../shared/contracts/periods.rules.ts';
import type { Tx } from '../../platform/database.ts';
import {
  type CountedTasks,
  type InboxRow,
  listedTask,
  readConfidential,
  readOfGroups,
  readTransferred,
  type Viewer,
  withFourEyes,
} from '../inbox/index.ts';
import { namedIn, readFourEyes, refusalOf } from '../processes/index.ts';
import type { Wanted } from './delegations.rules.ts';
import { type DelegationRow, readForDelegate, readPeriodsOf } from './delegations.store.ts';
import { findAlternative } from './delegations.team.store.ts';

const TASKS = 20;
/** Number of transferred tasks that are checked against the four-eyes rule. */
const DECISIONS = 500;
/** Maximum length of a chain of delegates that is followed. */
const CHAIN = 10;
const NONE: CountedTasks = { count: 0, rows: [] };

/** Previews the effects of saving a period (BEY-01). `id` is that of the period it replaces. */
export async function preview(
  tx: Tx,
  scope: Parameters<typeof namedIn>[1],
  viewer: Viewer,
  wanted: Wanted,
  id: string | null,
  language: LanguageId,
): Promise<DelegationPreview> {
  const { userId, delegateUserId, replaceVerva } = wanted;
  const delegator = { userId, floor: wanted.moveOpenTasks ? null : { day: wanted.startDate } };
  // The names of tasks that stay are for the delegator alone.
  const limit = viewer.userId === userId ? TASKS : 0;
  const refused = replaceVerva ? await refusedTo(tx, scope, viewer, delegator, delegateUserId) : [];
  const isMoving = sql`t.id <> ALL(${refused.map((row) => row.id)}::uuid[])`;
  const moving = replaceVerva ? await readTransferred(tx, viewer, delegator, TASKS, isMoving) : NONE;
  const ofGroups = replaceVerva ? await readOfGroups(tx, userId, delegateUserId, limit) : NONE;
  const confidential = replaceVerva ? await readConfidential(tx, userId, limit) : NONE;
  const named = (rows: readonly InboxRow[]) =>
    namedIn(
      tx,
      scope,
      rows.map((row) => listedTask(row, viewer)),
      language,
    );
  const absences = (await readPeriodsOf(tx, delegateUserId)).filter((row) => row.id !== id && !row.isHeld);
  const gaps = gapsOf(wanted, absences);
  return {
    moves: moving.count,
    tasks: await named(moving.rows),
    notVisible: ofGroups.count,
    confidentialStay: confidential.count,
    stays: {
      fourEyes: await named(refused.slice(0, limit)),
      groups: await named(ofGroups.rows),
      confidential: await named(confidential.rows),
    },
    gaps,
    alternative: gaps.length > 0 ? await findAlternative(tx, wanted, gaps) : null,
    conflicts: [
      ...(refused[0]
        ? [{ code: 'own_request' as const, params: { count: refused.length, task: refused[0].name } }]
        : []),
      ...(await conflictsOf(tx, wanted, absences, id)),
    ],
  };
}

/** Returns the transferred decisions that the four-eyes rule refuses to the delegate, by due date. */
async function refusedTo(
  tx: Tx,
  scope: Parameters<typeof namedIn>[1],
  viewer: Viewer,
  delegator: Parameters<typeof readTransferred>[2],
  delegateUserId: string,
): Promise<InboxRow[]> {
  const { rows } = await readTransferred(tx, viewer, delegator, DECISIONS, withFourEyes);
  const facts = await readFourEyes(tx, scope, rows);
  return rows.filter((row) => refusalOf(facts.get(row.id), [delegateUserId]) !== null);
}

async function conflictsOf(
  tx: Tx,
  wanted: Wanted,
  absences: readonly DelegationRow[],
  id: string | null,
): Promise<DelegationConflict[]> {
  const isOverlapping = (row: DelegationRow) => row.id !== id && !row.isHeld && overlaps(row, wanted);
  const own = (await readPeriodsOf(tx, wanted.userId)).filter(isOverlapping);
  const delegatePeriods = absences.filter(isOverlapping);
  const asDelegate = (await readForDelegate(tx, wanted.userId, wanted)).filter(isOverlapping);
  const conflict = (code: DelegationConflict['code'], row: DelegationRow, name: string): DelegationConflict => ({
    code,
    params: { name, from: row.startDate, until: row.endDate },
  });
  // A mutual delegation is reported once, as mutual.
  const mutual = delegatePeriods.filter((row) => row.delegateUserId === wanted.userId);
  const others = delegatePeriods.filter((row) => !mutual.includes(row));
  const around = await circularDelegation(tx, wanted, others);
  return [
    ...own.map((row) => conflict('overlap', row, row.delegate.name)),
    ...others.map((row) => conflict('delegate_absent', row, row.delegate.name)),
    ...mutual.map((row) => conflict('cycle', row, row.user.name)),
    ...(around ? [conflict('cycle', around, around.user.name)] : []),
    ...asDelegate
      .filter((row) => row.userId !== wanted.delegateUserId)
      .map((row) => conflict('chain', row, row.user.name)),
  ];
}

/** Follows the delegate's own delegates; returns the period that leads back to the delegator, if there is one. */
async function circularDelegation(
  tx: Tx,
  wanted: Wanted,
  delegatePeriods: readonly DelegationRow[],
): Promise<DelegationRow | undefined> {
  const seen = new Set([wanted.delegateUserId]);
  let next = delegatePeriods;
  for (let step = 0; step < CHAIN && next.length > 0; step += 1) {
    const found: DelegationRow[] = [];
    for (const { delegateUserId } of next) {
      if (seen.has(delegateUserId)) continue;
      seen.add(delegateUserId);
      found.push(...(await readPeriodsOf(tx, delegateUserId)).filter((row) => !row.isHeld && overlaps(row, wanted)));
    }
    const back = found.find((row) => row.delegateUserId === wanted.userId);
    if (back) return back;
    next = found;
  }
  return undefined;
}
