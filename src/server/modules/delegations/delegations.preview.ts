import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { DelegationConflict, DelegationPreview } from '../../../shared/contracts/delegations.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { countNotTransferred, listedTask, readOwnRequests, readTransferred, type Viewer } from '../inbox/index.ts';
import { namedIn } from '../processes/index.ts';
import { overlaps, type Wanted } from './delegations.rules.ts';
import { type DelegationRow, readActiveForDelegate, readPeriodsOf } from './delegations.store.ts';

const TASKS = 20;
/** Maximum length of a chain of delegates that is followed. */
const CHAIN = 10;

/** Previews the effects of saving a period (BEY-01). `id` is that of the period it replaces. */
export async function preview(
  tx: Tx,
  scope: Parameters<typeof namedIn>[1],
  viewer: Viewer,
  wanted: Wanted,
  id: string | null,
  language: LanguageId,
): Promise<DelegationPreview> {
  const { userId, delegateUserId } = wanted;
  const delegator = { userId, floor: wanted.moveOpenTasks ? null : { day: wanted.startDate } };
  const nothing = { count: 0, rows: [] };
  const tasks = wanted.replaceVerva ? await readTransferred(tx, viewer, delegator, TASKS) : nothing;
  const own = wanted.replaceVerva
    ? await readOwnRequests(tx, viewer, delegator, delegateUserId)
    : { count: 0, task: null };
  const notTransferred = wanted.replaceVerva
    ? await countNotTransferred(tx, userId, delegateUserId)
    : { unseen: 0, confidential: 0 };
  return {
    moves: tasks.count,
    tasks: await namedIn(
      tx,
      scope,
      tasks.rows.map((row) => listedTask(row, viewer)),
      language,
    ),
    notVisible: notTransferred.unseen,
    confidentialStay: notTransferred.confidential,
    conflicts: [
      ...(own.count > 0 ? [{ code: 'own_request' as const, params: { count: own.count, task: own.task ?? '' } }] : []),
      ...(await conflictsOf(tx, wanted, id)),
    ],
  };
}

async function conflictsOf(tx: Tx, wanted: Wanted, id: string | null): Promise<DelegationConflict[]> {
  const isOverlapping = (row: DelegationRow) => row.id !== id && !row.isHeld && overlaps(row, wanted);
  const own = (await readPeriodsOf(tx, wanted.userId)).filter(isOverlapping);
  const delegatePeriods = (await readPeriodsOf(tx, wanted.delegateUserId)).filter(isOverlapping);
  const asDelegate = (await readActiveForDelegate(tx, wanted.userId, wanted)).filter(isOverlapping);
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
