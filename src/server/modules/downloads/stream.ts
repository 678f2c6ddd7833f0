import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { LARGE_EXPORT_ROWS } from '../../../shared/contracts/alert-kinds.ts';
import { DEFAULT_LANGUAGE, type LanguageId } from '../../../shared/contracts/constants.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { languageOf as supportedLanguage } from '../../../shared/locale/language.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/content/csv.ts';
import type { AppContext } from '../../platform/context.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import { recordLook } from '../../platform/record-look.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { FileFormat, ListReader, ListSource } from './source.ts';

/** Entities of lists that consist of users. */
const LISTS_OF_USERS: ReadonlySet<string> = new Set(['people', 'group_members']);

export interface StreamedFile {
  readonly session: CallerSession;
  readonly list: ListQuery;
  /** As it was sent, for the audit log. */
  readonly query: string;
  /** Of CSV files; one of JSON lines has everything. */
  readonly columns: readonly string[];
  readonly format: FileFormat;
  readonly languageId: string;
  readonly requestId: string;
  /** From the header of the request that asked for the file. */
  readonly reason?: string | undefined;
}

/** Longer than a list request may take: no user is waiting for the first row of the next batch. */
const BATCH_MS = 30_000;

/**
 * Creates the file of a list and records it in the audit log in `tx`. Rows are read batch by batch in separate
 * transactions, only as fast as the client receives them; reading stops when the client disconnects.
 */
export async function fileOf(
  tx: Tx,
  context: AppContext,
  source: ListSource,
  wanted: StreamedFile,
): Promise<{ stream: Readable; fileName: string }> {
  const { session, columns, requestId, reason } = wanted;
  const language = languageOf(wanted.languageId);
  const now = context.clock();
  const { after: _, before: __, ...list } = wanted.list;
  const reader = await source.open(tx, { db: context.db, session, list, language, now, reason }, columns);
  await sql`INSERT INTO audit_log (actor_id, request_id, verb, entity, entity_id, after) VALUES (${session.userId}::uuid, ${requestId},
    'export', ${source.entity}, ${source.endpoint.path}, ${json({ query: wanted.query, ...(wanted.format === 'csv' ? { columns } : { format: wanted.format }) })}::jsonb)`.execute(
    tx,
  );
  if (LISTS_OF_USERS.has(source.entity)) await recordLook(tx, { kind: source.entity, entityId: source.endpoint.path });
  const headings = columns.map((column) => source.heading(column, language));
  const stream = Readable.from(lines(context, wanted, source.entity, headings, reader), { highWaterMark: 1 });
  return { stream, fileName: `${source.title(language)} ${dayOf(now, session.timeZone)}.${wanted.format}` };
}

async function* lines(
  { db }: AppContext,
  { session: { tenantId, userId }, requestId, format }: StreamedFile,
  entity: string,
  headings: readonly string[],
  reader: ListReader,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(headings);
  const scope = { tenantId, userId, requestId, timeoutMs: BATCH_MS };
  for (let isLast = false, rows = 0; !isLast; ) {
    const batch = await db.tenantTransaction(scope, async (tx) => {
      const read = await reader.read(tx);
      const isLarge = rows + read.rows.length > LARGE_EXPORT_ROWS;
      if (isLarge && rows <= LARGE_EXPORT_ROWS) await recordLargeExport(tx, entity);
      return read;
    });
    isLast = batch.isLast;
    rows += batch.rows.length;
    const lines =
      format === 'csv' ? batch.rows.map(csvLine) : (batch.items ?? []).map((item) => `${JSON.stringify(item)}\n`);
    if (lines.length > 0) yield lines.join('');
  }
}

/** Recorded before the rows that make it large are sent. How many an export has is not known when it begins. */
async function recordLargeExport(tx: Tx, entity: string): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, request_id, verb, entity, entity_id)
    VALUES (me(), NULLIF(current_setting('app.request_id', true), ''), 'large-export', ${entity}, ${LARGE_EXPORT_ROWS}::text)`.execute(
    tx,
  );
}

/** Headers that make a browser save a file under a name in any script. */
export function fileHeaders(reply: FastifyReply, fileName: string, format: FileFormat): void {
  const ascii = fileName.replaceAll(/[^\w .-]/g, '_');
  reply
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`);
}

export function languageOf(languageId: string): LanguageId {
  return supportedLanguage(languageId) ?? DEFAULT_LANGUAGE;
}
