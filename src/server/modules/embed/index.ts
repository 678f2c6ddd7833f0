import { sql } from 'kysely';
import { getEmbedOffer } from '../../../shared/contracts/embed.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { clientRoutes } from './clients.routes.ts';
import { sessionRoutes } from './sessions.routes.ts';

export { newSecret } from './embed.rules.ts';
export { changeSecret, insertClient, readClients, takeReader } from './embed.store.ts';
export { assertClientsConfirm, readEmbedSettings, writeEmbedSettings } from './settings.store.ts';

/** What pages of others need to know to show our elements. */
export const embed: ServerModule = (app, context) => {
  sessionRoutes(app, context);
  clientRoutes(app, context);
  const { publicUrl } = context.config;
  serve(app, context, getEmbedOffer, async ({ params, query, request }) => {
    const origin = query.origin ?? request.headers.origin;
    // Read each time: it decides who gets a token, and an origin that was just removed must get none.
    const { rows } = await context.db.systemTransaction((tx) =>
      sql`SELECT 1 FROM embed_origin e JOIN tenant t ON t.id = e.tenant_id
        WHERE t.slug = ${params.tenant} AND t.status = 'active' AND e.origin = ${origin ?? ''}`.execute(tx),
    );
    return { allowed: rows.length > 0, popup: `${publicUrl}/popup-login`, loader: `${publicUrl}/embed/loader.js` };
  });
};
