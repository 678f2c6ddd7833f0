import type { FastifyInstance } from 'fastify';
import { createProviderRequests } from '../../platform/auth/provider-requests.ts';
import type { AppContext, ServerModule } from '../../platform/context.ts';
import { testRoutes } from './check/test.routes.ts';
import { issuerRoutes } from './issuers.routes.ts';
import { tryRoutes } from './trial/try.routes.ts';

export { testProvider, testSavedProvider } from './check/test-provider.ts';

/** Identity providers of organisations. */
export const issuers: ServerModule = (app: FastifyInstance, context: AppContext) => {
  const requests = createProviderRequests(context.config.identityPrivateHosts);
  issuerRoutes(app, context, requests);
  testRoutes(app, context, requests);
  tryRoutes(app, context, requests);
};
