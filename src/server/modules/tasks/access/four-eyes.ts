import type { ErrorCode } from '../../../../shared/contracts/errors.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import type { InboxRow } from '../../inbox/index.ts';
import {
  type DecisionRefusal,
  type DecisionRow,
  lockDecisions,
  readFourEyes,
  refusalOf,
} from '../../processes/index.ts';
import { type Acting, actingOn, behalfOf, type Caller, type TaskRights } from './tasks.rules.ts';
import type { LoadedTask } from './tasks.store.ts';

const CODES = {
  own_request: 'task.own_request',
  decided_before: 'task.decided_before',
} as const satisfies Record<DecisionRefusal, ErrorCode>;

/** A task whose completion was authorised in this transaction; only such a task can be completed. */
export type AuthorisedTask = LoadedTask & { readonly isAuthorised: true };

/** Why the four-eyes rule refuses the caller's decision, given how they may act today; null when it allows it. */
export function decisionRefusal(
  tx: Tx,
  scope: VersionScope,
  { row, rights, caller }: LoadedTask,
  by: Caller = caller,
): Promise<DecisionRefusal | null> {
  return refusalFor(tx, scope, row, responsibleUsers(rights, by.userId, behalfOf(rights, actingOn(rights, by))));
}

/** Throws when the four-eyes rule refuses the caller's decision. */
export async function assertMayDecide(tx: Tx, scope: VersionScope, task: LoadedTask): Promise<void> {
  refuse(await decisionRefusal(tx, scope, task));
}

/**
 * Authorises a completion within its transaction; the instance must be locked. Throws when the four-eyes rule refuses it.
 * `onBehalfOf` is the user for whom the caller completes the task.
 */
export async function authoriseCompletion(
  tx: Tx,
  scope: VersionScope,
  task: LoadedTask,
  onBehalfOf: string | null,
): Promise<AuthorisedTask> {
  const { row, rights, caller } = task;
  if (row.four_eyes === 'strict') await lockDecisions(tx, row.instance_id);
  refuse(await refusalFor(tx, scope, row, responsibleUsers(rights, caller.userId, onBehalfOf)));
  return { ...task, isAuthorised: true };
}

/** Authorises a completion with the caller's current right to act. */
export function authoriseActing(
  tx: Tx,
  scope: VersionScope,
  task: LoadedTask,
  acting: Acting,
): Promise<AuthorisedTask> {
  return authoriseCompletion(tx, scope, task, behalfOf(task.rights, acting));
}

/** Throws when the task would be assigned to users who may not decide it. */
export async function assertMayReceive(
  tx: Tx,
  scope: VersionScope,
  { row }: LoadedTask,
  userIds: readonly string[],
): Promise<void> {
  refuse(await refusalFor(tx, scope, row, userIds));
}

/** Whether the four-eyes rule excludes the user from the decision. */
export async function isExcluded(
  tx: Tx,
  scope: VersionScope,
  row: LoadedTask['row'],
  userId: string,
): Promise<boolean> {
  return (await refusalFor(tx, scope, row, [userId])) !== null;
}

/** A row of a list. `via_user`: the delegator, if the caller is a delegate. */
type ListedRow = DecisionRow &
  Pick<InboxRow, 'status' | 'delegated' | 'owner_id'> & { readonly via_user?: string | null };

/** Returns why the caller may not decide open tasks of a list, by task ID. */
export async function listRefusals(
  tx: Tx,
  scope: VersionScope,
  userId: string,
  rows: readonly ListedRow[],
): Promise<ReadonlyMap<string, DecisionRefusal>> {
  const open = rows.filter(({ status }) => status === 'open');
  const facts = await readFourEyes(tx, scope, open);
  return new Map(
    open.flatMap((row): [string, DecisionRefusal][] => {
      const rights = { delegated: row.delegated, ownerId: row.owner_id };
      const refusal = refusalOf(facts.get(row.id), responsibleUsers(rights, userId, row.via_user ?? null));
      return refusal ? [[row.id, refusal]] : [];
    }),
  );
}

async function refusalFor(
  tx: Tx,
  scope: VersionScope,
  row: LoadedTask['row'],
  userIds: readonly string[],
): Promise<DecisionRefusal | null> {
  return refusalOf((await readFourEyes(tx, scope, [row])).get(row.id), userIds);
}

/** Returns the users responsible for a decision: the caller, the user the caller acts for, and the owner of a delegated task. */
function responsibleUsers(
  { delegated, ownerId }: Pick<TaskRights, 'delegated' | 'ownerId'>,
  userId: string,
  onBehalfOf: string | null,
): string[] {
  const owner = delegated === null ? null : ownerId;
  return [userId, onBehalfOf, owner].filter((id) => id !== null);
}

/** Throws the error of a refusal. */
export function refuse(refusal: DecisionRefusal | null): void {
  if (refusal) throw new AppError(CODES[refusal]);
}
