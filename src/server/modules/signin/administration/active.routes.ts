import type { FastifyInstance } from 'fastify';
import { deactivateUser, reactivateUser } from '../../../../shared/contracts/people.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { ADMINISTRATORS, findUser, keepingAdministrators } from '../../users/index.ts';
import { closeAccounts, disableUsers, enableUsers, openAccounts } from './active.store.ts';
import { administeredUser } from './administered-user.ts';

/** Deactivates and reactivates users (SEC-02). Every server refuses a deactivated user as soon as it is notified. */
export function activeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, verifier } = context;

  serve(
    app,
    context,
    deactivateUser,
    async ({ session, request, params, now }) => {
      const { tenantId, timeZone } = session;
      const scope = { tenantId, userId: session.userId, requestId: request.id };
      const key = await db.tenantTransaction(scope, async (tx) => {
        const user = await administeredUser(tx, session, params.userId, { lock: true });
        if (user.key === session.userId) throw new AppError('user.own_account');
        if (user.status === 'disabled') return user.key;
        const change = () => disableUsers(tx, [user.key], dayOf(now, timeZone), now);
        await (user.groups.some((group) => ADMINISTRATORS.includes(group))
          ? keepingAdministrators(tx, change)
          : change());
        return user.key;
      });
      verifier.forget({ userId: key });
      const sessions = await db.signinTransaction((tx) => closeAccounts(tx, tenantId, [key], now), {
        userId: session.userId,
        requestId: request.id,
      });
      verifier.forget({ sessions });
      return null;
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    reactivateUser,
    async ({ session, request, params }) => {
      const { tenantId } = session;
      const scope = { tenantId, userId: session.userId, requestId: request.id };
      const { key } = await db.tenantTransaction(scope, (tx) => administeredUser(tx, session, params.userId));
      const invited = await db.signinTransaction((tx) => openAccounts(tx, tenantId, [key]), {
        userId: session.userId,
        requestId: request.id,
      });
      const user = await db.tenantTransaction(scope, async (tx) => {
        await enableUsers(tx, [key], invited);
        return (await findUser(tx, { key }))!;
      });
      verifier.forget({ userId: key });
      return user;
    },
    { transaction: 'none' },
  );
}
