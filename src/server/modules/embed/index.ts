import { sql } from 'kysely';
import { getEmbedOffer } from '../../../shared/contracts/embed.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { clientRoutes } from './clients.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';

export { clientOf } from './client-credentials.ts';
export { newSecret } from './embed.rules.ts';
export { changeSecret, insertClient, readClients, upsertReader } from './embed.store.ts';
export { assertClientsConfirm, readEmbedSettings, writeEmbedSettings } from './settings.store.ts';

/** Embedding of elements in pages of other sites. */
export const embed: ServerModule = (app, context) => {
  sessionRoutes(app, context);
  clientRoutes(app, context);
  const { publicUrl } = context.config;
  serve(app, context, getEmbedOffer, async ({ params, query, request }) => {
    const origin = query.origin ?? request.headers.origin;
    // Not cached: it decides who gets a token, and a removed origin must not get one any more.
    const { rows } = await context.db.systemTransaction((tx) =>
      sql`SELECT 1 FROM embed_origin e JOIN tenant t ON t.id = e.tenant_id
        WHERE t.slug = ${params.tenant} AND t.status = 'active' AND e.origin = ${origin ?? ''}`.execute(tx),
    );
    return { allowed: rows.length > 0, popup: `${publicUrl}/popup-login`, loader: `${publicUrl}/embed/loader.js` };
  });
};
