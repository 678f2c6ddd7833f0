import { sql } from 'kysely';
import { getLanguages, type Language } from '../../../shared/contracts/session.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { translationRoutes } from './translations.routes.ts';

export { readTextFiles } from './translations.store.ts';

/** Languages of the tenant, and its custom texts of the interface. */
export const i18n: ServerModule = (app, context) => {
  serve(app, context, getLanguages, async ({ tx }) => {
    const { rows } = await sql<Language>`SELECT language_id AS "languageId", name, locale, enabled, version
      FROM language ORDER BY language_id`.execute(tx);
    return rows;
  });
  translationRoutes(app, context);
};
