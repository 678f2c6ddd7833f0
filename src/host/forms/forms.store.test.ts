import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { checkDefinition, type FormBody } from '../../shared/forms/index.ts';
import { createForms, readForm, stateOf } from './forms.store.ts';

interface Sent {
  readonly line: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: { readonly [name: string]: unknown } | undefined;
}

function recorded(answers: (line: string) => unknown) {
  const sent: Sent[] = [];
  const send = (async (endpoint: { method: string; path: string }, options: { query?: object; body?: object }) => {
    const line = `${endpoint.method} ${endpoint.path}`;
    sent.push({ line, query: { ...options.query }, body: options.body as Sent['body'] });
    return answers(line);
  }) as unknown as typeof call;
  return { sent, store: createForms({ send }) };
}

const page = { items: [], next: null, previous: null, total: 0 };

test('PRV-05 the state of a form is retired, or how its draft relates to what is published', () => {
  const form = { active: true, published: 2, changed: false } as Form;
  assert.equal(stateOf(form), 'published');
  assert.equal(stateOf({ ...form, changed: true }), 'changed');
  assert.equal(stateOf({ ...form, published: null, changed: true }), 'unpublished');
  assert.equal(stateOf({ ...form, published: null, active: false }), 'inactive');
});

test('PRV-05 FRM-09 a form is created empty or as a copy, with its own id, title and kind', async () => {
  const { sent, store } = recorded(() => page);
  await store.create({ id: 'leave', title: { en: 'Leave' }, kind: 'start' }, null);
  const other = { ...(sent[0]?.body?.body as object), outcomes: [{ id: 'ok', label: { en: 'OK' } }] };
  await store.create({ id: 'copy', title: { en: 'Copy' }, kind: 'task' }, other as unknown as FormBody);
  const made = sent
    .filter(({ line }) => line === 'POST /api/forms')
    .map(({ body }) => body?.body as { id: string; kind: string });
  assert.deepEqual(
    made.map(({ id, kind }) => [id, kind]),
    [
      ['leave', 'start'],
      ['copy', 'task'],
    ],
  );
  for (const body of made) assert.deepEqual(checkDefinition(body), []);
  assert.ok('outcomes' in (made[1] as object));
});

test('PRV-05 a file with a definition, even an invalid one, replaces a draft', () => {
  const ours = { formatVersion: 1, id: 'a', title: {}, root: { type: 'stack', id: 'root', children: [] } };
  assert.deepEqual(readForm(JSON.stringify(ours)), { status: 'read', body: ours });
  assert.deepEqual([readForm('{').status, readForm('[1]').status], ['notJson', 'unknown']);
});
