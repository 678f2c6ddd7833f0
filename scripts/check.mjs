// `npm run check`: formatter and linter, types, import directions, dead code. Each prints only its findings.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';

/** What `npm run check` keeps from its last run. The full run of all tests reads every file. */
const CACHE = '.cache/check';

/** The checks, each a separate program. `warm`: arguments that take unchanged files from the cache. */
export const CHECKS = [
  { name: 'format and lint', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  // Each additional checker resolves most types again: four take twice the work of one.
  {
    name: 'types',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--checkers', '1'],
    warm: ['--incremental', '--tsBuildInfoFile', `${CACHE}/types.tsbuildinfo`],
  },
  { name: 'import directions', command: ['scripts/directions.mjs'] },
  {
    name: 'dead code',
    command: ['node_modules/knip/bin/knip.js', '--no-progress'],
    warm: ['--cache', '--cache-location', `${CACHE}/knip`],
  },
];

const run = ({ name, command, warm = [] }) =>
  new Promise((done) => {
    let output = '';
    const child = spawn(process.execPath, [...command, ...(process.env.CI ? [] : warm)], {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => done({ name, ok: code === 0, output }));
  });

/** Runs all checks at once, each mostly on one core; returns the result and output of each. */
const check = () => Promise.all(CHECKS.map(run));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await check();
  for (const { name, ok, output } of results) {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
    if (!ok) console.log(output);
  }
  process.exit(results.every(({ ok }) => ok) ? 0 : 1);
}
