import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormBody } from '../../../shared/forms/index.ts';
import { assertDefinition, assertStorable, assertUnchanged, digestOf, readForm } from './forms.rules.ts';

const BODY = {
  formatVersion: 1,
  id: 'purchase',
  title: { en: 'Purchase' },
  root: { type: 'stack', id: 'root', children: [{ type: 'text', key: 'why', label: { en: 'Why' } }] },
};
const CODE = 'form.definition_invalid';
/** Matches a refusal with these pointers and kinds of fault. */
const refusal =
  (...faults: readonly (readonly [pointer: string, fault: string])[]) =>
  (error: unknown) => {
    const { code, extra } = error as {
      code: string;
      extra: { errors: { pointer: string; code: string; params: { fault: string } }[] };
    };
    assert.equal(code, CODE);
    assert.deepEqual(
      extra.errors.map((one) => [one.pointer, one.params.fault]),
      faults,
    );
    assert.ok(extra.errors.every((one) => one.code === CODE));
    return true;
  };

test('FRM-01 a form is read from a request: its id, kind and title, and how many faults its draft has', () => {
  assert.deepEqual(readForm({ body: BODY }), {
    id: 'purchase',
    kind: 'task',
    title: BODY.title,
    body: BODY,
    problems: 0,
  });
  assert.equal(readForm({ body: { ...BODY, kind: 'record' } }).kind, 'record');
  assert.equal(readForm({ body: { ...BODY, kind: 'start' } }).kind, 'start');
  assert.equal(readForm({ body: { ...BODY, kind: 'record' }, kind: 'task' }).kind, 'task');
  assert.equal(readForm({ body: { ...BODY, kind: 'other' } }).kind, 'task');
  assert.deepEqual(readForm({ body: BODY, title: { et: 'Ost' } }).title, { et: 'Ost' });
  for (const title of [undefined, null, 'Purchase', {}, ['x'], { en: 1 }]) {
    assert.deepEqual(readForm({ body: { ...BODY, title } }).title, { en: 'purchase' }, JSON.stringify(title));
  }
  assert.notEqual(readForm({ body: { ...BODY, root: null } }).problems, 0, 'a draft may be faulty');
  assert.equal(readForm({ body: BODY, id: 'purchase' }, 'purchase').id, 'purchase');
});

test('ERR-04 FRM-01 a form without body or id is refused, and the missing parameter named', () => {
  const code = 'request.missing_parameter';
  for (const body of [undefined, null]) {
    assert.throws(() => readForm({ id: 'purchase', body }), { code, params: { parameter: 'body' } });
  }
  for (const body of [{ formatVersion: 1 }, 'text']) {
    assert.throws(() => readForm({ body }), { code, params: { parameter: 'id' } });
  }
});

test('FRM-01 the ids of path, request and body must agree', () => {
  assert.throws(() => readForm({ body: BODY }, 'leave'), refusal(['/body/id', 'formId']));
  assert.throws(() => readForm({ id: 'leave', body: BODY }, 'purchase'), refusal(['/id', 'formId']));
  assert.throws(() => readForm({ id: 'leave', body: BODY }), refusal(['/body/id', 'formId']));
  assert.throws(() => readForm({ id: 'a', body: BODY }, 'b'), refusal(['/body/id', 'formId'], ['/id', 'formId']));
});

test('FRM-01 content that could not be read back is refused', () => {
  for (const body of ['text', 1, [BODY]])
    assert.throws(() => readForm({ id: 'x', body }), refusal(['/body', 'object']));
  assert.throws(() => readForm({ body: { ...BODY, formatVersion: 2 } }), refusal(['/body/formatVersion', 'oneOf']));
  for (const id of ['', 'two words', '-a', 'é', 'x'.repeat(65), 7]) {
    assert.throws(() => readForm({ body: { ...BODY, id } }), refusal(['/body/id', 'id']), String(id));
  }
  assert.equal(readForm({ body: { ...BODY, id: '0_-x'.padEnd(64, 'x') } }).id.length, 64);
  assert.throws(() => readForm({ body: { ...BODY, note: 'a\u0000b' } }), refusal(['/body', 'characters']));
});

test('FRM-01 stored content has readable texts and a limited depth', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { x: nested(depth - 1) });
  assert.doesNotThrow(() => assertStorable({ a: ['x', null, 1, { b: 'é' }] }, '/body'));
  assert.doesNotThrow(() => assertStorable(nested(64), '/body'));
  assert.throws(() => assertStorable(nested(65), '/values'), refusal(['/values', 'deep']));
  for (const text of ['a\u0000', '\ud800']) {
    assert.throws(() => assertStorable(['x', { a: text }], '/body'), refusal(['/body', 'characters']));
    assert.throws(() => assertStorable({ [text]: 1 }, '/body'), refusal(['/body', 'characters']));
  }
});

test('FRM-09 a definition is published only without faults, and each is reported with its place', () => {
  assert.equal(assertDefinition(BODY), BODY);
  const children = [{ type: 'text', key: 'why' }];
  assert.throws(
    () => assertDefinition({ ...BODY, root: { ...BODY.root, children } }),
    (error) => {
      const { code, extra } = error as { code: string; extra: { errors: { pointer: string }[] } };
      assert.equal(code, CODE);
      assert.ok(extra.errors.length > 0);
      assert.ok(extra.errors.every(({ pointer }) => pointer.startsWith('/body/root/children/0')));
      return true;
    },
  );
});

test('FRM-01 API-06 another version than the expected one is a conflict', () => {
  for (const ifMatch of [undefined, '*', '"3"']) assert.doesNotThrow(() => assertUnchanged(ifMatch, 3));
  assert.throws(() => assertUnchanged('"2"', 3), { code: 'edit.conflict', extra: { current: 3 } });
});

test('FRM-09 two drafts are the same whatever the order of their members, but not of their lists', () => {
  const digest = (body: object) => digestOf(body as FormBody).toString('hex');
  assert.equal(digest({ a: 1, b: { c: [1, 2], d: null } }), digest({ b: { d: null, c: [1, 2] }, a: 1 }));
  assert.notEqual(digest({ a: [1, 2] }), digest({ a: [2, 1] }));
  assert.notEqual(digest({ a: [{ b: 1 }] }), digest({ a: [{ b: 2 }] }));
  assert.equal(digestOf({ a: 1 } as unknown as FormBody).length, 32);
});
