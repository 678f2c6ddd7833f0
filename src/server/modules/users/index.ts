import type { ServerModule } from '../../platform/context.ts';
import { usersRoutes } from './users.routes.ts';

export { findUser, insertPerson, type PersonDetails } from './users.store.ts';

/** People: /api/identity/users. */
export const users: ServerModule = (app, context) => usersRoutes(app, context);
