import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createBackupCodes, deleteUserFactor, listUserFactors } from '../../../../shared/contracts/factors.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { personOfPath } from '../../users/index.ts';
import { findAccount, findOwnAccount, readAdministeredUser } from '../administration/administered-user.ts';
import { countBackupCodes, replaceBackupCodes } from '../challenges/backup-codes.ts';
import { findFactor } from '../challenges/factors.store.ts';
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
      const account = isExternal ? undefined : await accountOfPath(service, session, params.userId);
      if (!account) return { isKeptHere: false, factors: [], backupCodes: 0 };
      return db.signinTransaction(async (tx) => {
        const factor = await findFactor(tx, account.sub);
        return { isKeptHere: true, factors: factor ? [shown(factor)] : [], backupCodes: await countOf(tx, account) };
      });
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    deleteUserFactor,
    async ({ session, request, params }) => {
      const isOwnFactor = isOwn(params.userId, session);
      const account = isExternal ? undefined : await accountOfPath(service, session, params.userId);
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

const ownAccount = (service: IdentityService, { tenantId, userId }: CallerSession) =>
  service.db.signinTransaction((tx) => findAccount(tx, tenantId, userId));

function isOwn(userId: string, session: CallerSession): boolean {
  const who = personOfPath(userId, session);
  return 'key' in who ? who.key === session.userId : who.username === session.username;
}

/** The account of the caller, in whichever organisation it is kept, or of a user whom the caller administers. */
async function accountOfPath(
  service: IdentityService,
  session: CallerSession,
  userId: string,
): Promise<IdentityUser | undefined> {
  if (isOwn(userId, session)) return ownAccount(service, session);
  if (!session.isAdmin) throw new AppError('access.denied');
  const { key } = await readAdministeredUser(service.db, session, userId);
  return service.db.signinTransaction((tx) => findOwnAccount(tx, session.tenantId, key));
}

function auditCodes(service: IdentityService, { tenantId, userId }: CallerSession, { id }: FastifyRequest) {
  return service.audit({ verb: 'backup-codes-created', tenantId, userId, sessionId: 'none', requestId: id });
}
