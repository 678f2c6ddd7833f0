export { manualResources } from './lists/index.ts';

import type { ServerModule } from '../../platform/context.ts';
import { audienceRoutes } from './audience.routes.ts';
import { authoringRoutes } from './authoring.routes.ts';
import { groupRoutes } from './groups.routes.ts';

/** Manuals: what is written, who must read it, who has: /api/manuals. */
export const manuals: ServerModule = (app, context) => {
  groupRoutes(app, context);
  authoringRoutes(app, context);
  audienceRoutes(app, context);
};
