import type { ServerModule } from '../../platform/context.ts';
import { leavingRoutes } from './leaving.routes.ts';

export { deactivate, leave, leaveTogether } from './deactivate.ts';
export { handOverRun } from './hand-over.kind.ts';
export { countLeftTasks } from './leaving.store.ts';

/** Deactivating users, and what happens to what they leave: /api/identity/users/{userId}. */
export const leaving: ServerModule = (app, context) => leavingRoutes(app, context);
