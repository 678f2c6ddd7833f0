import type { FastifyInstance } from 'fastify';
import { framedPageOf } from '../../../shared/contracts/menu.rules.ts';
import { getMenuFrame } from '../../../shared/contracts/menus.contract.ts';
import type { MenuItem } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { EXPIRED_POLICY, expiredPage, framePage, framePolicy } from './frame.page.ts';
import { createFramedPages } from './framed-page.ts';
import { menuTree } from './menus.rules.ts';
import { readMenu } from './menus.store.ts';

/** Pages of other systems inside the application (PRV-02). */
export function frameRoutes(app: FastifyInstance, context: AppContext): void {
  const pages = createFramedPages(context.config.masterKey);
  const { origin } = new URL(context.config.publicUrl);

  serve(app, context, getMenuFrame, async ({ tx, params, session, now }) => {
    const item = entryOf(
      menuTree(await readMenu(tx, { db: context.db, tenantId: session.tenantId }), session),
      params.id,
    );
    const page = item?.meta.page === 'embed' ? framedPageOf(item.meta.params) : null;
    if (!page || new URL(page.url).origin === origin) throw new AppError('menu.not_found');
    return { address: `/frame?page=${pages.sign(page, now)}`, url: page.url };
  });

  app.get('/frame', { schema: { hide: true } }, async (request, reply) => {
    const { page: signed } = request.query as { page?: unknown };
    const page = typeof signed === 'string' ? pages.read(signed, context.clock()) : undefined;
    return reply
      .status(page ? 200 : 410)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('content-security-policy', page ? framePolicy(page) : EXPIRED_POLICY)
      .send(page ? framePage(page) : expiredPage(languageOf(request)));
  });
}

function entryOf(items: readonly MenuItem[], id: string): MenuItem | undefined {
  for (const item of items) {
    const match = item.id === id ? item : entryOf(item.children as MenuItem[], id);
    if (match) return match;
  }
  return undefined;
}
