import { sql } from 'kysely';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import type { Why } from '../../../../shared/contracts/task-collaboration.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { toInstant } from '../../../platform/instants.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { scopeOf } from '../../processes/index.ts';
import { personRef } from '../../users/index.ts';
import { decisionRefusal } from '../access/four-eyes.ts';
import { readCallers } from '../access/task-access.store.ts';
import { toLink } from '../access/task-detail.ts';
import { findPerson, type LoadedTask, loadTask } from '../access/tasks.store.ts';
import { type TaskCall, viewerOf, visibleTask } from '../access/visible-task.ts';
import { readSnoozes } from './snooze.store.ts';
import { missingFor, reasonsFor, type WhyFacts } from './why.rules.ts';

/** Explains why the caller, or any user of the organisation for an administrator, sees the task or does not. */
export async function why(call: TaskCall, id: string, who: string | undefined): Promise<Why> {
  const { tx, session } = call;
  const viewer = viewerOf(call);
  const person = who === undefined ? undefined : await requestedUser(call, who);
  const userId = person ?? session.userId;
  const task =
    userId === session.userId
      ? await visibleTask(call, id)
      : await loadTask(tx, assertUuid(id, 'task.not_found'), viewer);
  if (!task) throw new AppError('task.not_found');
  const [caller] = await readCallers(tx, viewer, [userId]);
  if (!caller) throw new AppError('user.not_found');
  const { own } = await readSnoozes(tx, task.row.id, userId);
  const facts: WhyFacts = {
    rights: task.rights,
    status: task.row.status,
    endedAt: toInstant(task.row.ended_at),
    caller,
    actedAt: await firstAction(tx, task, userId),
    snoozedUntil: own && own.until > call.now ? own.until.toISOString() : null,
    today: viewer.today,
    managerOf: await requesterManagedBy(tx, task, userId),
    personOf: (key) => task.people.get(key),
    ruleOf: (link) => toLink(link, task.people).rule,
  };
  const missing = missingFor(facts);
  const whyNot = missing.length === 0 ? await decisionRefusal(tx, scopeOf(call), task, caller) : null;
  return {
    user: caller.person,
    listed: missing.length === 0,
    reasons: reasonsFor(facts),
    missing,
    ...(whyNot ? { whyNot } : {}),
  };
}

async function requestedUser(call: TaskCall, who: string): Promise<string> {
  const { tx, session } = call;
  if (!session.isAdmin && who !== 'me' && who !== session.userId && who.toLowerCase() !== session.username) {
    throw new AppError('access.denied');
  }
  const person = await findPerson(tx, who, session.userId);
  if (!person) throw new AppError('user.not_found');
  return person.id;
}

/** Returns the user who started the case, if the given user is their line manager. */
async function requesterManagedBy(tx: Tx, { instance }: LoadedTask, userId: string): Promise<UserRef | undefined> {
  const { rows } = await sql<{ id: string; username: string; name: string | null }>`
    SELECT u.id, u.username, u.name FROM user_manager m JOIN app_user u ON u.id = m.user_id
    WHERE m.user_id = ${instance.starterId}::uuid AND m.manager_id = ${userId}::uuid AND m.kind = 'line'`.execute(tx);
  return rows[0] && personRef(rows[0]);
}

async function firstAction(tx: Tx, { row }: LoadedTask, userId: string): Promise<string | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT at FROM process_history WHERE task_id = ${row.id}::uuid AND actor_id = ${userId}::uuid AND kind <> 'created'
    ORDER BY id LIMIT 1`.execute(tx);
  return toInstant(rows[0]?.at);
}
