import type { ServerModule } from '../../platform/context.ts';
import { groupRoutes } from './groups.routes.ts';
import { memberRoutes } from './members.routes.ts';

export { groupsImport } from './groups.import.ts';
export { groupsResource } from './groups.resource.ts';
export { insertGroup, removeGroup, updateGroup, usesOfGroup } from './groups.store.ts';
export { groupMembersResource } from './members.resource.ts';

/** Groups of users and their members: /api/identity/groups. */
export const groups: ServerModule = (app, context) => {
  groupRoutes(app, context);
  memberRoutes(app, context);
};
