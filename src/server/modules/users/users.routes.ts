import type { FastifyInstance } from 'fastify';
import { getUser } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { personOfPath, visibleTo } from './users.rules.ts';
import { findUser } from './users.store.ts';

export function usersRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getUser, async ({ params, session, tx, reply }) => {
    const user = await findUser(tx, personOfPath(params.userId, session));
    const visible = user && visibleTo(session, user);
    if (!visible) throw new AppError('user.not_found');
    if ('version' in visible) reply.header('etag', `"${visible.version}"`);
    return visible;
  });
}
