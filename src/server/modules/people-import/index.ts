import type { ServerModule } from '../../platform/context.ts';
import { syncRoutes } from './sync.routes.ts';

export { peopleImport } from './people.import.ts';

/** Synchronisation of users by other systems, on the engine of imports. */
export const userSync: ServerModule = (app, context) => syncRoutes(app, context);
