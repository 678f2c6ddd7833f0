import type { ServerModule } from '../../platform/context.ts';
import { contractsResource } from './contracts/contracts.resource.ts';
import { contractRoutes } from './contracts/contracts.routes.ts';
import { documentRoutes } from './documents/documents.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { logRoutes } from './log/log.routes.ts';
import { payRoutes } from './pay/pay.routes.ts';
import { userRoutes } from './people/user.routes.ts';
import { usersResource } from './people/users.resource.ts';
import { sizeRoutes } from './sizes/sizes.routes.ts';

/** HR-01: the resources `users` and `user_contracts`; `user` and `user_health` are endpoints of their own. */
export const hrResources = [usersResource, contractsResource] as const;

/** People, contracts, pay, health checks, documents and clothes sizes, and the log of accesses to them. */
export const hr: ServerModule = (app, context) => {
  userRoutes(app, context);
  contractRoutes(app, context);
  payRoutes(app, context);
  healthRoutes(app, context);
  documentRoutes(app, context);
  sizeRoutes(app, context);
  logRoutes(app, context);
};
