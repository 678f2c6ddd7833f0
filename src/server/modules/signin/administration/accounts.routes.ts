import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { createUser, recoverUser, resetUserPassword } from '../../../../shared/contracts/people.contract.ts';
import type { User } from '../../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { isElement } from '../../../platform/element-scopes.ts';
import { AppError } from '../../../platform/errors.ts';
import { assertRecentSignIn } from '../../../platform/http/recent-sign-in.ts';
import { serve } from '../../../platform/http/serve.ts';
import { enqueue } from '../../../platform/outbox.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { ADMINISTRATORS } from '../../users/index.ts';
import { maskedEmail } from '../challenges/codes.ts';
import { CognitoError } from '../core/errors.ts';
import { mayRecover } from '../modes/account-modes.ts';
import { sendRecoveryCode, sendTemporaryPassword } from '../recovery/recovery.ts';
import type { IdentityService } from '../service.ts';
import * as store from '../signin.store.ts';
import { findOwnAccount, readAdministeredUser } from './administered-user.ts';
import { insertNewUser } from './create-user.ts';

interface PasswordCall {
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly userId: string;
}

/** Users and their passwords, for administrators. `isExternal`: another identity service keeps accounts and passwords. */
export function accountRoutes(
  app: FastifyInstance,
  context: AppContext,
  service: IdentityService,
  isExternal: boolean,
): void {
  serve(
    app,
    context,
    createUser,
    async ({ session, request, body, reply, now }) => {
      // Elements give no rights: the rules of users refuse the groups.
      const givesRights = !isElement(session) && body.groups?.some((id) => ADMINISTRATORS.includes(id));
      if (givesRights) assertRecentSignIn(request, now);
      const user = await insertNewUser(service.db, { session, requestId: request.id, isExternal }, body);
      if (!isExternal && body.invite !== false) {
        const account = await accountOf(service, session, user);
        if (account) await sendTemporaryPassword(service, account, request.ip);
      }
      reply.header('etag', `"${user.version}"`);
      return user;
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    resetUserPassword,
    async ({ session, request, params, now }) => {
      const call = { session, request, userId: params.userId };
      const { user, account } = await withPassword(service, call, isExternal);
      if (account.status === 'FORCE_CHANGE_PASSWORD') return invite(service, call, user, account);
      assertReachable(service, user, account);
      const ended = await service.db.signinTransaction(async (tx) => {
        await store.requirePasswordReset(tx, account.sub);
        return store.revokeAllOf(tx, [account.sub], now);
      });
      service.sessionsEnded(ended);
      context.verifier.forget({ userId: user.key });
      await auditPassword(service, call, user, 'password-reset');
      return { destination: sendRecoveryCode(service, account, account.username).Destination };
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    recoverUser,
    async ({ session, request, params }) => {
      const call = { session, request, userId: params.userId };
      const { user, account } = await withPassword(service, call, isExternal);
      if (account.status === 'FORCE_CHANGE_PASSWORD') return invite(service, call, user, account);
      assertReachable(service, user, account);
      await auditPassword(service, call, user, 'recovery-sent');
      return { destination: sendRecoveryCode(service, account, account.username).Destination };
    },
    { transaction: 'none' },
  );
}

const accountOf = (service: IdentityService, { tenantId }: CallerSession, { key }: User) =>
  service.db.signinTransaction((tx) => findOwnAccount(tx, tenantId, key));

/** Finds the user and the account, and counts the request: each one sends a message. */
async function withPassword(
  service: IdentityService,
  { session, request, userId }: PasswordCall,
  isExternal: boolean,
): Promise<{ readonly user: User; readonly account: store.IdentityUser }> {
  const user = await readAdministeredUser(service.db, session, userId);
  if (user.status === 'disabled') throw new AppError('user.disabled', { name: user.name });
  const account = isExternal ? undefined : await accountOf(service, session, user);
  if (!account) throw new AppError('password.external', { name: user.name });
  if (!(await mayRecover(service, account))) throw new AppError('password.not_allowed');
  try {
    await service.throttle.countOperation('recovery', account.username, request.ip);
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
    throw new AppError('rate.exceeded', { seconds: error.retryAfter ?? 0 });
  }
  return { user, account };
}

/** Sends a new temporary password to the address of the user, which can have changed since the last one. */
async function invite(service: IdentityService, call: PasswordCall, user: User, account: store.IdentityUser) {
  const { email } = user;
  const destination = await sendTemporaryPassword(service, { ...account, email }, call.request.ip);
  if (destination === undefined || email === null) throw new AppError('password.no_address', { name: user.name });
  await auditPassword(service, call, user, 'invitation-sent');
  return { destination: maskedEmail(email) };
}

function assertReachable(service: IdentityService, user: User, account: store.IdentityUser): void {
  if (
    account.disabled ||
    account.status === 'UNCONFIRMED' ||
    service.delivery.medium(account, 'recoveryCode') === undefined
  ) {
    throw new AppError('password.no_address', { name: user.name });
  }
}

/** Records what an administrator did with a password. Open pages of the user end when it became invalid. */
async function auditPassword(
  service: IdentityService,
  { session, request }: PasswordCall,
  user: User,
  verb: 'password-reset' | 'recovery-sent' | 'invitation-sent',
): Promise<void> {
  const scope = { tenantId: session.tenantId, userId: session.userId, requestId: request.id };
  await service.db.tenantTransaction(scope, async (tx) => {
    await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id)
      VALUES (${session.userId}::uuid, ${verb}, 'session', 'all', ${user.key}::uuid)`.execute(tx);
    if (verb !== 'password-reset') return;
    await enqueue(tx, 'live', { principals: [`u:${user.key}`], type: 'session.revoked', data: {} });
  });
}
