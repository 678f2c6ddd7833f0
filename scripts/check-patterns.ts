// npm run check:patterns: checks new regular expressions of server and shared code with recheck, which it downloads
// from the npm registry, and adds them to test/security/patterns.json. Exits with 1 when one can take more than linear
// time: rewrite it, or add it with `most`, the maximum length of its input, and `why`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expressionOf, patternLiterals } from '../test/security/pattern-literals.ts';

const FOLDER = join(import.meta.dirname, '../.cache/patterns');
const FILE = join(import.meta.dirname, '../test/security/patterns.json');
const PACKAGE = 'recheck@4.5.0';

interface Attack {
  readonly base: number;
  readonly pumps: readonly { readonly prefix: string; readonly pump: string }[];
  readonly suffix: string;
}
interface Result {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly summary: string };
  readonly attack?: Attack;
}
interface Recheck {
  check(source: string, flags: string, options: { timeout: number }): Promise<Result>;
}

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, 'package.json'), '{"private":true}');
const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', PACKAGE];
const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' });
if (status !== 0) throw new Error(`${PACKAGE} could not be fetched from the npm registry.`);
const { check } = createRequire(join(FOLDER, 'package.json'))('recheck') as Recheck;

const { linear, bounded } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  linear: string[];
  bounded: Record<string, unknown>;
};
const literals = patternLiterals();
const kept = new Set(linear.filter((literal) => literals.has(literal)));
const found: string[] = [];
for (const [literal, places] of literals) {
  if (kept.has(literal) || Object.hasOwn(bounded, literal)) continue;
  const { source, flags } = expressionOf(literal);
  const { status: verdict, complexity, attack } = await check(source, flags.replace('v', 'u'), { timeout: 20_000 });
  if (verdict === 'safe') kept.add(literal);
  else
    found.push(
      [`${verdict} ${complexity?.summary ?? ''}`, literal, ...places, JSON.stringify(attack ?? null)].join('\n  '),
    );
}
const stillThere = Object.entries(bounded).filter(([literal]) => literals.has(literal));
const written = { linear: [...kept].toSorted(), bounded: Object.fromEntries(stillThere) };
writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`);
for (const one of found) console.error(one);
process.exit(found.length === 0 ? 0 : 1);
