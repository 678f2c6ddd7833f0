import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertMayExport } from '../../platform/element-scopes.ts';
import { readReason } from '../../platform/http/reason.ts';
import { assertRecentSignIn } from '../../platform/http/recent-sign-in.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { FileFormat, ListSource } from './source.ts';
import { fileHeaders, fileOf } from './stream.ts';

interface ListCall {
  readonly tx: Tx;
  readonly context: AppContext;
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly list: ListQuery;
}

const CSV = /(^|[\s,])text\/csv\b/;
const NDJSON = /(^|[\s,])application\/x-ndjson\b/;

function formatOf({ headers: { accept = '' } }: FastifyRequest, { hasItems }: ListSource): FileFormat | undefined {
  if (CSV.test(accept)) return 'csv';
  return hasItems && NDJSON.test(accept) ? 'ndjson' : undefined;
}

/**
 * Returns the list as a file with all rows and columns if the request accepts `text/csv`, or `application/x-ndjson` where the
 * list has it; undefined if it wants a page. Throws `session.too_old`.
 */
export async function asFile(call: ListCall, source: ListSource): Promise<never | undefined> {
  const { request, reply, tx, context, session, list } = call;
  const format = formatOf(request, source);
  if (format === undefined) return undefined;
  assertMayExport(session, source.endpoint);
  if (source.needsRecentSignIn) assertRecentSignIn(request, context.clock());
  const query = request.raw.url?.split('?')[1] ?? '';
  const wanted = { session, list, query, columns: source.columns, languageId: session.languageId, format };
  const { stream, fileName } = await fileOf(tx, context, source, {
    ...wanted,
    requestId: request.id,
    reason: readReason(request),
  });
  fileHeaders(reply, fileName, format);
  // `serve` passes a stream through unchanged.
  return stream as never;
}
