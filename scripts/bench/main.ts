// npm run bench [-- --quick --lists[=REGEXP] --scroll --forms --manuals --mount --embed]: what the server does against what the machine can do, as ratios of one run on PostgreSQL.
// Prints; asserts nothing. Needs PostgreSQL 15 or newer with pgbench, and 3 GB of disk for a while.
import { cpus } from 'node:os';
import pg from 'pg';
import { openDatabase } from '../../src/server/platform/database.ts';
import { identityToken } from '../../test/support/identity-client.ts';
import { freshDatabase, startCluster } from '../../test/support/postgres.ts';
import { measureCompletion } from './completion.ts';
import { measureFile } from './csv.ts';
import { measureEmbed } from './embed.ts';
import { measureFlood } from './flood.ts';
import { measurePglite, measurePostgres } from './footprint.ts';
import { measureForms } from './forms.ts';
import { measureFormsInBrowser } from './forms-browser.ts';
import { launchVerva, memoryOf } from './launch.ts';
import { measureFlatness, measureThroughput } from './list.ts';
import { measureLists } from './lists.ts';
import { measureManualReader } from './manual-reader.ts';
import { measureManuals } from './manuals.ts';
import { measureMount } from './mount.ts';
import { CLERK, makeOffice, READER } from './office.ts';
import { type Line, megabytes, printReport, seconds } from './report.ts';
import { measureScroll } from './scroll.ts';
import { growTo } from './seed.ts';
import { measureStep } from './step.ts';
import { prepareTargets } from './targets.ts';

/** Only the lists with their filters and orders, and the file; `--lists=REGEXP`: only those whose query it finds. */
const listsOption = process.argv.find((one) => /^--lists(=|$)/.test(one));
const isListsOnly = listsOption !== undefined;
const wantedLists = new RegExp(listsOption?.slice('--lists='.length) ?? '');
/** Only scrolling the inbox, of 100,000 tasks; with the rest it has 10,000. */
const isScrollOnly = process.argv.includes('--scroll');
/** Only the forms, which need no database. */
const isFormsOnly = process.argv.includes('--forms');
const isQuick = process.argv.includes('--quick');
const began = performance.now();
const say = (line: string) => console.log(`${seconds(performance.now() - began).padStart(8)}  ${line}`);

async function measureAllForms(): Promise<Line[]> {
  say('submissions of forms …');
  return [...measureForms(), ...(await measureFormsInBrowser(say, isQuick ? 30 : 100))];
}

if (process.argv.includes('--manuals')) {
  printReport([...measureManuals(), ...(await measureManualReader(say))]);
  process.exit(0);
}
if (process.argv.includes('--mount')) {
  printReport(await measureMount(say));
  process.exit(0);
}
if (process.argv.includes('--embed')) {
  printReport(await measureEmbed(say, isQuick ? 3 : 9));
  process.exit(0);
}
if (isFormsOnly) {
  printReport(await measureAllForms());
  process.exit(0);
}
say(`Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model.trim()}); starting PostgreSQL …`);
process.env.VERVA_TEST_PG_URL = await startCluster({
  isDurable: true,
  settings: { shared_buffers: '512MB', max_wal_size: '4GB', logging_collector: 'on', log_destination: 'jsonlog' },
});
if (isScrollOnly) {
  printReport(await measureScroll(say, isQuick ? 10_000 : 100_000));
  process.exit(0);
}
const databaseUrl = await freshDatabase();
const asAdmin = new URL(databaseUrl);
asAdmin.username = 'postgres';
const admin = new pg.Client({ connectionString: asAdmin.href });
await admin.connect();
const db = await openDatabase({ databaseUrl });
const office = await makeOffice(db);
const server = await launchVerva({ DATABASE_URL: databaseUrl });
const token = await identityToken(server.url, CLERK.username, CLERK.password);
const lines: Line[] = [];
const noteMemory = (part: string) =>
  lines.push({ what: `Memory of the server after ${part}`, measured: megabytes(memoryOf(server)) });
const bench = { admin, db, databaseUrl, server, token, office, say, isQuick };

const reading = await identityToken(server.url, READER.username, READER.password);
const sizes = isQuick ? [1000, 100_000] : [1000, 100_000, 1_000_000];
const grow = (from: number, to: number) => growTo(admin, office, from, to);
lines.push(...(await measureFlatness(bench, sizes, grow, (size) => measureLists(bench, reading, size, wantedLists))));
lines.push(...(await measureFile(bench, reading)));
noteMemory('the lists');
if (isListsOnly) {
  await server.stop();
  await db.close();
  await admin.end();
  printReport(lines);
  process.exit(0);
}
lines.push(...(await measureThroughput(bench)));
noteMemory('the throughput of the list');
say('preparing instances …');
const counts = { warmUp: 300, runs: 2, each: isQuick ? 400 : 1600, other: isQuick ? 100 : 300, memory: 1000 };
const total = counts.warmUp + 2 * counts.runs * counts.each + counts.other + counts.memory + 10;
const targets = await prepareTargets(db, office.tenantId, total);
await admin.query('VACUUM ANALYZE');
lines.push(...(await measureCompletion(bench, targets, counts)));
noteMemory('the completions');
lines.push(...(await measureFlood(bench)));
lines.push(await measureStep(100));
await server.stop();
lines.push(...(await measureScroll(say, 10_000)));
lines.push(...(await measureMount(say)));
lines.push(...(await measureAllForms()));
say('memory on PostgreSQL …');
lines.push(...(await measurePostgres(databaseUrl, targets.taskOf, total - counts.memory)));
await db.close();
await admin.end();
say('starts and memory on PGlite …');
lines.push(...(await measurePglite()));
printReport(lines);
say('done');
process.exit(0);
