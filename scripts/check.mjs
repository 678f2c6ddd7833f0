// `npm run check`: formatter and linter, types, import directions, dead code. Each prints only its findings.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';

/** The checks, each a separate program. */
export const CHECKS = [
  { name: 'format and lint', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  // Each additional checker resolves most types again: four take twice the work of one.
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--checkers', '1'] },
  { name: 'import directions', command: ['scripts/directions.mjs'] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

const run = ({ name, command }) =>
  new Promise((done) => {
    let output = '';
    const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, FORCE_COLOR: '0' } });
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
