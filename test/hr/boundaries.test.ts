import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** Tables whose SQL is in one folder of the server, so that the log and the reason cannot be forgotten elsewhere. */
const OWNERS: readonly (readonly [table: RegExp, folder: string])[] = [
  [/\bhr_pay\b/, 'src/server/modules/hr/pay/'],
  [/\bhr_health_check\b/, 'src/server/modules/hr/health/'],
  [/\bhr_document\b/, 'src/server/modules/hr/documents/'],
];
/** Names the tables in order to leave them out. */
const LEAVES_OUT = 'src/server/modules/organisation-export/tables.query.ts';

const sources = globSync(['src/**/*.ts', 'src/**/*.tsx', 'scripts/**/*.ts'], { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/server/migrations/') && file !== LEAVES_OUT)
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

test('HR-01 pay, health checks and documents are read and written in their own folders', () => {
  for (const [table, folder] of OWNERS) {
    const found = sources.filter(({ text }) => table.test(text)).map(({ file }) => file);
    assert.ok(found.length > 0, folder);
    for (const file of found) assert.ok(file.startsWith(folder), `${file} names ${table.source}`);
  }
});

test('HR-01 one file writes the access log', () => {
  const writers = sources.filter(({ text }) => /INSERT INTO hr_access_log/i.test(text)).map(({ file }) => file);
  assert.deepEqual(writers, ['src/server/modules/hr/access.ts']);
});

test('BEY-04 nothing in HR acts on behalf of a delegator', () => {
  const files = sources.filter(({ file }) => file.startsWith('src/server/modules/hr/'));
  assert.ok(files.length > 15);
  for (const { file, text } of files) assert.ok(!/onBehalfOf|on_behalf_of|delegat/i.test(text), file);
});
