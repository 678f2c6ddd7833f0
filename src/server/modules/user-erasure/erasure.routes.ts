import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  approveUserErasure,
  getUserErasure,
  requestUserErasure,
  type UserErasure,
  withdrawUserErasure,
} from '../../../shared/contracts/user-erasure.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { administeredUser } from '../signin/index.ts';
import * as store from './erasure.store.ts';
import { countKept } from './kept.query.ts';

/** Erasing users: requested by one administrator, approved by another. */
export function erasureRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getUserErasure, async ({ tx, session, params }) => {
    const { key } = await administeredUser(tx, session, params.userId);
    return read(tx, session, key);
  });

  serve(app, context, requestUserErasure, async ({ tx, session, params, body, now }) => {
    const key = await erasableUser(tx, session, params.userId);
    const reason = body.reason.trim();
    if (!(await store.insertRequest(tx, { userId: key, askedBy: session.userId, reason, now }))) {
      throw new AppError('erasure.requested');
    }
    await audit(tx, session, key, 'erasure-requested', reason);
    return read(tx, session, key);
  });

  serve(app, context, approveUserErasure, async ({ tx, session, params, now }) => {
    const key = await erasableUser(tx, session, params.userId);
    const open = await store.readRequest(tx, key);
    if (!open) throw new AppError('erasure.not_found');
    if (open.askedBy === session.userId) throw new AppError('erasure.needs_second_person');
    if (open.state === 'asked') {
      await store.approve(tx, open.id, session.userId, now);
      await audit(tx, session, key, 'erasure-approved', null);
    }
    return read(tx, session, key);
  });

  serve(app, context, withdrawUserErasure, async ({ tx, session, params }) => {
    const { key } = await administeredUser(tx, session, params.userId);
    const open = await store.readRequest(tx, key);
    if (open?.state !== 'asked') throw new AppError('erasure.not_found');
    await store.withdraw(tx, open.id);
    await audit(tx, session, key, 'erasure-withdrawn', null);
    return null;
  });
}

/** Locks a user who can be erased. Throws `erasure.active_user`, `user.own_account`. */
async function erasableUser(tx: Tx, session: CallerSession, userId: string): Promise<string> {
  const { key, name, status } = await administeredUser(tx, session, userId, { lock: true });
  if (key === session.userId) throw new AppError('user.own_account');
  if (status !== 'disabled') throw new AppError('erasure.active_user', { name });
  return key;
}

async function read(tx: Tx, session: CallerSession, key: string): Promise<UserErasure> {
  const open = await store.readRequest(tx, key);
  return {
    state: open?.state ?? null,
    reason: open?.reason ?? null,
    askedBy: open?.by ?? null,
    askedAt: open?.askedAt.toISOString() ?? null,
    isOwn: open?.askedBy === session.userId,
    kept: await countKept(tx, key),
  };
}

async function audit(tx: Tx, session: CallerSession, key: string, verb: string, note: string | null): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id, note)
    VALUES (${session.userId}::uuid, ${verb}, 'app_user', ${key}, ${key}::uuid, ${note})`.execute(tx);
}
