import type { ServerModule } from '../../platform/context.ts';
import { routes } from './tasks.routes.ts';

/** Tasks: the list, reading, acting, assigning. */
export const tasks: ServerModule = (app, context) => {
  routes(app, context);
};
