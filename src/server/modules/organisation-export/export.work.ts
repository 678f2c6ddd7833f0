import { EXPORT_HOURS } from '../../../shared/contracts/organisation-export.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { deleteFiles, storeFile } from '../../platform/files.ts';
import { enqueue } from '../../platform/outbox.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { readyMail } from './export.mails.ts';
import * as store from './export.store.ts';
import { type ExportedTable, readRows, readTables } from './tables.query.ts';

export type ExportContext = Pick<AppContext, 'db' | 'contents' | 'clock' | 'log' | 'config'>;

/** Time for which one transaction reads, so that others get the connection of the embedded database. */
const SLICE_MS = 400;
/** Wanted size of a part. */
const PART_BYTES = 4_000_000;
const ROWS_MIN = 20;
const ROWS_MAX = 2000;

/**
 * Reads the next tables of one export that is due, in a transaction with its progress: a killed server loses one slice, and
 * any server continues. Returns whether there was anything to do.
 */
export async function workOnExports(context: ExportContext, id?: string): Promise<boolean> {
  let export_: store.ExportRow | undefined;
  try {
    return await context.db.systemTransaction(async (tx) => {
      export_ = await store.lockDue(tx, id);
      if (!export_) return false;
      await slice(tx, context, export_);
      return true;
    });
  } catch (error) {
    if (!export_ || error instanceof DatabaseUnavailableError) throw error;
    const failed = export_;
    context.log.error({ err: error, export: failed.id, tenant: failed.tenantId }, 'exporting an organisation failed');
    await context.db.systemTransaction((tx) => store.postponeExport(tx, failed, context.clock()));
    return true;
  }
}

async function slice(tx: Tx, context: ExportContext, export_: store.ExportRow): Promise<void> {
  const { id, tenantId } = export_;
  await continueAs(tx, { tenantId, userId: null });
  const tables = await readTables(tx);
  const end = performance.now() + SLICE_MS;
  let { atTable, cursor } = export_;
  let rows = 0;
  let bytes = 0;
  let limit = ROWS_MIN;
  let table = cursor ? tables.find(({ name }) => name === atTable) : nextOf(tables, atTable);
  while (table && performance.now() < end && bytes < PART_BYTES) {
    const read = await readRows(tx, table, cursor, limit);
    const content = Buffer.from(read.lines.map((line) => `${line}\n`).join(''));
    await storePart(tx, context, export_, table, content, read.lines.length);
    rows += read.lines.length;
    bytes += content.length;
    limit = nextLimit(limit, content.length, read.lines.length);
    atTable = table.name;
    cursor = read.next;
    if (!cursor) {
      table = nextOf(tables, atTable);
      limit = ROWS_MIN;
    }
  }
  const tablesDone = table ? tables.indexOf(table) : tables.length;
  await store.saveProgress(tx, id, { atTable, cursor, rows, bytes, tablesDone, tableCount: tables.length });
  if (!table) await store.finishExport(tx, id, finishTimes(context.clock()));
  await announce(tx, context, (await store.readExport(tx, id))!);
}

/** The catalogue sorts by bytes; a table that an upgrade added behind the current one is read too. */
const nextOf = (tables: readonly ExportedTable[], after: string): ExportedTable | undefined =>
  tables.find(({ name }) => name > after);

/** Rows are small in most tables, and texts of manuals large: the next part is as many rows as fit. */
function nextLimit(limit: number, bytes: number, rows: number): number {
  if (rows === 0) return limit;
  return Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.floor(PART_BYTES / (bytes / rows)), limit * 10));
}

async function storePart(
  tx: Tx,
  { contents }: ExportContext,
  { id, tenantId }: store.ExportRow,
  { name }: ExportedTable,
  content: Buffer,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  const file = { content, mediaType: 'application/x-ndjson', scan: 'clean' } as const;
  const fileId = await storeFile(tx, contents, tenantId, file);
  await store.insertPart(tx, id, { tableName: name, fileId, rows, size: content.length });
}

const finishTimes = (now: Date) => ({ now, expiresAt: new Date(now.getTime() + EXPORT_HOURS * 3_600_000) });

/** Notifies the user who started it: of progress by a live event, and of the end by e-mail. */
async function announce(tx: Tx, { config }: ExportContext, export_: store.ExportRow): Promise<void> {
  const { askedBy, askedIn, tenantId } = export_;
  if (askedBy === null || askedIn === null) return;
  const name = export_.state === 'ready' ? await store.readOrganisationName(tx) : null;
  await continueAs(tx, { tenantId: askedIn, userId: null });
  const { id, state, tablesDone, tableCount } = export_;
  const data = { id, state, done: tablesDone, total: tableCount };
  await enqueue(tx, 'live', { principals: [`u:${askedBy}`], type: 'export.progress', data });
  if (name === null) return;
  const recipient = await store.readRecipient(tx, askedBy);
  const path = tenantId === askedIn ? '/settings/organisation' : `/settings/organisations/${name.slug}`;
  if (recipient) await enqueue(tx, 'mail', readyMail(recipient, name.name, `${config.publicUrl}${path}`));
}

/** Deletes the parts of an export and their content at once: everything about the organisation is in them. */
export async function removeParts(
  { db, contents }: Pick<ExportContext, 'db' | 'contents'>,
  { tenantId, id }: { readonly tenantId: number; readonly id: string },
): Promise<void> {
  const ids = await db.tenantTransaction({ tenantId, userId: null }, (tx) => store.readPartFiles(tx, id));
  await deleteFiles({ db, contents }, tenantId, ids, async (tx) => {
    await store.deleteParts(tx, id);
    await store.endExport(tx, id);
  });
}

/** Removes exports that were not downloaded in time, and what remained of others. */
export async function expireExports(context: ExportContext): Promise<boolean> {
  const old = await context.db.systemTransaction((tx) => store.readOld(tx, context.clock()));
  for (const one of old) await removeParts(context, one);
  return old.length > 0;
}
