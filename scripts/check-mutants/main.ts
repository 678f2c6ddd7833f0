// Changes rules, constants and the process step one place at a time and runs the unit tests that reach the file: `npm
// run check:mutants [part of a path …] [--jobs=2]`. Prints the surviving mutants, and the share killed for each file
// and in total. Exits with 1 below 85 %. It is not part of `npm test`.
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EQUIVALENT } from './equivalent.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { type Reach, reachOf } from './reach.ts';
import { createTrial } from './trial.ts';

const FILES = [
  'src/**/*.rules.ts',
  'src/shared/contracts/constants.ts',
  'src/server/modules/processes/engine/{step,run,joins,leave-node,enter-node}.ts',
];
const REQUIRED = 0.85;
/** Time for the tests of a file without a mutant, which includes loading their modules. */
const FIRST_MS = 300_000;
/** Least time for a mutant. Nearly all tests reach the constants: theirs get a multiple of the time without a mutant. */
const MUTANT_MS = 20_000;
const SLOWER = 3;

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '2' } },
});
const trials = Array.from({ length: Number(values.jobs) }, createTrial);

async function survivorsOf(path: string, text: string, mutants: readonly Mutant[], reach: Reach): Promise<Mutant[]> {
  if (reach.tests.length === 0) return [...mutants];
  const start = performance.now();
  const failure = await trials[0]!.run(path, reach, { text, limitMs: FIRST_MS });
  const limitMs = Math.max(MUTANT_MS, SLOWER * (performance.now() - start));
  if (failure !== null) throw new Error(`The tests of ${path} fail without a mutant: ${failure}`);
  const waiting = [...mutants];
  const survivors: Mutant[] = [];
  const work = async ({ run }: (typeof trials)[number]) => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const changed = text.slice(0, one.start) + one.to + text.slice(one.end);
      if ((await run(path, reach, { text: changed, limitMs })) === null) survivors.push(one);
    }
  };
  await Promise.all(trials.map(work));
  return survivors.toSorted((a, b) => a.start - b.start);
}

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
const shown = ({ from, to }: Mutant) => `${from} → ${to}`.replaceAll(/\s+/g, ' ');

let [all, killed, untested] = [0, 0, 0];
const paths = FILES.flatMap((pattern) => globSync(pattern))
  .filter((path) => positionals.length === 0 || positionals.some((part) => path.includes(part)))
  .toSorted();
try {
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const known = EQUIVALENT[path] ?? {};
    const mutants = mutantsOf(path, text).filter((one) => !(shown(one) in known));
    if (mutants.length === 0) continue;
    const reach = reachOf(path);
    if (reach.tests.length === 0) {
      untested += mutants.length;
      say(`no unit test  ${path} (${mutants.length} mutants, not counted)`);
      continue;
    }
    const survivors = await survivorsOf(path, text, mutants, reach);
    all += mutants.length;
    killed += mutants.length - survivors.length;
    say(`${percent(mutants.length - survivors.length, mutants.length)}  ${path} (${mutants.length})`);
    for (const one of survivors) say(`        ${path}:${one.line}  ${shown(one).slice(0, 140)}`);
  }
} finally {
  for (const { stop } of trials) stop();
}
say(
  `${killed} of ${all} mutants were noticed: ${percent(killed, all)}. ${untested} are in files that no unit test reaches.`,
);
process.exitCode = killed >= all * REQUIRED ? 0 : 1;
