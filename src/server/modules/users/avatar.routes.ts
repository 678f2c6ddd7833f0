import type { FastifyInstance } from 'fastify';
import { deleteAvatar, getAvatar, putAvatar } from '../../../shared/contracts/session.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { storeFile } from '../../platform/files.ts';
import { serve } from '../../platform/http/serve.ts';
import { findAvatar, setAvatar } from './change.store.ts';
import { readPicture } from './picture.rules.ts';
import { sendPicture } from './send-picture.ts';
import { assertMayChange, notifyProfileChanged } from './users.routes.ts';
import { personOfPath } from './users.rules.ts';
import { findUser } from './users.store.ts';

/** Profile pictures. */
export async function avatarRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  serve(app, context, getAvatar, async (call) => {
    const avatar = await findAvatar(call.tx, personOfPath(call.params.userId, call.session));
    if (!avatar) throw new AppError('file.not_found');
    return sendPicture(call, context, avatar);
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
