import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** Tests that reach these need a database or a browser, which is too slow for each mutant. */
const SLOW = /^test\/support\/(databases|platform|test-tenant|browser|verva|journey|app|postgres)\.ts$/;
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+\.tsx?)['"]/g;

const imports = new Map<string, readonly string[]>();

/** The unit tests of a file, and all modules through which they reach it. Paths are relative to the repository. */
export interface Reach {
  readonly tests: readonly string[];
  readonly reaching: readonly string[];
}

/** Hundreds of random models: too slow for each mutant. */
const LONG = /generated\.test\.ts$/;

/**
 * Returns the server module that a path belongs to. Tests of another module reach its rules only by chance, through its
 * index.
 */
const moduleOf = (path: string) => /^src\/server\/modules\/[^/]+\//.exec(path)?.[0] ?? '';

/** Finds the unit tests that reach a file by import, those of its own folder first. */
export function reachOf(target: string): Reach {
  const far = (test: string) => (dirname(test) === dirname(target) ? 0 : 1);
  const tests = globSync('src/**/*.test.ts')
    .filter((test) => !test.endsWith('.browser.test.ts') && !LONG.test(test) && test.startsWith(moduleOf(target)))
    .filter((test) => reachedFrom(test).has(target) && ![...reachedFrom(test)].some((path) => SLOW.test(path)))
    .toSorted((a, b) => far(a) - far(b) || a.localeCompare(b));
  const modules = new Set(tests.flatMap((test) => [...reachedFrom(test)]));
  return { tests, reaching: [...modules].filter((path) => reachedFrom(path).has(target)) };
}

const reached = new Map<string, ReadonlySet<string>>();

function reachedFrom(start: string): ReadonlySet<string> {
  const known = reached.get(start);
  if (known) return known;
  const seen = new Set([start]);
  for (const path of seen) for (const next of importsOf(path)) seen.add(next);
  reached.set(start, seen);
  return seen;
}

function importsOf(path: string): readonly string[] {
  const known = imports.get(path);
  if (known) return known;
  const found = [...readFileSync(path, 'utf8').matchAll(IMPORT)]
    .map(([, name]) => relative('.', resolve(dirname(path), name!)))
    .filter((name) => existsSync(name));
  imports.set(path, found);
  return found;
}
