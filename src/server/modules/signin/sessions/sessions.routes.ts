import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { endUserSession, listUserSessions, signOutUser } from '../../../../shared/contracts/sessions.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { sessionIdOf } from '../../../platform/http/session-id.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { continueAs } from '../../../platform/transaction-role.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { type UserOfPath, userOfPath } from '../administration/account-of-path.ts';
import type { IdentityService } from '../service.ts';
import { revokeIdentitiesHere } from '../signin.store.ts';
import { revokeSession, revokeSessionsExcept } from '../tokens/sessions.store.ts';
import { listFailures, listSessions } from './sessions.query.ts';

interface EndedSessions {
  readonly verb: 'session-ended' | 'sign-out-all';
  /** One session, `all`, or `others`: all but the caller's own. */
  readonly sessionId: string;
  readonly requestId: string;
}

/**
 * Sessions of users, for themselves and administrators. Ending one needs no recent sign-in: it gives access to no one.
 * `isExternal`: another identity service keeps them.
 */
export function sessionRoutes(
  app: FastifyInstance,
  context: AppContext,
  service: IdentityService,
  isExternal: boolean,
): void {
  const { db } = context;

  async function find(session: CallerSession, userId: string): Promise<UserOfPath> {
    const found = await userOfPath(service, session, userId);
    return isExternal ? { ...found, account: undefined } : found;
  }

  serve(
    app,
    context,
    listUserSessions,
    async ({ session, params, request, now }) => {
      const { account } = await find(session, params.userId);
      if (!account) return { isKeptHere: false, sessions: [], failures: [] };
      const current = sessionIdOf(request);
      const { rows, failed } = await db.signinTransaction(async (tx) => ({
        rows: await listSessions(tx, { sub: account.sub, current, now }),
        failed: await listFailures(tx, account),
      }));
      const sessions = rows.map(({ startedAt, lastUsedAt, ...row }) => ({
        ...row,
        startedAt: startedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        isCurrent: row.id === current,
      }));
      const failures = failed.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
      return { isKeptHere: true, sessions, failures };
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    endUserSession,
    async ({ session, params, request, now }) => {
      const user = await find(session, params.userId);
      const { sessionId: familyId } = params;
      const sub = user.account?.sub;
      if (sub === undefined || !isUuid(familyId)) throw new AppError('session.not_found');
      await db.signinTransaction(async (tx) => {
        if (!(await revokeSession(tx, { familyId, sub }, now))) throw new AppError('session.not_found');
        await audit(tx, session, user, { verb: 'session-ended', sessionId: familyId, requestId: request.id });
      });
      service.sessionsEnded([familyId]);
      return null;
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    signOutUser,
    async ({ session, params, request, now }) => {
      const user = await find(session, params.userId);
      const { account, isOwn, userId } = user;
      const current = isOwn ? sessionIdOf(request) : undefined;
      const ended = await db.signinTransaction(async (tx) => {
        const families = account ? await revokeSessionsExcept(tx, { sub: account.sub, current, now }) : undefined;
        // A caller who signed in at another provider would lose the own session.
        if (!isOwn || families?.isCurrentKept) await revokeIdentitiesHere(tx, session.tenantId, userId);
        const sessionId = isOwn ? 'others' : 'all';
        await audit(tx, session, user, { verb: 'sign-out-all', sessionId, requestId: request.id });
        return families?.ended ?? [];
      });
      service.sessionsEnded(ended);
      if (!isOwn) context.verifier.forget({ userId });
      return { ended: ended.length };
    },
    { transaction: 'none' },
  );
}

/** Records who ended whose sessions. The transaction continues as the caller's tenant. */
async function audit(
  tx: Tx,
  { tenantId, userId }: CallerSession,
  { userId: subject }: UserOfPath,
  { verb, sessionId, requestId }: EndedSessions,
): Promise<void> {
  await continueAs(tx, { tenantId, userId, requestId });
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id)
    VALUES (${userId}::uuid, ${verb}, 'session', ${sessionId}, ${subject}::uuid)`.execute(tx);
}
