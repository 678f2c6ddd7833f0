import type { ServerModule } from '../../platform/context.ts';
import { clientRoutes } from './clients.routes.ts';
import { scimProtocol } from './scim.routes.ts';

export { createClientOf } from './create-client.ts';

/** Provisioning of users and groups by directories: SCIM 2.0 at /scim/v2/{slug}, and its settings at /api/scim. */
export const scim: ServerModule = async (app, context) => {
  clientRoutes(app, context);
  await app.register((scope) => scimProtocol(scope, context), { prefix: '/scim/v2' });
};
