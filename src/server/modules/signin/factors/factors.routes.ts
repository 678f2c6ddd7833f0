import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBackupCodes, deleteUserFactor, listUserFactors } from '../../../../shared/contracts/factors.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { isOwnPath, ownAccount, userOfPath } from '../administration/account-of-path.ts';
import { countBackupCodes, replaceBackupCodes } from '../challenges/backup-codes.ts';
import { findFactor } from '../challenges/factors.store.ts';
import { listPasskeys, type StoredPasskey } from '../challenges/passkeys.store.ts';
import { modesOfAccount } from '../modes/account-modes.ts';
import type { IdentityService } from '../service.ts';
import type { IdentityUser } from '../signin.store.ts';
import { removeFactor } from './remove-factor.ts';

/**
 * Second factors of users (SEC-01), for themselves and administrators; the set-up itself is Cognito's protocol. `isExternal`:
 * another identity service keeps them.
 */
export function factorRoutes(
  app: FastifyInstance,
  context: AppContext,
  service: IdentityService,
  isExternal: boolean,
): void {
  const { db } = context;

  serve(
    app,
    context,
    listUserFactors,
    async ({ session, params }) => {
      const account = isExternal ? undefined : (await userOfPath(service, session, params.userId)).account;
      if (!account) return { isKeptHere: false, factors: [], allowsPasskeys: false, backupCodes: 0 };
      const allowsPasskeys = (await modesOfAccount(service, account)).includes('passkey');
      return db.signinTransaction(async (tx) => {
        const factor = await findFactor(tx, account.sub);
        const passkeys = (await listPasskeys(tx, account.sub)).map(shownPasskey);
        const factors = factor ? [shown(factor), ...passkeys] : passkeys;
        return { isKeptHere: true, factors, allowsPasskeys, backupCodes: await countOf(tx, account) };
      });
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    deleteUserFactor,
    async ({ session, request, params }) => {
      const isOwnFactor = isOwnPath(params.userId, session);
      const account = isExternal ? undefined : (await userOfPath(service, session, params.userId)).account;
      const actor = isOwnFactor ? ('self' as const) : { userId: session.userId };
      const removal = { actor, requestId: request.id };
      if (!account || !isUuid(params.factorId)) throw new AppError('factor.not_found');
      if (!(await removeFactor(service, account, params.factorId, removal))) throw new AppError('factor.not_found');
      return null;
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    createBackupCodes,
    async ({ session, request }) => {
      const account = isExternal ? undefined : await ownAccount(service, session);
      const codes = await db.signinTransaction(async (tx) => {
        if (!account || !(await findFactor(tx, account.sub))) throw new AppError('factor.not_found');
        return replaceBackupCodes(tx, service.codes, account.sub);
      });
      await auditCodes(service, session, request);
      return { codes };
    },
    { transaction: 'none' },
  );
}

const countOf = (tx: Tx, { sub }: IdentityUser) => countBackupCodes(tx, sub);

const shown = ({ id, name, confirmedAt, lastUsedAt }: NonNullable<Awaited<ReturnType<typeof findFactor>>>) => ({
  id,
  kind: 'totp' as const,
  name,
  addedAt: confirmedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const shownPasskey = ({ id, name, createdAt, lastUsedAt }: StoredPasskey) => ({
  id,
  kind: 'passkey' as const,
  name,
  addedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

function auditCodes(service: IdentityService, { tenantId, userId }: CallerSession, { id }: FastifyRequest) {
  return service.audit({ verb: 'backup-codes-created', tenantId, userId, sessionId: 'none', requestId: id });
}
