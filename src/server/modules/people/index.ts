import type { ServerModule } from '../../platform/context.ts';
import { managerRoutes } from './managers.routes.ts';

export { peopleResource } from './people.resource.ts';

/** The list of users, and who manages whom. */
export const people: ServerModule = (app, context) => managerRoutes(app, context);
