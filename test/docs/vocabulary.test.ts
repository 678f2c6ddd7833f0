import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** Words that docs/conventions.md replaces by the standard term or by the name of the person or object. */
const REFUSED = /\b(?:somebody|nobody|everybody|whoever|told|tells?|stands?|stood|besides|lent|doors?)\b/gi;

/** The catalogue and the glossary quote texts of the product; release names and code are not prose. */
const QUOTING = new Set(['docs/requirements.md', 'docs/glossary.md']);

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .map((page) => page.replaceAll('\\', '/'))
  .filter((page) => !QUOTING.has(page));

/** Returns the page without code, which has names of its own. */
const proseOf = (page: string) =>
  readFileSync(join(root, page), 'utf8')
    .replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '');

test('each page uses standard terms', () => {
  const found = pages.flatMap((page) =>
    proseOf(page)
      .split('\n')
      .flatMap((line, index) => (line.match(REFUSED) ?? []).map((word) => `${page}:${index + 1}: ${word}`)),
  );
  assert.deepEqual(found, []);
});
