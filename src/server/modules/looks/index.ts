import type { ServerModule } from '../../platform/context.ts';
import { routes } from './looks.routes.ts';

/** Who has viewed protected data: /api/looks. */
export const looks: ServerModule = (app, context) => routes(app, context);
