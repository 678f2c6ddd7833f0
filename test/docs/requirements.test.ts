import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const ID = /\b(?:[A-Z]{2,5}|I18N)-\d\d\b/g;
const catalogue = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
// One line may define several: "VAL-02 …, VAL-03 …".
const known = new Set(catalogue.match(ID));
const areas = new Set([...known].map((id) => id.slice(0, -3)));

const sources = globSync(
  ['src/**/*.{ts,tsx,css,sql}', 'test/**/*.{ts,tsx,mjs}', 'scripts/**/*.{ts,mjs}', 'docs/*.md'],
  {
    cwd: root,
  },
);

test('each area of the catalogue numbers its requirements without a gap', () => {
  assert.ok(known.size > 200);
  const gaps = [...areas].flatMap((area) => {
    const numbers = [...known].filter((id) => id.slice(0, -3) === area).map((id) => Number(id.slice(-2)));
    return numbers.length === Math.max(...numbers) ? [] : [area];
  });
  assert.deepEqual(gaps, []);
});

test('each requirement id in a title, a comment or a page is in the catalogue', () => {
  const unknown = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(ID)]
      // Other words look similar (UTF-16); only a prefix used in the catalogue makes one an id.
      .filter(([id]) => areas.has(id.slice(0, -3)) && !known.has(id))
      .map(([id]) => `${file}: ${id}`),
  );
  assert.deepEqual(unknown, []);
});

test('each test title that starts with an id starts with at most three, all of them known', () => {
  const TITLE = /^\s*(?:test|it|describe)(?:\.\w+)*\(\s*['"`]((?:[A-Z]{2,6}|I18N)-\d\d\b[^'"`]*)/gm;
  const wrong = sources
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(TITLE)]
        .map(([, title = '']) => ({ title, ids: title.match(ID) ?? [] }))
        .filter(({ ids }) => ids.length > 3 || ids.some((id) => !known.has(id)))
        .map(({ title }) => `${file}: ${title}`),
    );
  assert.deepEqual(wrong, []);
});
