import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertMayExport } from '../../platform/element-scopes.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { ListSource } from './source.ts';
import { fileHeaders, fileOf } from './stream.ts';

interface ListCall {
  readonly tx: Tx;
  readonly context: AppContext;
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly list: ListQuery;
}

/** Returns the list as a file with all rows and columns if the request accepts `text/csv`; undefined if it wants a page. */
export async function asFile(call: ListCall, source: ListSource): Promise<never | undefined> {
  const { request, reply, tx, context, session, list } = call;
  if (!/(^|[\s,])text\/csv\b/.test(request.headers.accept ?? '')) return undefined;
  assertMayExport(session, source.endpoint);
  const query = request.raw.url?.split('?')[1] ?? '';
  const wanted = { session, list, query, columns: source.columns, languageId: session.languageId };
  const { stream, fileName } = await fileOf(tx, context, source, { ...wanted, requestId: request.id });
  fileHeaders(reply, fileName);
  // `serve` passes a stream through unchanged.
  return stream as never;
}
