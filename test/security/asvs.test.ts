import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The requirements of levels 1 and 2 of ASVS 5.0: the last number of each section, without those of level 3. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  '1.1': upTo(2),
  '1.2': upTo(9),
  '1.3': upTo(11),
  '1.4': upTo(3),
  '1.5': upTo(2),
  '2.1': upTo(3),
  '2.2': upTo(3),
  '2.3': upTo(4),
  '2.4': upTo(1),
  '3.2': upTo(2),
  '3.3': upTo(4),
  '3.4': upTo(6),
  '3.5': upTo(5),
  '3.7': upTo(2),
  '4.1': upTo(3),
  '4.2': upTo(1),
  '4.3': upTo(2),
  '4.4': upTo(4),
  '5.1': upTo(1),
  '5.2': upTo(3),
  '5.3': upTo(2),
  '5.4': upTo(3),
  '6.1': upTo(3),
  '6.2': upTo(12),
  '6.3': upTo(4),
  '6.4': upTo(4),
  '6.5': upTo(5),
  '6.6': upTo(3),
  '6.8': upTo(4),
  '7.1': upTo(3),
  '7.2': upTo(4),
  '7.3': upTo(2),
  '7.4': upTo(5),
  '7.5': upTo(2),
  '7.6': upTo(2),
  '8.1': upTo(2),
  '8.2': upTo(3),
  '8.3': upTo(1),
  '8.4': upTo(1),
  '9.1': upTo(3),
  '9.2': upTo(4),
  '10.1': upTo(2),
  '10.2': upTo(2),
  '10.3': upTo(4),
  '10.4': upTo(11),
  '10.5': upTo(5),
  '10.6': upTo(2),
  '10.7': upTo(3),
  '11.1': upTo(2),
  '11.2': upTo(3),
  '11.3': upTo(3),
  '11.4': upTo(4),
  '11.5': upTo(1),
  '11.6': upTo(1),
  '12.1': upTo(3),
  '12.2': upTo(2),
  '12.3': upTo(4),
  '13.1': upTo(1),
  '13.2': upTo(5),
  '13.3': upTo(2),
  '13.4': upTo(5),
  '14.1': upTo(2),
  '14.2': upTo(4),
  '14.3': upTo(3),
  '15.1': upTo(3),
  '15.2': upTo(3),
  '15.3': upTo(7),
  '16.1': upTo(1),
  '16.2': upTo(5),
  '16.3': upTo(4),
  '16.4': upTo(3),
  '16.5': upTo(3),
  '17.1': upTo(1),
  '17.2': upTo(4),
  '17.3': upTo(2),
};

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly where: string;
}

const rows: readonly Row[] = [...page.matchAll(/^\| (\d+\.\d+\.\d+) [^|]*\| ([^|]*) \| (.*) \|$/gm)].map(
  ([, id = '', state = '', where = '']) => ({ id, state, where }),
);

/** Returns files named in backticks: paths with a slash, and configuration files at the top. */
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:src|test|scripts|deploy)\/[^`*]+\.\w+|[a-z-]+\.json)`/g)].map(([, path = '']) => path);

test('docs/security.md has one row for each requirement of ASVS 5.0 level 2', () => {
  const expected = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`));
  assert.equal(expected.length, 253);
  assert.deepEqual(rows.map(({ id }) => id).sort(), expected.sort());
});

test('each row of docs/security.md has a known state, and each file it names exists', () => {
  const wrong = rows.flatMap(({ id, state, where }) => [
    ...(['Met', 'Operator', 'Not yet', 'Not applicable'].includes(state) ? [] : [`${id}: state ${state}`]),
    ...filesIn(where)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${id}: no ${path}`),
    ...(where === '' ? [`${id}: no reason`] : []),
  ]);
  assert.deepEqual(wrong, []);
});

test('each row marked Met names a test or a file of configuration', () => {
  const bare = rows.filter(({ state, where }) => state === 'Met' && filesIn(where).length === 0);
  assert.deepEqual(
    bare.map(({ id }) => id),
    [],
  );
});

test('the server starts no process and uses no weak hash, no weak randomness and no unchecked certificate', () => {
  const refused = [
    /from 'node:child_process'/,
    /\beval\(|new Function\(/,
    /createHash\('(?:md5|sha1)'/,
    /rejectUnauthorized/,
    /insecureHTTPParser/,
  ];
  const found = globSync('src/server/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      // Only the pause before a refusal is random without being secret.
      const weak = path.endsWith('signin/passwords/password-queue.ts') ? [] : [/Math\.random/];
      return [...refused, ...weak].filter((pattern) => pattern.test(text)).map((pattern) => `${path}: ${pattern}`);
    });
  assert.deepEqual(found, []);
});
