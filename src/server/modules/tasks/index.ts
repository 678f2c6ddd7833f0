import type { ServerModule } from '../../platform/context.ts';
import { routes } from './tasks.routes.ts';

/** Tasks and the inbox. The process engine opens and cancels tasks through what stands below. */
export const tasks: ServerModule = (app, context) => {
  routes(app, context);
};

export { announceInbox } from './announce.ts';
export { projectInbox } from './inbox.projection.ts';
export { firstTaskOf } from './inbox.query.ts';
export { cancelTasks, type NewTask, openTasks, resolveTasks } from './open-tasks.ts';
