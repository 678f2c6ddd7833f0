import type { ServerModule } from '../../platform/context.ts';
import { routes } from './mass-actions.routes.ts';

export { massAction } from './mass-action.kind.ts';

/** Completing many tasks of a kind at once: /api/mass-task-action. The work itself is a kind of `modules/runs`. */
export const massActions: ServerModule = (app, context) => {
  routes(app, context);
};
