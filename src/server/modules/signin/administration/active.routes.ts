import type { FastifyInstance } from 'fastify';
import { reactivateUser } from '../../../../shared/contracts/people.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve.ts';
import { findUser } from '../../users/index.ts';
import { enableUsers, openAccounts } from './active.store.ts';
import { administeredUser } from './administered-user.ts';

/** Reactivates users (SEC-02). The module `leaving` deactivates them. */
export function activeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, verifier } = context;

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
