// Breaks the requirements that users meet most, one after the other, and runs the tests that name them: `node
// scripts/run.mjs scripts/check-breaks.ts [ID …]`. A requirement whose tests all pass without it is not proven; exits
// with 1. Tests in a browser are left out. It changes no file.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BREAKS, type Break } from './check-mutants/breaks.ts';

const HOOK = new URL('./check-mutants/break-hook.mjs', import.meta.url).href;
const LIMIT_MS = 300_000;
/** Tests in a browser, and hundreds of random models. */
const SLOW = /^test\/(e2e|browsers|embedding)\/|\.browser\.test\.ts$|generated\.test\.ts$/;

const wanted = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

const tests = [...globSync('src/**/*.test.ts'), ...globSync('test/**/*.test.ts')]
  .filter((path) => !SLOW.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Returns the test files with a title that names the requirement: those beside the broken file first, then those of its module, small ones first. */
function testsOf({ id, path }: Break): string[] {
  const named = new RegExp(`\\b(?:test|it)\\(\\s*['"\`][A-Z0-9 -]*\\b${id}\\b`);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const [module = folder] = /^src\/server\/modules\/[^/]+\//.exec(path) ?? [];
  const far = (test: string) => (test.startsWith(folder) ? 0 : test.startsWith(module) ? 1 : 2);
  return tests
    .filter(({ text }) => named.test(text))
    .toSorted((a, b) => far(a.path) - far(b.path) || a.text.length - b.text.length)
    .map((test) => test.path);
}

/** Returns the first test file that fails with the change. */
function noticed(one: Break): string | undefined {
  const url = pathToFileURL(one.path).href;
  return testsOf(one).find((test) => {
    const { status } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `--test-name-pattern=\\b${one.id}\\b`, '--test', test],
      {
        stdio: 'ignore',
        timeout: LIMIT_MS,
        env: {
          ...process.env,
          NODE_OPTIONS: `--import=${HOOK}`,
          VERVA_BREAK: JSON.stringify({ url, from: one.from, to: one.to }),
        },
      },
    );
    return status !== 0;
  });
}

let unproven = 0;
for (const one of BREAKS.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  if (readFileSync(one.path, 'utf8').split(one.from).length !== 2) {
    throw new Error(`${one.id}: ${one.path} has not exactly one ${one.from}`);
  }
  const test = noticed(one);
  if (!test) unproven += 1;
  say(`${test ? 'proven    ' : 'NOT PROVEN'}  ${one.id}  ${test ?? one.path}`);
}
say(`${unproven} not proven.`);
process.exitCode = unproven === 0 ? 0 : 1;
