import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isUuid } from './uuid.rules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ID = '0198c5d2-7e7a-7000-8a3b-00f1e2d3c4b5';

test('a UUID is recognised in either case, and nothing that only contains one', () => {
  assert.ok(isUuid(ID) && isUuid(ID.toUpperCase()));
  for (const text of ['', ID.slice(1), `${ID}0`, `${ID}\n`, ` ${ID}`, ID.replaceAll('-', ''), ID.replace('8', 'g')])
    assert.equal(isUuid(text), false, JSON.stringify(text));
});

test('the pattern of a UUID is written once in the sources', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('[0-9a-f]{8}')),
    [join('src', 'shared', 'contracts', 'uuid.rules.ts')],
  );
});
