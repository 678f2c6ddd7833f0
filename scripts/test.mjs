// `npm test`: everything, on a fresh clone. Ends with one line `N passed, N failed`.
//   npm test                 all layers
//   npm test -- server e2e   some of: check server build component e2e
import { ensureBrowser, ensurePackages, ensurePostgres, reexec, root } from './bootstrap.mjs';

ensurePackages();
await reexec();

const { spawn } = await import('node:child_process');
const { globSync } = await import('node:fs');
const { check } = await import('./check.mjs');

const wanted = process.argv.slice(2);
const wants = (layer) => wanted.length === 0 || wanted.includes(layer);
const total = { passed: 0, failed: 0, skipped: 0 };

const browser = ensureBrowser();
const postgres = process.env.VERVA_NO_POSTGRES === '1' ? undefined : ensurePostgres();
const env = {
  ...process.env,
  FORCE_COLOR: '0',
  NODE_ENV: 'test',
  ...(browser ? { CHROME_PATH: browser } : {}),
  ...(postgres ? { VERVA_PG_BIN: postgres } : {}),
};

if (postgres) {
  // One temporary cluster for the whole run; it stops with this process.
  process.env.VERVA_PG_BIN = postgres;
  const { startCluster } = await import('../test/support/postgres.ts');
  env.VERVA_TEST_PG_URL = await startCluster();
}

function report(name, counts, since, output = '') {
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
  if (counts.failed > 0 || process.env.VERBOSE) console.log(output);
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  console.log(
    `${name}: ${counts.passed} ok, ${counts.failed} not ok${skipped} (${((Date.now() - since) / 1000).toFixed(1)} s)`,
  );
}

/** Runs one layer in a process of its own. A crash counts as a failure, and so does a layer that ran nothing. */
function layer(name, args, read, more = {}) {
  const since = Date.now();
  return new Promise((done) => {
    let output = '';
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const take = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', (code) => {
      const counts = read(output);
      if ((code !== 0 && counts.failed === 0) || counts.passed + counts.failed === 0) counts.failed += 1;
      report(name, counts, since, output);
      done();
    });
  });
}

const number = (output, pattern) => Number(pattern.exec(output)?.[1] ?? 0);
const readTap = (output) => ({
  passed: number(output, /^# pass (\d+)/m),
  failed: number(output, /^# fail (\d+)/m) + number(output, /^# cancelled (\d+)/m),
  skipped: number(output, /^# skipped (\d+)/m),
});
const readPlain = (output) => ({
  passed: number(output, /component: (\d+) passed/),
  failed: number(output, /component: \d+ passed, (\d+) failed/),
  skipped: 0,
});
const missing = (name, what) => {
  console.log(`${name}: ${what}`);
  total.failed += 1;
};

if (wants('check')) {
  for (const { name, ok, output } of await check())
    report(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }, Date.now(), output);
}

if (wants('server')) {
  if (!postgres && process.env.VERVA_NO_POSTGRES !== '1') {
    missing(
      'server',
      'PostgreSQL 15 or newer was not found; install it, or set VERVA_NO_POSTGRES=1 to go without its tests',
    );
  }
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter(
    (file) => !/^test[\\/](e2e|size)[\\/]|\.browser\.test\./.test(file),
  );
  await layer('server', ['--test', '--test-reporter=tap', '--test-concurrency=2', ...files.sort()], readTap);
}

if (wants('build') || wants('e2e')) {
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale();
  const sizes = globSync('test/size/*.test.ts', { cwd: root });
  await layer('size', ['--test', '--test-reporter=tap', ...sizes], readTap);
}

if (wants('component')) {
  if (browser) await layer('component', ['node_modules/@web/test-runner/dist/bin.js'], readPlain);
  else missing('component', 'no Chromium was found; install it, or set CHROME_PATH');
}

if (wants('e2e')) {
  const files = globSync('test/e2e/**/*.test.ts', { cwd: root });
  if (browser) await layer('e2e', ['--test', '--test-reporter=tap', '--test-concurrency=2', ...files.sort()], readTap);
  else missing('e2e', 'no Chromium was found; install it, or set CHROME_PATH');
}

console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed > 0 ? 1 : 0);
