import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '../../../shared/contracts/endpoint.ts';
import {
  forgotPassword,
  getIdentityConfig,
  getLoginMode,
  type IdentityConfig,
  logoutAll,
} from '../../../shared/contracts/signin.contract.ts';
import { WEB_CLIENT_ID } from '../../platform/auth/built-in-issuer.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { CognitoError } from './core/errors.ts';
import { loginName } from './core/parameters.ts';
import { isModeNotAllowed } from './modes/account-modes.ts';
import { askExternalForCode, type ExternalIdentity } from './providers/external.ts';
import { loginModeOf } from './providers/login-mode.ts';
import { beginRecovery, sendRecoveryCode, sendTemporaryPassword } from './recovery/recovery.ts';
import type { IdentityService } from './service.ts';
import * as store from './signin.store.ts';

export function signinRoutes(
  app: FastifyInstance,
  context: AppContext,
  service: IdentityService,
  external: ExternalIdentity | undefined,
): void {
  serve(
    app,
    context,
    getIdentityConfig,
    async (): Promise<IdentityConfig> => ({
      endpoint: external?.endpoint ?? '/identity/',
      clientId: external?.clientId ?? WEB_CLIENT_ID,
      preventUserExistenceErrors: service.hidesUnknownUsers ? 'ENABLED' : 'LEGACY',
    }),
  );

  serve(app, context, getLoginMode, async ({ params, request }) => {
    const admission = await service.throttle.lookup(request.ip);
    if (!admission.admitted) throw new AppError('rate.exceeded', { seconds: admission.seconds });
    const login = loginName(params.username.replaceAll('\0', ''));
    return loginModeOf(service, login);
  });

  serve(app, context, forgotPassword, async ({ body, request }) => {
    const username = body.userId.replaceAll('\0', '');
    try {
      return await (external
        ? recoverExternally(service, external, username, request.ip)
        : recover(service, loginName(username), request.ip));
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      if (error.retryAfter !== undefined) throw new AppError('rate.exceeded', { seconds: error.retryAfter });
      throw new AppError(isModeNotAllowed(error) ? 'recovery.not_allowed' : 'recovery.failed');
    }
  });

  serve(
    app,
    context,
    logoutAll,
    async ({ session, request, now }) => {
      const ended = await service.db.signinTransaction(async (tx) => {
        const accounts = await store.revokeIdentities(tx, session.tenantId, session.userId);
        return store.revokeAllOf(tx, accounts, now);
      });
      service.sessionsEnded(ended);
      context.verifier.forget({ userId: session.userId });
      await service.audit({
        verb: 'sign-out-all',
        tenantId: session.tenantId,
        userId: session.userId,
        sessionId: 'all',
        requestId: request.id,
      });
      return null;
    },
    { transaction: 'none' },
  );
}

async function recoverExternally(
  service: IdentityService,
  external: ExternalIdentity,
  username: string,
  ip: string,
): Promise<ReplyOf<typeof forgotPassword>> {
  await service.throttle.countOperation('recovery', loginName(username), ip);
  const destination = await askExternalForCode(external, username.trim());
  return { result: 'VERIFICATION_CODE_SENT', ...(destination === undefined ? {} : { destination }) };
}

/** Sends a recovery code, or a new temporary password to a user who has never signed in (LOG-17). */
async function recover(service: IdentityService, login: string, ip: string): Promise<ReplyOf<typeof forgotPassword>> {
  const user = await beginRecovery(service, login, ip);
  if (user?.status !== 'FORCE_CHANGE_PASSWORD') {
    const { Destination } = sendRecoveryCode(service, user, login);
    return { result: 'VERIFICATION_CODE_SENT', destination: Destination };
  }
  if (service.hidesUnknownUsers) {
    // The e-mail says what to do; the response is the same as for every username.
    service.inBackground(async () => void (await sendTemporaryPassword(service, user, ip)));
    return { result: 'VERIFICATION_CODE_SENT', destination: service.codes.fakeDestination(login) };
  }
  const destination = await sendTemporaryPassword(service, user, ip);
  if (destination === undefined) throw new AppError('recovery.failed');
  return { result: 'TEMP_PASSWORD_SENT', destination };
}
