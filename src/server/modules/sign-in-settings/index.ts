import type { ServerModule } from '../../platform/context.ts';
import { signInSettingsRoutes } from './sign-in-settings.routes.ts';

export { setModes } from './command.ts';
export { modesOf } from './modes.ts';

/** How the users of an organisation sign in. */
export const signInSettings: ServerModule = async (app, context) => signInSettingsRoutes(app, context);
