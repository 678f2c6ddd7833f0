import type { ServerModule } from '../../platform/context.ts';
import { routes } from './status-changes.routes.ts';

export { statusChangeRun } from './status-change.kind.ts';

/** Changing the status of many records of a registry: /api/status-changes. The work itself is a kind of `modules/runs`. */
export const statusChanges: ServerModule = (app, context) => routes(app, context);
