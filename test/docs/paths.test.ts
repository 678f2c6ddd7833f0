import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
// Paths in embedding-frameworks.md refer to the reader's own project.
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter(
  (page) => !page.endsWith('embedding-frameworks.md'),
);

/** A path from the root of the repository, also within a sentence or a command. */
const FROM_ROOT = /(?<![\w/.@:*-])(?:src|test|scripts|build|deploy|demo|docs)\/[\w./*{},-]*[\w*}]/g;
/** A path in code that leaves out src/ or src/server/. */
const SHORT = /`((?:contracts|host|migrations|modules|platform|server|shared|widgets)\/[\w./*{},-]*[\w*}])`/g;

const exists = (path: string) =>
  ['', 'src/', 'src/server/', 'src/shared/'].some((folder) => globSync(folder + path, { cwd: root }).length > 0);

test('each path of the repository that a page names exists', () => {
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const paths = [...(text.match(FROM_ROOT) ?? []), ...[...text.matchAll(SHORT)].map(([, path = '']) => path)];
    return paths.map((path) => ({ page, path }));
  });
  assert.ok(named.length > 100);
  assert.deepEqual(
    named.filter(({ path }) => !exists(path)).map(({ page, path }) => `${page}: ${path}`),
    [],
  );
});
