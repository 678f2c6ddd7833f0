// `npm test`: everything, on a fresh clone. Ends with one line `N passed, N failed`.
//   npm test                 all layers
//   npm test -- server e2e   some layers of: check server build component e2e bench browsers; naming `browsers` installs them
//   npm test -- FILE …       these test files, with their prerequisites: PostgreSQL, the browser, the built application
//   npm test -- --changed    what the changes since `main` can affect, and the checks; everything in case of doubt
//   npm test -- --record     also writes the CPU seconds of each job to test/seconds.json, which orders the next runs
//   npm test -- --shuffle    in random order: no file depends on what another left
import { ensureBrowser, ensurePackages, ensurePostgres, otherBrowsers, reexec, root } from './bootstrap.mjs';

ensurePackages();
await reexec();

const { spawn } = await import('node:child_process');
const { existsSync, globSync, readFileSync, writeFileSync } = await import('node:fs');
const { availableParallelism } = await import('node:os');
const { join } = await import('node:path');
const { CHECKS } = await import('./check.mjs');
const { cpuOfCluster } = await import('./test-run/cpu-seconds.mjs');
const { sharedProcesses } = await import('./test-run/shared-processes.ts');
const { temporaryFolder } = await import('./test-run/temporary-folder.mjs');

const began = Date.now();
const PARTS = ['check', 'server', 'build', 'component', 'e2e', 'bench', 'browsers'];
const isRecording = process.argv.includes('--record');
const isShuffled = process.argv.includes('--shuffle');
const FLAGS = ['--record', '--changed', '--shuffle'];
const args = process.argv.slice(2).filter((one) => !FLAGS.includes(one));
if (process.argv.includes('--changed')) {
  const { affectedTests, changedFiles } = await import('./changed-tests.ts');
  const changed = changedFiles();
  const { tests, everything } = affectedTests(changed);
  console.log(
    everything ? `Everything runs: ${everything}.` : `${changed.length} files changed, ${tests.length} test files run.`,
  );
  const { VERVA_FIREFOX, VERVA_WEBKIT } = otherBrowsers();
  const canRun = (file) => (VERVA_FIREFOX && VERVA_WEBKIT) || !file.startsWith('test/browsers/');
  if (tests) args.push('check', ...tests.filter(canRun));
}
const isTestFile = (one) => /\.test\.tsx?$/.test(one) && existsSync(join(root, one));
const chosen = args.filter(isTestFile).map((file) => file.replaceAll('\\', '/').replace(/^\.\//, ''));
const unknown = args.filter((one) => !PARTS.includes(one) && !isTestFile(one));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. npm test runs everything, some of ${PARTS.join(' ')}, or test files.`,
  );
  process.exit(1);
}
/** Returns the layer that runs a test file. */
function layerOf(file) {
  if (file.includes('.browser.test.')) return 'component';
  return /^test\/(e2e|size|browsers)\//.exec(file)?.[1].replace('size', 'build') ?? 'server';
}
const wanted = [...args.filter((one) => PARTS.includes(one)), ...chosen.map(layerOf)];
const wants = (layer) => wanted.length === 0 || wanted.includes(layer);

const browser = ensureBrowser();
const others = otherBrowsers({ install: wanted.includes('browsers') });
const postgres = process.env.VERVA_NO_POSTGRES === '1' ? undefined : ensurePostgres();
const folder = temporaryFolder();
if (folder) process.env.TMPDIR = folder;
const env = {
  ...process.env,
  FORCE_COLOR: '0',
  NODE_ENV: 'test',
  // Hundreds of processes load the same modules; this caches their compiled code.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
  ...(browser ? { CHROME_PATH: browser } : {}),
  ...others,
  ...(postgres ? { VERVA_PG_BIN: postgres } : {}),
};

if (postgres) {
  // One temporary cluster for the whole run; it stops with this process.
  process.env.VERVA_PG_BIN = postgres;
  const { startCluster } = await import('../test/support/postgres.ts');
  env.VERVA_TEST_PG_URL = await startCluster();
}

const number = (output, pattern) => Number(pattern.exec(output)?.[1] ?? 0);
const readTap = (output) => ({
  passed: number(output, /^# pass (\d+)/m),
  failed: number(output, /^# fail (\d+)/m) + number(output, /^# cancelled (\d+)/m),
  skipped: number(output, /^# skipped (\d+)/m),
});
const readComponents = (output) => ({
  passed: number(output, /component: (\d+) passed/),
  failed: number(output, /component: \d+ passed, (\d+) failed/),
  skipped: 0,
});
const readExit = (_output, code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
const readNothing = (_output, code) => ({ passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/**
 * Jobs to run, in the order in which they begin: { layer, name, args, read, after, isShared }. `after` lists the jobs
 * that must succeed first. A job runs in a separate process; a test file that `isShared` runs in one of several shared
 * processes.
 */
const jobs = [];
const add = (layer, name, args, read, after = [], isShared = false) => {
  const job = {
    layer,
    name,
    args,
    read,
    after: after.filter(Boolean),
    isShared,
    priority: priority(name),
    state: 'waiting',
  };
  jobs.push(job);
  return job;
};
const REPORT_CPU = new URL('./test-run/report-cpu.mjs', import.meta.url).href;
const SECONDS_FILE = join(root, 'test/seconds.json');
/** Recorded CPU seconds of each job. Unknown jobs begin first. */
const secondsOf = existsSync(SECONDS_FILE) ? JSON.parse(readFileSync(SECONDS_FILE, 'utf8')) : {};
const expected = (name) => secondsOf[name] ?? Number.POSITIVE_INFINITY;
const priority = (name) => (isShuffled ? Math.random() : expected(name));
// A larger young generation, as in `npm start`: a tenth less work than with collections every few megabytes.
const NODE_OPTIONS = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
/**
 * Tests of the server and journeys share processes. Tests of browser code do not: its modules keep state and load
 * quickly.
 */
const sharesProcess = (file) => /^(src\/server|test)\//.test(file) && !/^test\/(browsers|build|docs|size)\//.test(file);
const addTests = (layer, files, after) => {
  for (const file of files)
    add(layer, file, [...NODE_OPTIONS, '--test-reporter=tap', file], readTap, after(file), sharesProcess(file));
};
const missing = (layer, what) =>
  add(layer, what, ['-e', `console.log(${JSON.stringify(what)}); process.exit(1)`], readExit);

const tests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('.browser.test.'))
  .filter((file) => chosen.length === 0 || chosen.includes(file));
const components = chosen.filter((file) => file.includes('.browser.test.'));
const prepare = (what) => add('prepare', `prepare ${what}`, ['test/support/prepare.ts', what], readNothing);
const wantsBench = wants('bench') && browser && postgres;
const wantsBrowser = wants('e2e') || wants('browsers');
// A single server file prepares its own data; several share it.
const migrated = (wants('server') && chosen.length !== 1) || wantsBrowser ? prepare('migrations') : undefined;
const journeys = wantsBrowser ? tests.filter((file) => /^test\/(e2e|browsers)\//.test(file)) : [];
// Loading the demo into the embedded database takes several times longer.
const demo = journeys.length > 0 || wantsBench ? prepare(postgres ? 'demo' : 'embedded-demo') : undefined;
if (wants('check')) for (const { name, command } of CHECKS) add(name, name, command, readExit);
const built =
  wants('build') || wants('e2e') || wants('browsers') || wants('bench')
    ? add('build', 'build', ['scripts/build.mjs', '--if-stale'], readNothing)
    : undefined;
if (built && (wants('build') || wants('e2e')))
  addTests(
    'size',
    tests.filter((file) => file.startsWith('test/size/')),
    () => [built],
  );
if (wants('component')) {
  const componentArgs = [
    'node_modules/@web/test-runner/dist/bin.js',
    ...(components.length > 0 ? ['--files', ...components] : []),
  ];
  if (browser) add('component', 'component', componentArgs, readComponents);
  else missing('component', 'no Chromium was found; install it, or set CHROME_PATH');
}
if (wants('e2e')) {
  if (browser)
    addTests(
      'e2e',
      tests.filter((file) => file.startsWith('test/e2e/')),
      () => [built, demo],
    );
  else missing('e2e', 'no Chromium was found; install it, or set CHROME_PATH');
}
// Proves that each part of the benchmark still runs; it measures nothing beside other jobs.
if (wantsBench)
  add('bench', 'bench', [...NODE_OPTIONS, 'scripts/bench/main.ts', '--smallest'], readExit, [built, demo]);
if (wants('browsers')) {
  const lacking = [...(others.VERVA_FIREFOX ? [] : ['Firefox']), ...(others.VERVA_WEBKIT ? [] : ['WebKitGTK'])];
  for (const name of lacking) {
    if (wanted.includes('browsers')) missing('browsers', `${name} was not found and could not be installed`);
    else
      console.log(`${name} is not installed: its journeys are left out; npm run browsers installs it and runs them.`);
  }
  addTests(
    'browsers',
    tests.filter((file) => file.startsWith('test/browsers/')),
    () => [built, demo],
  );
}
if (wants('server')) {
  if (!postgres && process.env.VERVA_NO_POSTGRES !== '1') {
    missing(
      'server',
      'PostgreSQL 15 or newer was not found; install it, or set VERVA_NO_POSTGRES=1 to go without its tests',
    );
  }
  addTests(
    'server',
    tests.filter((file) => !/^test\/(e2e|size|browsers)\//.test(file)),
    () => [migrated],
  );
}

/** Running jobs end with this process; the test processes end their servers and browsers. */
const children = new Set();
const shared = sharedProcesses({ cwd: root, env, execArgv: NODE_OPTIONS });
process.on('exit', () => {
  for (const child of children) child.kill();
  shared.kill();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** Runs one job. A crash counts as a failure, and so does a file without tests. */
async function run(job) {
  job.state = 'running';
  job.since = Date.now();
  const { output, code, cpu } = job.isShared ? await shared.run(job.name) : await runAlone(job.args);
  job.cpu = cpu;
  const counts = job.read(output, code);
  const ranNothing = job.read !== readNothing && counts.passed + counts.failed + counts.skipped === 0;
  if (counts.failed === 0 && (code !== 0 || ranNothing)) counts.failed = 1;
  end(job, counts, output);
}

function runAlone(args) {
  return new Promise((done) => {
    let output = '';
    const child = spawn(process.execPath, ['--import', REPORT_CPU, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    const take = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', (code) => {
      children.delete(child);
      const cpu = [...output.matchAll(/^# cpu ([\d.]+)$/gm)].at(-1)?.[1];
      done({ output, code, cpu: Number(cpu ?? 0) });
    });
  });
}

function end(job, counts, output) {
  job.state = counts.failed > 0 ? 'failed' : 'done';
  job.counts = counts;
  job.failures = [...output.matchAll(/^\s*not ok (?:\d+ - )?(.+)$/gm)].map(([, title]) => title);
  job.seconds = (Date.now() - (job.since ?? Date.now())) / 1000;
  job.cpu ??= 0;
  if (counts.failed > 0) console.log(`\n--- ${job.name}\n${output.trimEnd()}\n---`);
  else if (process.env.VERBOSE) console.log(`${job.name}: ${counts.passed} ok (${times(job)})`);
  const layer = jobs.filter((one) => one.layer === job.layer);
  if (layer.some((one) => !one.counts)) return;
  const { passed, failed, skipped } = sum(layer);
  const seconds = layer.reduce((all, one) => all + one.seconds, 0);
  const cpu = layer.reduce((all, one) => all + one.cpu, 0);
  console.log(
    `${job.layer}: ${passed} ok, ${failed} not ok${skipped ? `, ${skipped} skipped` : ''} (${times({ seconds, cpu })}, its jobs one after the other)`,
  );
}

const times = ({ seconds, cpu }) => `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`;

function sum(some) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { counts } of some) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

/**
 * Returns the next job that can begin: one that others depend on, otherwise the longest, so that no long job is left
 * for the end. Undefined if there is none or it has to wait for others.
 */
function next() {
  let best;
  for (const job of jobs.filter(({ state }) => state === 'waiting')) {
    const lost = job.after.find(({ state }) => state === 'failed');
    if (lost) end(job, { passed: 0, failed: 1, skipped: 0 }, `Not run: ${lost.name} failed.`);
    else if (job.after.every(({ state }) => state === 'done') && (!best || isBefore(job, best))) best = job;
  }
  return best;
}

function isBefore(job, other) {
  const waiting = (one) => jobs.filter(({ after }) => after.includes(one)).length;
  if (waiting(job) !== waiting(other)) return waiting(job) > waiting(other);
  return job.priority > other.priority;
}

// One job more than cores, at most four: each may start a browser or a database, and wait for it at times.
const places = Math.min(4, availableParallelism() + 1);
const running = new Set();
for (;;) {
  const job = running.size < places ? next() : undefined;
  if (job) {
    const one = run(job).then(() => running.delete(one));
    running.add(one);
  } else if (running.size > 0) {
    await Promise.race(running);
  } else {
    break;
  }
}

await shared.end();
const total = sum(jobs);
const slowest = jobs.toSorted((a, b) => b.cpu - a.cpu).slice(0, 10);
console.log('The ten slowest, by CPU seconds:');
for (const job of slowest) console.log(`  ${job.name}: ${times(job)}`);
const { user, system } = process.cpuUsage();
const inJobs = jobs.reduce((all, { cpu }) => all + cpu, (user + system) / 1e6);
const inCluster = postgres ? await cpuOfCluster(env.VERVA_TEST_PG_URL) : 0;
console.log(
  `All in all ${times({ seconds: (Date.now() - began) / 1000, cpu: inJobs + inCluster })}, ${inCluster.toFixed(1)} s of it in PostgreSQL.`,
);
if (isRecording) {
  const measured = jobs
    .filter(({ state }) => state === 'done')
    .map(({ name, cpu }) => [name, Math.round(cpu * 10) / 10]);
  const all = Object.entries({ ...(wanted.length > 0 ? secondsOf : {}), ...Object.fromEntries(measured) });
  writeFileSync(SECONDS_FILE, `${JSON.stringify(Object.fromEntries(all.sort()), null, 2)}\n`);
}
// Repeated at the end, where it is read first.
for (const { name, counts, failures } of jobs) {
  if (counts.failed > 0)
    for (const title of failures.length > 0 ? failures : [name]) console.log(`failed: ${name}: ${title}`);
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed > 0 ? 1 : 0);
