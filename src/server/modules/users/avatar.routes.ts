import type { FastifyInstance } from 'fastify';
import { deleteAvatar, getAvatar, putAvatar } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { storeFile } from '../../platform/files.ts';
import { serve } from '../../platform/http/serve.ts';
import { findAvatar, setAvatar } from './change.store.ts';
import { readPicture } from './picture.rules.ts';
import { assertMayChange, notifyProfileChanged } from './users.routes.ts';
import { personOfPath } from './users.rules.ts';
import { avatarVersion, findUser } from './users.store.ts';

const KEPT_S = 86_400;

/** Profile pictures. */
export async function avatarRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  serve(app, context, getAvatar, async ({ params, query, session, tx, request, reply }) => {
    const avatar = await findAvatar(tx, personOfPath(params.userId, session));
    if (!avatar) throw new AppError('file.not_found');
    const version = avatarVersion(avatar.fileId);
    const etag = `"${version}"`;
    reply
      .header('etag', etag)
      .header('cache-control', query.v === version ? `private, max-age=${KEPT_S}` : 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    const content = await context.contents.read(session.tenantId, avatar.sha256);
    if (!content) {
      request.log.error({ fileId: avatar.fileId }, 'file content is missing');
      throw new AppError('file.not_found');
    }
    // Opened directly, the picture is a document of our origin: nothing in it may execute.
    reply
      .type(avatar.mediaType)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin');
    return content;
  });

  // A separate scope for bodies other than JSON. The accepted types are decided by content.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    serve(scope, context, putAvatar, async ({ params, session, tx, request }) => {
      const user = await findUser(tx, personOfPath(params.userId, session));
      assertMayChange(session, user);
      if (user.key !== session.userId) throw new AppError('access.denied');
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const picture = readPicture(request.headers['content-type'] ?? '', bytes);
      const fileId = await storeFile(tx, context.contents, session.tenantId, { ...picture, scan: 'clean' });
      await setAvatar(tx, user.key, fileId);
      await notifyProfileChanged(tx, user.key);
      return null;
    });
  });

  serve(app, context, deleteAvatar, async ({ params, session, tx }) => {
    const user = await findUser(tx, personOfPath(params.userId, session));
    assertMayChange(session, user);
    if (user.avatar === null) return null;
    await setAvatar(tx, user.key, null);
    await notifyProfileChanged(tx, user.key);
    return null;
  });
}
