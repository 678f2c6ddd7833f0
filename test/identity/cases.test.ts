import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the numbers in the titles of a file's tests: `(61)`, `(72, 73)`. */
function numbersOf(file: string): number[] {
  const titles = readFileSync(join(ROOT, file), 'utf8').matchAll(/\b(?:test|it)\(\s*(['"`])(.*?)\1/gs);
  return [...titles].flatMap(([, , title]) =>
    [...title!.matchAll(/\(((?:\d+, )*\d+)\)/g)].flatMap(([, list]) => list!.split(', ').map(Number)),
  );
}

test('LOG-22 docs/identity-cases.md lists each case in order with its tests', () => {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], { cwd: ROOT });
  const proved = new Map(files.map((file) => [file, numbersOf(file)]));
  const rows = [
    ...readFileSync(join(ROOT, 'docs/identity-cases.md'), 'utf8').matchAll(/^\| (\d+) \| [^|]+ \| (.+) \|$/gm),
  ];
  assert.deepEqual(
    rows.map(([, number]) => Number(number)),
    rows.map((_, index) => index + 1),
  );
  assert.ok(rows.length >= 110);
  for (const [, number, names] of rows) {
    for (const [, name] of names!.matchAll(/`([^`]+)`/g)) {
      assert.ok(proved.get(name!)?.includes(Number(number)), `case ${number} in ${name}`);
    }
    assert.match(names!, /`/, `case ${number} names a file`);
  }
});
