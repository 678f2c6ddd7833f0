import { EXPORT_HOURS } from '../../../shared/contracts/organisation-export.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { deleteFiles } from '../../platform/files.ts';
import { enqueue } from '../../platform/outbox.ts';
import { tenantSnapshot, type WriteBeside } from '../../platform/snapshot.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { readyMail } from './export.mails.ts';
import * as store from './export.store.ts';
import { createPartWriter, type PartWriter } from './part-writer.ts';
import { type ExportedTable, readContents, readRows, readTables } from './tables.query.ts';

export type ExportContext = Pick<AppContext, 'db' | 'contents' | 'clock' | 'log' | 'config'>;

interface WorkOptions {
  /** Only this export. */
  readonly id?: string;
  /** The server stops: the export is left to another one. */
  readonly stopping?: AbortSignal;
}

const ROWS_MIN = 20;
const ROWS_MAX = 2000;
const FILES = 2000;

class StoppingError extends Error {}

/**
 * Reads all tables of one export that is due, in one snapshot: a change during the export is in none of its tables, or was
 * in all before. A killed server leaves parts that the next attempt deletes. Returns whether there was anything to do.
 */
export async function workOnExports(context: ExportContext, { id, stopping }: WorkOptions = {}): Promise<boolean> {
  const { db, clock, log } = context;
  const claimed = await db.systemTransaction((tx) => store.claimDue(tx, crypto.randomUUID(), id));
  if (!claimed) return false;
  const { tenantId } = claimed;
  try {
    await deleteParts(context, claimed);
    const scope = { tenantId, userId: null };
    await tenantSnapshot(db, scope, (tx, write) => readSnapshot(tx, write, context, claimed, stopping));
  } catch (error) {
    if (error instanceof StoppingError) {
      await db.systemTransaction((tx) => store.releaseClaim(tx, claimed));
      return false;
    }
    // Ended meanwhile, or continued by another server, which deletes the parts.
    if (error instanceof store.LostClaimError) return true;
    if (error instanceof DatabaseUnavailableError) throw error;
    log.error({ err: error, export: claimed.id, tenant: tenantId }, 'exporting an organisation failed');
    await db.systemTransaction((tx) => store.postponeExport(tx, claimed, clock()));
  }
  return true;
}

async function readSnapshot(
  tx: Tx,
  write: WriteBeside,
  context: ExportContext,
  export_: store.ClaimedExport,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const tables = await readTables(tx);
  const isSeenMeanwhile = context.db.kind === 'postgres';
  const parts = createPartWriter(context, export_, write, {
    save: (beside, counts) => store.saveProgress(beside, export_, { ...counts, tableCount: tables.length }),
    announce: async (beside) => {
      if (isSeenMeanwhile) await announce(beside, context, export_);
    },
  });
  for (const table of tables) {
    await readTable(tx, table, parts, stopping);
    parts.countTable();
  }
  await readFiles(tx, parts);
  await parts.flush();
  await write(async (beside) => {
    const now = context.clock();
    const expiresAt = new Date(now.getTime() + EXPORT_HOURS * 3_600_000);
    await store.finishExport(beside, export_, { now, expiresAt });
    await announce(beside, context, export_);
  });
}

async function readTable(
  tx: Tx,
  table: ExportedTable,
  parts: PartWriter,
  stopping: AbortSignal | undefined,
): Promise<void> {
  let limit = ROWS_MIN;
  for (let next: Awaited<ReturnType<typeof readRows>>['next'] | undefined; next !== null; ) {
    if (stopping?.aborted) throw new StoppingError('The server stops.');
    const read = await readRows(tx, table, next ?? null, limit);
    const bytes = await parts.add(table.name, read.lines);
    limit = nextLimit(limit, bytes, read.lines.length);
    next = read.next;
  }
}

/** Rows are small in most tables, and texts of manuals large: the next part is as many rows as fit. */
function nextLimit(limit: number, bytes: number, rows: number): number {
  if (rows === 0) return limit;
  return Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.floor(store.PART_BYTES / (bytes / rows)), limit * 10));
}

/** Lists the files of the snapshot, whose contents are added when the archive is downloaded. */
async function readFiles(tx: Tx, parts: PartWriter): Promise<void> {
  for (let after: string | null | undefined; after !== null; ) {
    const contents = await readContents(tx, after ?? null, FILES);
    await parts.addFiles(contents);
    after = contents.length === FILES ? contents.at(-1)!.sha256 : null;
  }
}

/** Notifies the user who started it: of progress by a live event, and of the end by e-mail. */
async function announce(tx: Tx, { config }: ExportContext, { id, tenantId }: store.ClaimedExport): Promise<void> {
  const export_ = (await store.readExport(tx, id))!;
  const { askedBy, askedIn, state, tablesDone, tableCount } = export_;
  if (askedBy === null || askedIn === null) return;
  const name = state === 'ready' ? await store.readOrganisationName(tx) : null;
  await continueAs(tx, { tenantId: askedIn, userId: null });
  const data = { id, state, done: tablesDone, total: tableCount };
  await enqueue(tx, 'live', { principals: [`u:${askedBy}`], type: 'export.progress', data });
  if (name === null) return;
  const recipient = await store.readRecipient(tx, askedBy);
  const path = tenantId === askedIn ? '/settings/organisation' : `/settings/organisations/${name.slug}`;
  if (recipient) await enqueue(tx, 'mail', readyMail(recipient, name.name, `${config.publicUrl}${path}`));
}

/** Deletes the parts of an export and their content at once: everything about the organisation is in them. */
export async function removeParts(context: Pick<ExportContext, 'db' | 'contents'>, export_: OneExport): Promise<void> {
  await deleteParts(context, export_, (tx) => store.endExport(tx, export_.id));
}

interface OneExport {
  readonly tenantId: number;
  readonly id: string;
}

async function deleteParts(
  { db, contents }: Pick<ExportContext, 'db' | 'contents'>,
  { tenantId, id }: OneExport,
  afterwards: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const ids = await db.tenantTransaction({ tenantId, userId: null }, (tx) => store.readPartFiles(tx, id));
  await deleteFiles({ db, contents }, tenantId, ids, async (tx) => {
    await store.deleteParts(tx, id);
    await afterwards(tx);
  });
}

/** Removes exports that were not downloaded in time, and what remained of others. */
export async function expireExports(context: ExportContext): Promise<boolean> {
  const old = await context.db.systemTransaction((tx) => store.readOld(tx, context.clock()));
  for (const one of old) await removeParts(context, one);
  return old.length > 0;
}
