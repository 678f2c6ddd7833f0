import type { ServerModule } from '../../platform/context.ts';
import { avatarRoutes } from './avatar.routes.ts';
import { usersRoutes } from './users.routes.ts';

export { avatarPath, findUser, insertPerson, type PersonDetails } from './users.store.ts';

/** People: /api/identity/users. */
export const users: ServerModule = async (app, context) => {
  usersRoutes(app, context);
  await avatarRoutes(app, context);
};
