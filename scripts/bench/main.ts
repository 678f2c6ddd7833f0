// npm run bench [-- PART … --quick | --smallest]: measures the server relative to the machine's capability, as ratios
// within one run. Prints each part when it is done; asserts nothing, and exits with 1 when a part could not be
// measured. Needs PostgreSQL 15 or newer with pgbench, and 3 GB of temporary disk space.
import { cpus } from 'node:os';
import type { Kind } from '../../test/support/databases.ts';
import { type Bench, countsOf, ensureCluster, openBench, openTargets, withDemo } from './bench.ts';
import { measureCompletion } from './completion.ts';
import { measureConfig } from './config.ts';
import { measureFile } from './csv.ts';
import { measureEmbed } from './embed.ts';
import { measureFlood } from './flood.ts';
import { measurePglite, measurePostgres } from './footprint.ts';
import { measureForms } from './forms.ts';
import { measureFormsInBrowser } from './forms-browser.ts';
import { measureImports } from './imports.ts';
import { memoryOf } from './launch.ts';
import { measureLeavers } from './leavers.ts';
import { measureFlatness, measureThroughput } from './list.ts';
import { measureLists } from './lists.ts';
import { measureManualReader } from './manual-reader.ts';
import { measureManuals } from './manuals.ts';
import { measureMount } from './mount.ts';
import { measurePeople } from './people.ts';
import { measureRecords } from './records.ts';
import { type Line, megabytes, printReport, seconds } from './report.ts';
import { measureRequests } from './requests.ts';
import { at, scaleOf } from './scale.ts';
import { measureScim } from './scim.ts';
import { measureScroll } from './scroll.ts';
import { growTo } from './seed.ts';
import { measureSlowClients } from './slow.ts';
import { measureStep } from './step.ts';

const args = process.argv.slice(2);
const scale = scaleOf(args);
/** `lists=REGEXP`: only the lists whose query matches. */
const wantedLists = new RegExp(args.find((one) => one.startsWith('lists='))?.slice('lists='.length) ?? '');
const began = performance.now();
const say = (line: string) => console.log(`${seconds(performance.now() - began).padStart(8)}  ${line}`);

/** Opened by the first part that needs it. */
let opened: Promise<Bench> | undefined;
const bench = () => {
  opened ??= openBench(scale, say);
  return opened;
};
let prepared: ReturnType<typeof openTargets> | undefined;
const targets = async () => {
  prepared ??= openTargets(await bench());
  return prepared;
};

const BOTH: readonly Kind[] = ['postgres', 'pglite'];

/** Fills a page of the list. */
const SMALLEST = 1000;
let size = 0;
/** Adds tasks up to this number: each part may be measured alone, or after others. */
async function grow(to: number): Promise<void> {
  if (to <= size) return;
  const { admin, benchTenant } = await bench();
  await growTo(admin, benchTenant, size, to);
  size = to;
}

const PARTS: Readonly<Record<string, () => Promise<readonly Line[]>>> = {
  lists: async () => {
    const shared = await bench();
    const { readerToken } = shared;
    const sizes = at(scale, [1000, 100_000, 1_000_000], [1000, 100_000], [1000]);
    return [
      ...(await measureFlatness(shared, sizes, grow, (size) => measureLists(shared, readerToken, size, wantedLists))),
      ...(await measureFile(shared, readerToken)),
      memoryLine(shared, 'the lists'),
    ];
  },
  throughput: async () => {
    const shared = await bench();
    return [...(await measureThroughput(shared)), memoryLine(shared, 'the throughput of the list')];
  },
  completion: async () => {
    const shared = await bench();
    return [
      ...(await measureCompletion(shared, await targets(), countsOf(scale))),
      memoryLine(shared, 'the completions'),
    ];
  },
  flood: async () => {
    await grow(SMALLEST);
    return measureFlood(await bench());
  },
  slow: async () => {
    await grow(SMALLEST);
    return measureSlowClients(await bench());
  },
  step: async () => [await measureStep(at(scale, 100, 100, 5))],
  scroll: async () => {
    await ensureCluster();
    return measureScroll(
      say,
      at(scale, { tasks: 100_000, count: 900 }, { tasks: 10_000, count: 900 }, { tasks: 1000, count: 20 }),
    );
  },
  mount: () => withDemo(() => measureMount(say, at(scale, 9, 9, 1))),
  forms: async () => {
    say('submissions of forms …');
    const lines = measureForms(at(scale, 300, 300, 3));
    const large = { fields: 300, rows: 500 };
    const amount = at(scale, { keys: 100, ...large }, { keys: 30, ...large }, { keys: 2, fields: 60 });
    return [...lines, ...(await measureFormsInBrowser(say, amount))];
  },
  manuals: async () => {
    const amount = at(
      scale,
      { openings: 9, frameCount: 900 },
      { openings: 9, frameCount: 900 },
      { openings: 1, frameCount: 20 },
    );
    return [...measureManuals(), ...(await withDemo(() => measureManualReader(say, amount)))];
  },
  postgres: async () => {
    const { databaseUrl } = await bench();
    const { taskOf, total } = await targets();
    const { memory } = countsOf(scale);
    return measurePostgres(databaseUrl, taskOf, total - memory, memory);
  },
  pglite: () => measurePglite(countsOf(scale).memory, at(scale, true, true, false)),
  people: () => measurePeople(scale, say),
  requests: () => measureRequests(scale, say),
  scim: () => measureScim(scale, say),
  leavers: () => measureLeavers(say, at(scale, 10_000, 10_000, 50)),
  records: () => measureRecords(scale, say),
  imports: () => measureImports(say, at(scale, 10_000, 10_000, 100)),
  config: () => measureConfig(say, at(scale, 300, 300, 20), at(scale, BOTH, BOTH, ['postgres'])),
  embed: () => measureEmbed(say, at(scale, 9, 3, 1)),
};

const memoryLine = ({ server }: Bench, part: string): Line => ({
  what: `Memory of the server after ${part}`,
  measured: megabytes(memoryOf(server)),
});

const asked = args.filter((one) => !one.startsWith('--')).map((one) => one.replace(/=.*/, ''));
const unknown = asked.filter((one) => !Object.hasOwn(PARTS, one));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(' ')}; --quick or --smallest.`);
  process.exit(1);
}
// The comparison with other products takes long and downloads packages, so it runs only on request.
const wanted = asked.length > 0 ? asked : Object.keys(PARTS).filter((one) => one !== 'embed');

say(`Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model.trim()}); ${scale}`);
const failed: string[] = [];
for (const name of wanted) {
  say(`${name} …`);
  try {
    printReport(name, await PARTS[name]!());
  } catch (error) {
    // The other parts are still measured.
    failed.push(name);
    console.error(`${name} could not be measured:`, error);
  }
}
await (await opened?.catch(() => undefined))?.close();
say(failed.length === 0 ? 'done' : `done, without ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
