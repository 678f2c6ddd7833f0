import type { ServerModule } from '../../platform/context.ts';
import { draftRoutes } from './drafts.routes.ts';
import { routes } from './tasks.routes.ts';

export { actOnTask, noteRefused, type Refused } from './act-on-task.ts';
export { COMPLETION, heldCompletion } from './held-completion.ts';
export { listInbox, readMatching } from './inbox.ts';
export { outcomesFor } from './task-detail.ts';
export { askerOf } from './visible.ts';

/** Tasks: the list, reading, acting, assigning. */
export const tasks: ServerModule = (app, context) => {
  routes(app, context);
  draftRoutes(app, context);
};
