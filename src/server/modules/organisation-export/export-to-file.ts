import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openArchive } from './archive.ts';
import { insertExport, markFetched, readExport } from './export.store.ts';
import { type ExportContext, removeParts, workOnExports } from './export.work.ts';

/**
 * Exports an organisation into a new file, for the command line. Returns the number of tables, rows and files; undefined if
 * there is no such organisation. Throws EEXIST.
 */
export async function exportToFile(
  context: ExportContext,
  slug: string,
  path: string,
): Promise<{ readonly tables: number; readonly rows: number; readonly files: number } | undefined> {
  const { db, clock } = context;
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${slug}`.execute(tx),
  );
  const tenantId = rows[0]?.id;
  if (tenantId === undefined) return undefined;
  const scope = { tenantId, userId: null, via: 'command' };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await new Promise((done, refuse) => file.once('open', done).once('error', refuse));
  const { id } = await db.tenantTransaction(scope, async (tx) => {
    await sql`INSERT INTO audit_log (verb, entity, entity_id) VALUES ('export', 'tenant', ${slug})`.execute(tx);
    return insertExport(tx, { askedBy: null, askedIn: null, now: clock() });
  });
  for (;;) {
    // A server may work on it at the same time.
    if (!(await workOnExports(context, { id }))) await pause(200);
    const row = (await db.tenantTransaction(scope, (tx) => readExport(tx, id)))!;
    if (row.state === 'failed') throw new Error('The export failed; the log says why.');
    if (row.state === 'running') continue;
    await pipeline(await openArchive(context, tenantId, slug, id), file);
    await db.tenantTransaction(scope, (tx) => markFetched(tx, id, clock()));
    await removeParts(context, { tenantId, id });
    return { tables: row.tableCount, rows: row.rowCount, files: row.fileCount };
  }
}
