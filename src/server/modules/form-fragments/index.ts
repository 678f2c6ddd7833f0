import type { ServerModule } from '../../platform/context.ts';
import { routes } from './form-fragments.routes.ts';

/** Parts of forms that an organisation keeps to insert them again. */
export const formFragments: ServerModule = (app, context) => {
  routes(app, context);
};
