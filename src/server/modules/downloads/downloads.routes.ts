import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fetchDownload, makeDownload } from '../../../shared/contracts/downloads.contract.ts';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertMayExport, assertScope } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { parseList } from '../../platform/filters.ts';
import { operationOf } from '../../platform/http/openapi.ts';
import { readReason } from '../../platform/http/reason.ts';
import { assertRecentSignIn } from '../../platform/http/recent-sign-in.ts';
import { assertMay, serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { addDownload, type Download, takeDownload } from './downloads.store.ts';
import { refuseDownload } from './refuse.ts';
import type { ListFinder, ListSource } from './source.ts';
import { fileHeaders, fileOf, languageOf } from './stream.ts';

const VALID_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;

export function routes(
  app: FastifyInstance,
  context: AppContext,
  sources: readonly ListSource[],
  find: ListFinder,
): void {
  const sourceOf = async (tx: Tx, session: CallerSession, list: string, languageId: string, now: Date) => {
    const known = sources.find(({ endpoint }) => endpoint.path === list);
    const source = known ?? (await find(tx, { db: context.db, session, language: languageOf(languageId), now }, list));
    if (!source) throw new AppError('download.not_found');
    return source;
  };

  serve(app, context, makeDownload, async ({ tx, body, session, request, now }) => {
    const source = await sourceOf(tx, session, body.list, session.languageId, now);
    assertScope(session, source.endpoint.scope);
    assertMayExport(session, source.endpoint);
    assertMay(session, source.endpoint);
    const { format = 'csv' } = body;
    if (format === 'ndjson' && !source.hasItems) throw new AppError('download.format_unknown');
    if (source.needsRecentSignIn) assertRecentSignIn(request, now);
    const columns = chosen(source, body.columns);
    const query = body.query ?? '';
    // A saved view can change before the file is fetched; the client knows its filters and sends these instead.
    if (/(^|&)view=/.test(query)) throw new AppError('filter.unknown_field', { field: 'view' });
    const list = parseList(query, source.endpoint.list, { ...session, now });
    // Errors of the list are reported here, where the user can correct the request.
    const reason = readReason(request);
    await source.open(
      tx,
      { db: context.db, session, list, language: languageOf(session.languageId), now, reason },
      columns,
    );
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + VALID_MS);
    const { languageId } = session;
    await addDownload(tx, {
      tokenSha256: hashOf(token),
      list: body.list,
      query,
      columns,
      languageId,
      format,
      expiresAt,
      reason: reason ?? null,
    });
    return { url: `/api/downloads/${token}`, expiresAt: expiresAt.toISOString() };
  });

  // Opened directly by the browser, so a refusal is a page. No HEAD, which would use up the address.
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/api/downloads/:token',
    exposeHeadRoute: false,
    schema: operationOf(fetchDownload),
    onRequest: async ({ ip }) => context.limit(ip),
    handler: async (request, reply) => {
      const { token } = request.params;
      const taken = TOKEN.test(token)
        ? await takeDownload(context.db, hashOf(token), context.clock())
        : { refused: 'not_found' as const };
      const language = taken.languageId;
      try {
        if ('refused' in taken) throw new AppError(`download.${taken.refused}`);
        return await send(request, reply, taken);
      } catch (error) {
        return refuseDownload(error, language, request, reply);
      }
    },
  });

  async function send(request: FastifyRequest, reply: FastifyReply, download: Download): Promise<FastifyReply> {
    const { tenantId, slug, userId, query } = download;
    if (download.tenantStatus !== 'active') throw new AppError('tenant.suspended', { tenant: slug });
    // Evaluated with current rights: a user who has lost the group or the account since gets nothing.
    const membership = { tenantId, slug, userId, name: slug, status: 'active', revokedBefore: null };
    const session = await readCaller(context.db, membership);
    const { columns, languageId, format } = download;
    const now = context.clock();
    const scope = { tenantId, userId, requestId: request.id };
    const { stream, fileName } = await context.db.tenantTransaction(scope, async (tx) => {
      const source = await sourceOf(tx, session, download.list, languageId, now);
      assertMay(session, source.endpoint);
      const list = parseList(query, source.endpoint.list, { ...session, now });
      const wanted = { session, list, query, columns, languageId, format, requestId: request.id };
      return fileOf(tx, context, source, { ...wanted, reason: download.reason ?? undefined });
    });
    fileHeaders(reply, fileName, format);
    return reply.send(stream);
  }
}

function chosen(source: ListSource, columns: readonly string[] | undefined): readonly string[] {
  if (columns === undefined) return source.columns;
  for (const [index, column] of columns.entries()) {
    if (source.columns.includes(column)) continue;
    const fault = { pointer: `/columns/${index}`, code: 'download.column_unknown', params: { column } } as const;
    throw new AppError('download.column_unknown', { column }, { errors: [fault] });
  }
  return [...new Set(columns)];
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
