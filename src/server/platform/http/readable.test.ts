import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { assertReadable, bodyCheck } from './readable.ts';

const check = bodyCheck(
  Type.Object(
    { inner: Type.Optional(Type.Object({}, { additionalProperties: false })) },
    { additionalProperties: false },
  ),
);

test('unknown names are reported once each, at most 20 of them', () => {
  for (const [count, reported] of [
    [1, 1],
    [9, 9],
    [19, 19],
    [20, 20],
    [500, 20],
  ] as const) {
    const names = Array.from({ length: count }, (_, index) => `k${index}`);
    const errors = errorsFrom(() => check(Object.fromEntries(names.map((name) => [name, 1]))));
    assert.deepEqual(
      errors,
      names
        .slice(0, reported)
        .map((name) => ({ pointer: `/${name}`, code: 'field.unknown', params: { attribute: name } })),
    );
  }
});

test('unknown names of an inner object are reported with its path, escaped', () => {
  const errors = errorsFrom(() => check({ inner: { 'a/b~c': 1 } }));
  assert.deepEqual(errors, [{ pointer: '/inner/a~1b~0c', code: 'field.unknown', params: { attribute: 'a~1b~0c' } }]);
});

test('long names are cut at 100 characters in every response', () => {
  const long = 'x'.repeat(900_000);
  const cut = 'x'.repeat(100);
  const unknown = errorsFrom(() => check({ [long]: 1 }));
  assert.deepEqual(unknown, [{ pointer: `/${cut}`, code: 'field.unknown', params: { attribute: cut } }]);
  const unreadable = errorsFrom(() => assertReadable({ [long]: { inner: '\0' } }));
  assert.deepEqual(unreadable, [{ pointer: `/${cut}/inner`, code: 'request.invalid' }]);
});

test('cutting a name leaves valid pointers', () => {
  const [slash] = errorsFrom(() => check({ [`${'x'.repeat(99)}/y`]: 1 }));
  assert.equal(slash?.pointer, `/${'x'.repeat(99)}`);
  const [pair] = errorsFrom(() => check({ [`${'x'.repeat(99)}😀`]: 1 }));
  assert.ok(pair?.pointer.isWellFormed());
});

function errorsFrom(refused: () => void) {
  try {
    refused();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.extra.errors ?? [];
  }
  return assert.fail('nothing was refused');
}
