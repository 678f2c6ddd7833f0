import { createHash } from 'node:crypto';
import { getTenantLogo } from '../../../shared/contracts/session.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { readLogo } from './tenants.store.ts';

export { createTenant, insertTenant, readTenant, setTenantLogo } from './tenants.store.ts';

const LOGO_MAX_AGE_S = 300;

/** Organisations. Their logo is public, because the sign-in page and e-mails show it. */
export const tenants: ServerModule = (app, context) => {
  serve(app, context, getTenantLogo, async ({ params, reply }) => {
    const logo = await readLogo(context.db, context.contents, params.tenantId);
    if (!logo) throw new AppError('tenant.not_found');
    reply
      .type(logo.mediaType)
      .header('cache-control', `public, max-age=${LOGO_MAX_AGE_S}`)
      .header('etag', `"${createHash('sha256').update(logo.content).digest('base64url').slice(0, 22)}"`)
      // An SVG opened directly is a document; it must not execute anything in our origin.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin');
    return logo.content;
  });
};
