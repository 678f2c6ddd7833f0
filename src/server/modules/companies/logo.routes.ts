import type { FastifyInstance } from 'fastify';
import { deleteCompanyLogo, getCompanyLogo, putCompanyLogo } from '../../../shared/contracts/companies.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { storeFile } from '../../platform/files.ts';
import { serve } from '../../platform/http/serve.ts';
import { isUuid } from '../../platform/uuid.ts';
import { readPicture, sendPicture } from '../users/index.ts';
import { foundCompany } from './companies.routes.ts';
import { findLogo, setLogo } from './companies.store.ts';

/** Logos of companies. */
export async function logoRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  serve(app, context, getCompanyLogo, async (call) => {
    const logo = isUuid(call.params.id) ? await findLogo(call.tx, call.params.id) : undefined;
    if (!logo) throw new AppError('file.not_found');
    return sendPicture(call, context, logo);
  });

  // A separate scope for bodies other than JSON. The accepted types are decided by content.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    serve(scope, context, putCompanyLogo, async ({ params, session, tx, request }) => {
      const { id } = await foundCompany(tx, params.id);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const picture = readPicture(request.headers['content-type'] ?? '', bytes);
      await setLogo(tx, id, await storeFile(tx, context.contents, session.tenantId, { ...picture, scan: 'clean' }));
      return null;
    });
  });

  serve(app, context, deleteCompanyLogo, async ({ params, tx }) => {
    const { id } = await foundCompany(tx, params.id);
    await setLogo(tx, id, null);
    return null;
  });
}
