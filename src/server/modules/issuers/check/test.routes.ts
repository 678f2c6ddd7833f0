import type { FastifyInstance } from 'fastify';
import { testIssuer } from '../../../../shared/contracts/issuers.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { CheckingSender } from '../../../platform/webhook.ts';
import { administered } from '../../organisations/index.ts';
import { inTransaction } from '../transaction.ts';
import { checkProvider } from './check-provider.ts';
import { inWords } from './finding.ts';

/** The test of an identity provider: each check in words. */
export function testRoutes(app: FastifyInstance, context: AppContext, requests: CheckingSender): void {
  const { origin } = new URL(context.config.publicUrl);
  serve(
    app,
    context,
    testIssuer,
    async ({ session, request, params, body }) => {
      await inTransaction(context, { session, request }, (tx) => administered(tx, session, params.tenantId));
      const provider = {
        ...body,
        issuer: body.issuer.trim(),
        clientId: body.clientId.trim(),
        jwksUri: body.jwksUri?.trim(),
      };
      const findings = await checkProvider(provider, { requests, origin, clock: context.clock });
      return { findings: findings.map((finding) => inWords(finding, languageOf(request))) };
    },
    // Waits for another server.
    { transaction: 'none' },
  );
}
