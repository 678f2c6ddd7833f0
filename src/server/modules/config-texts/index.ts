import type { ServerModule } from '../../platform/context.ts';
import { configTextRoutes } from './config-texts.routes.ts';
import { followDictionaries } from './dictionary.ts';

export { writeConfigTexts } from './config-texts.store.ts';
export { cachedChange, dictionaryOf, translated } from './dictionary.ts';
export { type PartTexts, withTexts } from './parts.rules.ts';

/** Translations of what an organisation configured: /api/i18n/configuration (BEY-27). */
export const configTexts: ServerModule = async (app, context) => {
  configTextRoutes(app, context);
  app.addHook('onClose', await followDictionaries(context.db));
};
