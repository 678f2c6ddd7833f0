import { sql } from 'kysely';
import { getLanguages, getTranslationFile, type Language } from '../../../shared/contracts/session.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';

/** The language stands after the last dash: a tenant's name may have dashes itself. */
const FILE = /^([a-z][a-z0-9-]{1,30})-([a-z]{2,3})\.json$/;
const EMPTY_ETAG = '"empty"';

/** Languages of the tenant, and the public files of its texts. */
export const i18n: ServerModule = (app, context) => {
  serve(app, context, getLanguages, async ({ tx }) => {
    const { rows } = await sql<Language>`SELECT language_id AS "languageId", name, locale, enabled, version
      FROM language ORDER BY language_id`.execute(tx);
    return rows;
  });

  // The product's texts are in its bundles; these files hold what was changed since, and nothing can be changed yet.
  serve(app, context, getTranslationFile, async ({ params, reply }) => {
    if (!FILE.test(params.file)) throw new AppError('request.not_found');
    reply.header('etag', EMPTY_ETAG).header('cache-control', 'public, no-cache');
    return {};
  });
};
