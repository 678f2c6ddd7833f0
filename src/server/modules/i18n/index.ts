import type { ServerModule } from '../../platform/context.ts';
import { languageRoutes } from './languages.routes.ts';
import { followTexts } from './server-texts.ts';
import { translationRoutes } from './translations.routes.ts';

export { readAddedLanguages, readLanguages, removeLanguage, usesOfLanguage } from './languages.store.ts';
export { readTextFiles } from './translations.store.ts';

/** Languages of the tenant, and its custom texts of the interface. */
export const i18n: ServerModule = async (app, context) => {
  languageRoutes(app, context);
  translationRoutes(app, context);
  const stop = await followTexts(context);
  app.addHook('onClose', stop);
};
