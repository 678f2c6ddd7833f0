import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  confirmEmail,
  deleteEmailChange,
  postEmailChange,
  undoEmail,
} from '../../../../shared/contracts/email-change.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CallerSession } from '../../../platform/session.ts';
import type { IdentityService } from '../service.ts';
import {
  confirmEmailChange,
  type EmailCaller,
  requestEmailChange,
  undoEmailChange,
  withdrawEmailChange,
} from './email-change.ts';

/** Changes the user's own e-mail address. `isExternal`: another identity service manages accounts and addresses. */
export function emailChangeRoutes(
  app: FastifyInstance,
  context: AppContext,
  service: IdentityService,
  isExternal: boolean,
): void {
  serve(
    app,
    context,
    postEmailChange,
    async ({ session, request, body }) => {
      if (isExternal) throw new AppError('user.email_external');
      const { email, until, version } = await requestEmailChange(service, callerOf(session, request), body);
      return { pendingEmail: email, until: until.toISOString(), version };
    },
    { transaction: 'none' },
  );

  serve(
    app,
    context,
    deleteEmailChange,
    async ({ session, request }) => {
      await withdrawEmailChange(service, callerOf(session, request));
      return null;
    },
    { transaction: 'none' },
  );

  serve(app, context, confirmEmail, async ({ request, body }) => {
    await confirmEmailChange(service, { ip: request.ip, requestId: request.id }, body.token);
    return null;
  });

  serve(app, context, undoEmail, async ({ request, body }) => {
    await undoEmailChange(service, { ip: request.ip, requestId: request.id }, body.token);
    return null;
  });
}

const callerOf = ({ tenantId, userId }: CallerSession, { ip, id }: FastifyRequest): EmailCaller => ({
  tenantId,
  userId,
  ip,
  requestId: id,
});
