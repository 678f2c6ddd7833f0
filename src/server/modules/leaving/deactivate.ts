import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { informDelegators } from '../delegations/index.ts';
import { lockManagers } from '../people/index.ts';
import { closeAccounts, disableUsers } from '../signin/index.ts';
import { ADMINISTRATORS, keepingAdministrators } from '../users/index.ts';
import { startHandOverRun, startHandOverRuns } from './hand-over.kind.ts';
import { readLeftTasks } from './leaving.store.ts';
import { passOnPeople, writeSuccessor } from './successor.store.ts';

/** Who deactivates a user. */
export interface Deactivator {
  readonly tenantId: number;
  readonly timeZone: string;
  /** Null: another system, such as a directory. */
  readonly userId: string | null;
  readonly requestId: string;
}

export interface Departure {
  /**
   * What happens to the open tasks: `manager` gives them back to their candidates and the rest to the line manager, `keep`
   * leaves them, a key gives them to that user. Undefined refuses a user with open tasks.
   */
  readonly tasks: 'manager' | 'keep' | { readonly toUserId: string } | undefined;
  /** Key of the user who receives what processes name the user for later, the managed users and the headed departments. */
  readonly successorId?: string | null;
  /** Written to the audit log and to the history of each task. */
  readonly reason: string | null;
  /** Delay of the hand-over, in which it can be undone. */
  readonly undoSeconds: number;
}

/** The locked user to deactivate. */
export interface Leaver {
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly groups: readonly string[];
}

/**
 * Deactivates the user that `find` locks: every server refuses the user as soon as it is notified, and a run hands over
 * the open tasks. Changes nothing for a user who is deactivated already. Throws `user.has_open_tasks`, `group.last_admin`.
 */
export async function deactivate(
  context: Pick<AppContext, 'db' | 'verifier' | 'clock' | 'config'>,
  by: Deactivator,
  find: (tx: Tx) => Promise<Leaver>,
  departure: Departure,
): Promise<void> {
  const { db, verifier, clock } = context;
  const { tenantId, userId, requestId } = by;
  const now = clock();
  const { reason } = departure;
  const key = await db.tenantTransaction({ tenantId, userId, requestId, ...(reason ? { reason } : {}) }, async (tx) => {
    const user = await find(tx);
    if (user.status !== 'disabled') await leave(tx, context, by, user, departure, now);
    return user.key;
  });
  verifier.forget({ userId: key });
  const sessions = await db.signinTransaction((tx) => closeAccounts(tx, tenantId, [key], now), { userId, requestId });
  verifier.forget({ sessions });
}

/** Ends in the caller's transaction what the user can do, and starts the hand-over; the account stays for the caller to close. */
export async function leave(
  tx: Tx,
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  { tenantId, timeZone }: Pick<Deactivator, 'tenantId' | 'timeZone'>,
  user: Omit<Leaver, 'status'>,
  { tasks, successorId = null, reason, undoSeconds }: Departure,
  now: Date,
): Promise<void> {
  const items = tasks === 'keep' ? [] : ((await readLeftTasks(tx, [user.key])).get(user.key) ?? []);
  if (tasks === undefined && items.length > 0) {
    throw new AppError('user.has_open_tasks', { name: user.name, count: items.length });
  }
  const change = () => endAccess(tx, { db, config }, { tenantId, timeZone }, [user.key], now);
  const isAdministrator = user.groups.some((group) => ADMINISTRATORS.includes(group));
  const inform = await (isAdministrator ? keepingAdministrators(tx, change) : change());
  if (successorId !== null) {
    await writeSuccessor(tx, user.key, successorId);
    await lockManagers(tx);
    await passOnPeople(tx, user.key, successorId);
  }
  await inform();
  if (items.length === 0) return;
  const toUserId = typeof tasks === 'object' ? tasks.toUserId : null;
  await startHandOverRun({ tx, now }, items, { leaverId: user.key, toUserId, reason }, undoSeconds);
}

type Servers = Pick<AppContext, 'db' | 'config'>;

/** Ends what users can do. The returned function informs those whose delegate one of them was. */
async function endAccess(
  tx: Tx,
  { db, config }: Servers,
  { tenantId, timeZone }: Pick<Deactivator, 'tenantId' | 'timeZone'>,
  keys: readonly string[],
  now: Date,
): Promise<() => Promise<void>> {
  const today = dayOf(now, timeZone);
  const scope = { db, tenantId, publicUrl: config.publicUrl, timeZone, now };
  const inform = await informDelegators(tx, scope, keys, today);
  await disableUsers(tx, keys, today, now);
  return inform;
}

/**
 * As `leave`, for many users in few statements: ends what they can do, and hands over their open tasks or keeps them. The
 * caller makes sure that an administrator remains, and closes the accounts.
 */
export async function leaveTogether(
  tx: Tx,
  servers: Servers,
  by: Pick<Deactivator, 'tenantId' | 'timeZone'>,
  keys: readonly string[],
  tasks: 'manager' | 'keep',
  now: Date,
): Promise<void> {
  const inform = await endAccess(tx, servers, by, keys, now);
  await inform();
  if (tasks === 'keep') return;
  const left = await readLeftTasks(tx, keys);
  const departures = [...left].map(([leaverId, items]) => {
    return { items, request: { leaverId, toUserId: null, reason: null } };
  });
  await startHandOverRuns({ tx, now }, departures);
}
