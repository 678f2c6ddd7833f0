import type { FastifyInstance } from 'fastify';
import { tryIssuer } from '../../../../shared/contracts/issuers.contract.ts';
import { documentReader } from '../../../platform/auth/provider-requests.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CheckingSender } from '../../../platform/webhook.ts';
import { administered, inSignin } from '../../organisations/index.ts';
import * as store from '../issuers.store.ts';
import { inTransaction } from '../transaction.ts';
import { tryToken } from './try-token.ts';

/** What a sign-in by a provider would do, for the token of a sign-in in a window of its own. */
export function tryRoutes(app: FastifyInstance, context: AppContext, requests: CheckingSender): void {
  const readDocument = documentReader(requests);
  serve(
    app,
    context,
    tryIssuer,
    async ({ session, request, params, body }) => {
      const row = await inTransaction(context, { session, request }, async (tx) => {
        const tenant = await administered(tx, session, params.tenantId);
        const read = () => store.readIssuers(tx, tenant.tenantId, params.name);
        return (await inSignin(tx, session, tenant, read))[0];
      });
      if (!row) throw new AppError('provider.not_found', { name: params.name.slice(0, 40) });
      return tryToken(context, row, { token: body.idToken, readDocument });
    },
    // Waits for the provider's keys.
    { transaction: 'none' },
  );
}
