import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { avatarVersion } from './users.store.ts';

const KEPT_S = 86_400;

interface PictureRequest {
  readonly query: { readonly v?: string };
  readonly session: { readonly tenantId: number };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Sends a stored picture; its version lets browsers keep it. Throws file.not_found if its content is missing. */
export async function sendPicture(
  { query, session, request, reply }: PictureRequest,
  { contents }: Pick<AppContext, 'contents'>,
  picture: { readonly fileId: string; readonly mediaType: string; readonly sha256: Buffer },
): Promise<unknown> {
  const version = avatarVersion(picture.fileId);
  const etag = `"${version}"`;
  reply
    .header('etag', etag)
    .header('cache-control', query.v === version ? `private, max-age=${KEPT_S}` : 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  const content = await contents.read(session.tenantId, picture.sha256);
  if (!content) {
    request.log.error({ fileId: picture.fileId }, 'file content is missing');
    throw new AppError('file.not_found');
  }
  // Opened directly, the picture is a document of our origin: nothing in it may execute.
  reply
    .type(picture.mediaType)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin');
  return content;
}
