import type { FastifyInstance } from 'fastify';
import {
  getIdentityConfig,
  getLoginMode,
  type IdentityConfig,
  type LoginMode,
  logoutAll,
} from '../../../shared/contracts/signin.contract.ts';
import { WEB_CLIENT_ID } from '../../platform/auth/built-in-issuer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { loginName } from './parameters.ts';
import type { IdentityService } from './service.ts';
import * as store from './signin.store.ts';

export function signinRoutes(app: FastifyInstance, context: AppContext, service: IdentityService): void {
  serve(
    app,
    context,
    getIdentityConfig,
    async (): Promise<IdentityConfig> => ({
      endpoint: '/identity/',
      clientId: WEB_CLIENT_ID,
      preventUserExistenceErrors: service.hidesUnknownUsers ? 'ENABLED' : 'LEGACY',
    }),
  );

  serve(app, context, getLoginMode, async ({ params, request }) => {
    const admission = await service.throttle.lookup(request.ip);
    if (!admission.admitted) throw new AppError('rate.exceeded', { seconds: admission.seconds });
    const login = loginName(params.username.replaceAll('\0', ''));
    return service.db.signinTransaction((tx) => loginModeOf(tx, login, service.hidesUnknownUsers));
  });

  serve(
    app,
    context,
    logoutAll,
    async ({ session, request, now }) => {
      const ended = await service.db.signinTransaction(async (tx) => {
        const accounts = await store.revokeIdentities(tx, session.tenantId, session.userId, now);
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

/** Unknown names answer like known ones; only a pending reset shows, and not where names are hidden. */
async function loginModeOf(tx: Tx, login: string, hidesUnknownUsers: boolean): Promise<LoginMode> {
  const domain = login.includes('@') ? login.slice(login.lastIndexOf('@') + 1) : undefined;
  const idpName = domain && (await store.findIssuerOfDomain(tx, domain));
  if (idpName) return { loginMode: 'SSO', idpName };
  const user = await store.findByLogin(tx, login);
  const isReset = user?.status === 'RESET_REQUIRED' && !hidesUnknownUsers;
  return { loginMode: isReset ? 'reset' : 'password', idpName: null };
}
