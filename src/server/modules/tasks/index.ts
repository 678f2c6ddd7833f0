import type { ServerModule } from '../../platform/context.ts';
import { draftRoutes } from './drafts.routes.ts';
import { routes } from './tasks.routes.ts';

export { COMPLETION, heldCompletion } from './held-completion.ts';

/** Tasks: the list, reading, acting, assigning. */
export const tasks: ServerModule = (app, context) => {
  routes(app, context);
  draftRoutes(app, context);
};
