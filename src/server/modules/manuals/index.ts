import type { ServerModule } from '../../platform/context.ts';
import { audienceRoutes } from './audience.routes.ts';
import { authoringRoutes } from './authoring.routes.ts';
import { groupRoutes } from './groups.routes.ts';
import { reportRoutes } from './lists/report.routes.ts';
import { reading } from './reading/index.ts';

export { manualResources } from './lists/index.ts';
export { CONFIRMATION, handleReceipts, heldConfirmation, verifyChain } from './reading/index.ts';

/** Manuals: what is written, who must read it, who has, and the proof of it: /api/manuals. */
export const manuals: ServerModule = (app, context) => {
  groupRoutes(app, context);
  authoringRoutes(app, context);
  audienceRoutes(app, context);
  reading(app, context);
  reportRoutes(app, context);
};
