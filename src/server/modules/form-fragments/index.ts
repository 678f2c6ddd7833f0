import type { ServerModule } from '../../platform/context.ts';
import { routes } from './form-fragments.routes.ts';

/** Reusable parts of forms that an organisation saves. */
export const formFragments: ServerModule = (app, context) => {
  routes(app, context);
};
