import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { AttachmentRow } from './attachments.store.ts';
import { disposition } from './file-name.rules.ts';
import { rangeOf } from './range.rules.ts';

interface ContentCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly answerWith: (status: 206) => void;
}

/** A stored file under the name it has where it is served. */
export type ServedFile = Pick<AttachmentRow, 'file_id' | 'file_name' | 'media_type' | 'scan' | 'sha256' | 'size'>;

/** Types that a browser only displays. All others, including SVG and every kind of text, are downloaded. */
const INLINE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'];

/** Sends the content, or the requested range of it, so that nothing in it can act as a page of our origin. */
export async function sendContent(
  { request, reply, session, context, answerWith }: ContentCall,
  row: ServedFile,
  isDownload: boolean,
): Promise<Readable> {
  if (row.scan === 'pending') throw new AppError('file.scan_pending');
  if (row.scan === 'refused') throw new AppError('file.refused');
  const etag = `"${row.file_id}"`;
  reply
    .type(row.media_type)
    .header(
      'content-disposition',
      disposition(!isDownload && INLINE_TYPES.includes(row.media_type) ? 'inline' : 'attachment', row.file_name),
    )
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    // Cached only by the user's own browser, and revalidated each time: access can be withdrawn.
    .header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.status(304).send() as unknown as Readable;
  // A range of another version would be combined incorrectly.
  const { range: asked, 'if-range': only } = request.headers;
  const range = only === undefined || only === etag ? rangeOf(asked, row.size) : 'all';
  if (range === 'none') {
    reply.header('content-range', `bytes */${row.size}`);
    throw new AppError('file.range');
  }
  const part = range === 'all' ? undefined : range;
  const content = await context.contents.open(session.tenantId, Buffer.from(row.sha256), part);
  if (!content) {
    request.log.error({ fileId: row.file_id }, 'file content is missing');
    throw new AppError('file.not_found');
  }
  if (part) {
    answerWith(206);
    reply.header('content-range', `bytes ${part.start}-${part.end}/${row.size}`);
  }
  reply.header('content-length', part ? part.end - part.start + 1 : row.size);
  return content;
}
