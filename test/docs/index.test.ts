import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

test('docs/README.md lists every page of the documentation', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const missing = globSync('docs/*.md', { cwd: root })
    .map((file) => file.slice('docs/'.length))
    .filter((file) => file !== 'README.md' && !index.includes(`](${file})`));
  assert.deepEqual(missing, []);
});

test('each relative link of a page leads to an existing file and, in another page, heading', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
  const headings = (path: string) =>
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));
  const wrong = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    return [...text.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, file = '', anchor]) => {
        const path = file === '' ? join(root, page) : join(root, dirname(page), file);
        return !existsSync(path) || (anchor !== undefined && path.endsWith('.md') && !headings(path).includes(anchor));
      })
      .map(([link]) => `${page}: ${link}`);
  });
  assert.deepEqual(wrong, []);
});
