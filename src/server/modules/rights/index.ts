import type { ServerModule } from '../../platform/context.ts';
import { rightsRoutes } from './rights.routes.ts';

export { readRightSettings } from './settings.store.ts';

/** What the groups grant, and why a user has a right: /api/rights. */
export const rights: ServerModule = (app, context) => rightsRoutes(app, context);
