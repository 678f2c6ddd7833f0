// Verifies the receipt chains: `npm run verify-receipts [-- --tenant norden]`. Reads the same settings as the server.
// Only one process can open the embedded database, so stop the server first. Exits with 1 when a receipt is invalid, 2
// when it could not check.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { verifyChain } from '../src/server/modules/manuals/index.ts';
import { type DatabaseHandle, openDatabase } from '../src/server/platform/database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function tenantsOf(db: DatabaseHandle, slug: string | undefined): Promise<{ id: number; slug: string }[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number; slug: string }>`SELECT id, slug FROM tenant
      WHERE ${slug ?? null}::text IS NULL OR slug = ${slug ?? null} ORDER BY slug`.execute(tx),
  );
  if (slug !== undefined && rows.length === 0) throw new Error(`There is no organisation ${slug}.`);
  return rows;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { tenant: { type: 'string' } } });
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = './data' } = process.env;
  const db = await openDatabase({ dataDir, poolSize: 2, ...(databaseUrl ? { databaseUrl } : {}) });
  try {
    let faults = 0;
    for (const { id, slug } of await tenantsOf(db, values.tenant)) {
      const report = await verifyChain(db, id);
      faults += report.faults.length;
      const [first] = report.faults;
      say(
        `${slug}: ${report.receipts} receipts, ${report.anchors} anchors, ${first ? `BROKEN at ${first.seq}` : 'ok'}`,
      );
      for (const { seq, fault, detail } of report.faults) say(`  ${seq} ${fault}: ${detail}`);
    }
    return faults > 0 ? 1 : 0;
  } finally {
    await db.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
