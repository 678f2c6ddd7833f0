import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '../../platform/http/problems.ts';
import { PAGE_POLICY, refusalPage } from './downloads.page.ts';

/** Responds with a page to browsers, and with problem details to programs. */
export function refuseDownload(
  error: unknown,
  languageId: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw error;
  const { title, status, language } = problemOf(error, request, languageId);
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', PAGE_POLICY)
    .header('content-language', language)
    .send(refusalPage(title, language));
}
