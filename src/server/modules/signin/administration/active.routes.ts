import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { deactivateUser, reactivateUser } from '../../../../shared/contracts/people.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { ADMINISTRATORS, findUser, keepingAdministrators } from '../../users/index.ts';
import { dropLinks } from '../recovery/links.store.ts';
import * as store from '../signin.store.ts';
import { administeredUser, findOwnAccount } from './administered-user.ts';

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
        const change = () => disable(tx, user.key, dayOf(now, timeZone), now);
        await (user.groups.some((group) => ADMINISTRATORS.includes(group))
          ? keepingAdministrators(tx, change)
          : change());
        return user.key;
      });
      verifier.forget({ userId: key });
      const sessions = await db.signinTransaction(
        async (tx) => {
          await dropLinks(tx, { tenantId, userId: key }, ['email', 'email-undo']);
          const account = await findOwnAccount(tx, tenantId, key);
          if (!account) return [];
          await setDisabled(tx, account.sub, true);
          return store.revokeAllOf(tx, [account.sub], now);
        },
        { userId: session.userId, requestId: request.id },
      );
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
      const account = await db.signinTransaction(
        async (tx) => {
          const own = await findOwnAccount(tx, tenantId, key);
          if (own) await setDisabled(tx, own.sub, false);
          return own;
        },
        { userId: session.userId, requestId: request.id },
      );
      const status = account?.status === 'FORCE_CHANGE_PASSWORD' ? 'invited' : 'active';
      const user = await db.tenantTransaction(scope, async (tx) => {
        await sql`UPDATE app_user SET status = ${status} WHERE id = ${key}::uuid AND status = 'disabled'`.execute(tx);
        return (await findUser(tx, { key }))!;
      });
      verifier.forget({ userId: key });
      return user;
    },
    { transaction: 'none' },
  );
}

/** Ends what the user can do from now on; tasks and histories stay as they are. */
async function disable(tx: Tx, key: string, today: string, now: Date): Promise<void> {
  const user = sql`${key}::uuid`;
  await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${user}`.execute(tx);
  await sql`UPDATE embed_session SET revoked_at = ${now} WHERE user_id = ${user} AND revoked_at IS NULL`.execute(tx);
  const isTheirs = sql`(user_id = ${user} OR delegate_user_id = ${user}) AND removed_at IS NULL`;
  await sql`UPDATE delegation SET removed_at = ${now} WHERE ${isTheirs} AND start_date >= ${today}::date`.execute(tx);
  await sql`UPDATE delegation SET end_date = ${today}::date - 1
    WHERE ${isTheirs} AND start_date < ${today}::date AND end_date >= ${today}::date`.execute(tx);
  await enqueue(tx, 'live', { principals: [`u:${key}`], type: 'session.revoked', data: {} });
}

async function setDisabled(tx: Tx, sub: string, isDisabled: boolean): Promise<void> {
  await sql`UPDATE idn_user SET disabled = ${isDisabled} WHERE sub = ${sub}::uuid`.execute(tx);
}
