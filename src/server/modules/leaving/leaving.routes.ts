import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  deactivateUser,
  getHandOver,
  getSuccessor,
  getUserDependents,
  type HandOverItem,
  listHandOverItems,
  putSuccessor,
  startHandOver,
} from '../../../shared/contracts/leaving.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { toInstant } from '../../platform/instants.ts';
import type { CallerSession } from '../../platform/session.ts';
import { undoSeconds } from '../deferred-actions/index.ts';
import { readDelegators } from '../delegations/index.ts';
import { type ItemRow, listItems, readLatestRun, reasonOf } from '../runs/index.ts';
import { administeredUser } from '../signin/index.ts';
import { findManagersAbove } from '../tasks/index.ts';
import { findUser, personOfPath } from '../users/index.ts';
import { type Departure, deactivate } from './deactivate.ts';
import { handOverRun, startHandOverRun, toHandOver } from './hand-over.kind.ts';
import { countDependents, readLeftTasks, readNames, readReceivers } from './leaving.store.ts';
import { readSuccessor, writeSuccessor } from './successor.store.ts';

export function leavingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;

  serve(app, context, getUserDependents, async ({ tx, params, session, now }) => {
    const { key } = await administeredUser(tx, session, params.userId);
    const today = dayOf(now, session.timeZone);
    const [manager] = await findManagersAbove(tx, key);
    const found = manager && (await findUser(tx, { key: manager.id }));
    return {
      ...(await countDependents(tx, key, today)),
      receivers: await readReceivers(tx, key, found !== undefined),
      manager: found ? { id: found.id, key: found.key, name: found.name } : null,
      delegators: await readDelegators(tx, key, today),
    };
  });

  serve(
    app,
    context,
    deactivateUser,
    async ({ session, request, params, query }) => {
      const { tenantId, timeZone, userId } = session;
      const { reassign, successor } = query;
      const { tasks, successorId } = await db.tenantTransaction({ tenantId, userId }, async (tx) => ({
        tasks: await choiceOf(tx, session, params.userId, reassign),
        successorId:
          successor === undefined ? null : await otherThan(tx, session, params.userId, successor, '#successor'),
      }));
      await deactivate(
        context,
        { tenantId, timeZone, userId, requestId: request.id },
        async (tx) => {
          const user = await administeredUser(tx, session, params.userId, { lock: true });
          if (user.key === session.userId) throw new AppError('user.own_account');
          return user;
        },
        {
          tasks,
          successorId,
          reason: query.reason?.trim() || null,
          undoSeconds: undoSeconds(request.headers.prefer),
        },
      );
      return null;
    },
    { transaction: 'none' },
  );

  serve(app, context, getSuccessor, async ({ tx, params, session }) => {
    const { key } = await administeredUser(tx, session, params.userId);
    return { successor: await readSuccessor(tx, key) };
  });

  serve(app, context, putSuccessor, async ({ tx, params, session, body }) => {
    const { key, name, status } = await administeredUser(tx, session, params.userId, { lock: true });
    if (status !== 'disabled') throw new AppError('hand_over.active_user', { name });
    const { successor } = body;
    const successorId =
      successor === null ? null : await otherThan(tx, session, params.userId, successor, '/successor');
    await writeSuccessor(tx, key, successorId);
    return { successor: await readSuccessor(tx, key) };
  });

  serve(app, context, getHandOver, async ({ tx, params, session }) => {
    const { key } = await administeredUser(tx, session, params.userId);
    const run = await readLatestRun(tx, handOverRun, key);
    return run ? toHandOver(tx, run) : null;
  });

  serve(app, context, startHandOver, async ({ tx, params, session, body, request, now }) => {
    const user = await administeredUser(tx, session, params.userId, { lock: true });
    if (user.status !== 'disabled') throw new AppError('hand_over.active_user', { name: user.name });
    const latest = await readLatestRun(tx, handOverRun, user.key);
    if (latest && ['held', 'queued', 'running'].includes(latest.state)) throw new AppError('hand_over.running');
    const toUserId = body.to == null ? null : await receiverOf(tx, session, body.to, '/to');
    const items = (await readLeftTasks(tx, [user.key])).get(user.key) ?? [];
    if (items.length === 0) throw new AppError('hand_over.nothing', { name: user.name });
    const wanted = { leaverId: user.key, toUserId, reason: body.reason?.trim() || null };
    const run = await startHandOverRun({ tx, now }, items, wanted, undoSeconds(request.headers.prefer));
    return toHandOver(tx, run);
  });

  serve(app, context, listHandOverItems, async (call) => {
    const { tx, params, session, query, request } = call;
    const { key } = await administeredUser(tx, session, params.userId);
    const run = await readLatestRun(tx, handOverRun, key);
    if (!run) throw new AppError('hand_over.not_found');
    const { rows, next } = await listItems(call, handOverRun, run.id, query);
    return { items: await toItems(tx, rows, request), next, previous: null };
  });
}

/** Reads what `reassign` chooses; a username or key that is not an active user's is refused. */
async function choiceOf(
  tx: Tx,
  session: CallerSession,
  leaver: string,
  reassign: string | undefined,
): Promise<Departure['tasks']> {
  if (reassign === undefined || reassign === 'manager' || reassign === 'keep') return reassign;
  return { toUserId: await otherThan(tx, session, leaver, reassign, '#reassign') };
}

/** Returns the key of an active user other than the one who leaves. */
async function otherThan(
  tx: Tx,
  session: CallerSession,
  leaver: string,
  userId: string,
  pointer: string,
): Promise<string> {
  const { key } = await administeredUser(tx, session, leaver);
  const other = await receiverOf(tx, session, userId, pointer);
  if (key === other) throw invalid(pointer);
  return other;
}

/** Throws `user.not_found` or `user.disabled` unless an active user can receive tasks. */
async function receiverOf(tx: Tx, session: CallerSession, userId: string, pointer: string): Promise<string> {
  if (userId.trim() === '') throw invalid(pointer);
  const user = await findUser(tx, personOfPath(userId, session));
  if (!user || user.status === 'erased') throw new AppError('user.not_found');
  if (user.status !== 'active') throw new AppError('user.disabled', { name: user.name });
  return user.key;
}

const invalid = (pointer: string): AppError =>
  new AppError('request.invalid', {}, { errors: [{ pointer, code: 'request.invalid' }] });

async function toItems(tx: Tx, rows: readonly ItemRow[], request: FastifyRequest): Promise<HandOverItem[]> {
  const names = await readNames(
    tx,
    rows.flatMap(({ detail }) => detail?.to ?? []),
  );
  return rows.map((row) => ({
    taskId: row.item_id,
    state: row.state,
    name: row.name,
    businessKey: row.business_key,
    at: toInstant(row.done_at),
    to: (row.detail?.to ?? []).flatMap((principal) => names.get(principal) ?? []),
    ...(row.code === null ? {} : { code: row.code, title: reasonOf(row, request) }),
  }));
}
