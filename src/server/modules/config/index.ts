import type { ServerModule } from '../../platform/context.ts';
import { configRoutes } from './config.routes.ts';

/** The configuration of an organisation as one file: /api/config (BEY-22). */
export const config: ServerModule = configRoutes;
