// Selects the tests that a change can affect (`npm test -- --changed`): those that reach a changed file by imports, and
// those that read files in other ways. In case of doubt, all tests run.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const CODE = /\.(?:ts|tsx|mjs)$/;
const TEST = /\.test\.tsx?$/;
const PAGE = /^(?:docs\/.*|[A-Z]+)\.md$/;
/** Code of the built application and elements, which journeys and size tests use without importing it. */
const BUILT = /^(?:src\/(?:host|widgets|shared)\/|src\/\w+\.ts$)/;
const USES_BUILD = /^test\/(?:e2e|size|browsers)\//;
/** Folders in which any change affects all tests: building, starting and testing. */
const TOOLS = /^(?:scripts|build|demo|deploy)\/|^[^/]+$/;
/** Code that is imported by folder. */
const READS: Readonly<Record<string, RegExp>> = { 'src/server/modules/i18n/catalogue.ts': /\.messages\.ts$/ };
/** Matches a test that lists a folder; the next pattern matches the path of a file as text. */
const LISTS_FILES = /\b(?:readdir|readdirSync|globSync|glob|cruise)\(/;
const PATHS = /['"`]([^'"`\n\s]*?\.(?:ts|tsx|mjs))(?:\?[^'"`]*)?['"`]/g;

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Returns the files that differ from the branching point of `main` (on `main` itself, from the last commit), including
 * new ones.
 */
export function changedFiles(): string[] {
  let base = 'HEAD';
  try {
    base = git('merge-base', 'HEAD', 'main')[0]!;
  } catch {
    // Without a `main` branch, only uncommitted changes count.
  }
  return [
    ...new Set([...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '-o', '--exclude-standard')]),
  ];
}

/** Reads all code of the repository: path and text. */
export function readSources(): Map<string, string> {
  const files = globSync(['{src,test,scripts,build,demo}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'], { cwd: ROOT });
  return new Map(
    files.map((file) => file.replaceAll('\\', '/')).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  );
}

/** Returns the test files that this change can affect, or why all are affected: `{ tests }` or `{ everything }`. */
export function affectedTests(
  changed: readonly string[],
  sources: ReadonlyMap<string, string> = readSources(),
): { tests: string[]; everything?: undefined } | { tests?: undefined; everything: string } {
  const isUnderstood = (file: string) => PAGE.test(file) || (CODE.test(file) && !TOOLS.test(file) && sources.has(file));
  const unknown = changed.find((file) => !isUnderstood(file));
  if (unknown) return { everything: `${unknown} changed` };
  const importers = new Map<string, string[]>();
  const link = (file: string, target: string) => {
    importers.set(target, [...(importers.get(target) ?? []), file]);
  };
  for (const [file, text] of sources) {
    for (const [, path = ''] of text.matchAll(PATHS)) {
      for (const target of [posix.join(dirname(file), path), path.replace(/^\//, '')])
        if (sources.has(target)) link(file, target);
    }
    const reads = READS[file];
    if (reads) for (const target of sources.keys()) if (reads.test(target)) link(file, target);
  }
  const reached = new Set(changed);
  // The set grows during the iteration.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const hasPage = changed.some((file) => PAGE.test(file));
  const hasBuilt = changed.some((file) => BUILT.test(file) && !TEST.test(file));
  const tests = [...sources.keys()].filter(
    (file) =>
      TEST.test(file) &&
      existsSync(join(ROOT, file)) &&
      (reached.has(file) ||
        (hasBuilt && USES_BUILD.test(file)) ||
        (hasPage && /\.md\b|docs/.test(sources.get(file)!)) ||
        LISTS_FILES.test(sources.get(file)!)),
  );
  return { tests };
}
