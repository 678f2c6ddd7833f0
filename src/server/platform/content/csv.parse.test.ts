import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from './csv.parse.ts';

const cells = async (text: string) => (await parseCsv(text, 100)).map((record) => record.cells);

test('ADM-08 commas, semicolons and tabs separate cells, quotes hold separators, line breaks and quotes', async () => {
  assert.deepEqual(await cells('a,b\r\n1,"x,""y""\r\nz"\r\n'), [
    ['a', 'b'],
    ['1', 'x,"y"\r\nz'],
  ]);
  assert.deepEqual(await cells('a;"b,c";d\n1;2,5;'), [
    ['a', 'b,c', 'd'],
    ['1', '2,5', ''],
  ]);
  assert.deepEqual(await cells('a\tb\r1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('ADM-08 empty rows are left out, and a row keeps its line', async () => {
  assert.deepEqual(
    (await parseCsv('a,b\n\n,\n1,2\n', 100)).map(({ line }) => line),
    [1, 4],
  );
});

test('ADM-08 the apostrophe of an exported formula is removed, that of a name stays', async () => {
  assert.deepEqual(await cells("a,b\n'+372 5550,'Allo"), [
    ['a', 'b'],
    ['+372 5550', "'Allo"],
  ]);
});
