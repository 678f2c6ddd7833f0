import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { assertBounded } from './json-bounds.ts';

const bounds = { values: 10, members: 4 };

function refusalOf(text: string): string | undefined {
  try {
    assertBounded(text, bounds);
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.code;
  }
  return undefined;
}

const list = (length: number) => JSON.stringify(Array(length).fill(1));
const object = (length: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length }, (_, key) => [`k${key}`, 1])));

test('API-05 values are counted anywhere in a body', () => {
  for (const text of [
    list(9),
    object(4),
    '[[],[],[],[]]',
    '"a,b,c,d,e,f,g,h,i,j,k,l"',
    ' 1 ',
    '',
    `[${object(4)},1]`,
  ]) {
    assert.equal(refusalOf(text), undefined, text);
  }
  for (const text of [list(10), object(5), `{"a":${object(5)}}`, '[[],[],[],[],[]]', `[${object(4)},${object(4)}]`]) {
    assert.equal(refusalOf(text), 'request.too_many_values', text);
  }
});

test('API-05 repeated names count each time', () => {
  assert.equal(refusalOf('{"a":1,"a":1,"a":1,"a":1,"a":1}'), 'request.too_many_values');
});

test('API-05 strings are skipped as the parser reads them', () => {
  const commas = ','.repeat(20);
  for (const text of [commas, `"${commas}`, `\\${commas}"`, `${commas}\\`, `\\"${commas}\\\\"[{`]) {
    assert.equal(refusalOf(JSON.stringify([text, text, { [text]: text }])), undefined, text);
    assert.equal(refusalOf(`[${JSON.stringify(text)}${',1'.repeat(9)}]`), 'request.too_many_values', text);
  }
});

test('API-05 nesting is limited to 60 levels; invalid JSON is left to the parser', () => {
  const deep = (levels: number) => {
    try {
      assertBounded('['.repeat(levels) + ']'.repeat(levels));
      return undefined;
    } catch (error) {
      return (error as AppError).code;
    }
  };
  assert.equal(deep(60), undefined);
  assert.equal(deep(61), 'request.invalid');
  for (const text of ['}}}]', '"open', '{"a', '\\"', ',,']) assert.equal(refusalOf(text), undefined, text);
});
