import type { FastifyInstance } from 'fastify';
import { getHrUser } from '../../../../shared/contracts/hr-users.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { openPart } from '../access.ts';
import { factsOf, readViewer } from '../rights.query.ts';
import { rightOn } from '../rights.rules.ts';
import { readHrUsers } from './users.store.ts';

/** HR-01: one user. A user whom the caller may not see does not exist. */
export function userRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getHrUser, async (call) => {
    const { tx, params, session, now } = call;
    const { subject } = await openPart(call, params.userId, 'user', 'read').catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'access.denied' ? new AppError('user.not_found') : error;
    });
    const viewer = await readViewer(tx, session.userId, [subject.key]);
    if (rightOn('contracts', factsOf(viewer, subject.key))) await openPart(call, subject.key, 'contracts', 'read');
    const [user] = await readHrUsers(tx, { session, today: dayOf(now, session.timeZone), viewer }, [subject.key]);
    if (!user) throw new AppError('user.not_found');
    return user;
  });
}
