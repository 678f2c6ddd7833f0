import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ApiError, type call } from '../../../shared/api/index.ts';
import type { Endpoint } from '../../../shared/contracts/endpoint.ts';
import type { ManualDraftText } from '../../../shared/contracts/manual-authoring.contract.ts';
import { createText } from './text.store.ts';
import { createOpenTexts, createTexts } from './texts.ts';

const text = (more: Partial<ManualDraftText> = {}): ManualDraftText => ({
  languageId: 'en',
  title: 'Hot work',
  html: '<p id="b-aaaaaaaa">One</p>',
  sha256: 'a'.repeat(64),
  words: 1,
  attachments: [],
  removed: [],
  version: 1,
  ...more,
});

interface Asked {
  readonly method: string;
  readonly body?: { readonly title: string; readonly html: string };
  readonly ifMatch?: number;
}

/** A server with queued responses; an Error is thrown. */
function serverOf(...answers: readonly unknown[]) {
  const asked: Asked[] = [];
  const rest = [...answers];
  const send = (async ({ method }: Endpoint, { body, ifMatch }: Omit<Asked, 'method'>) => {
    asked.push({ method, ...(body && { body }), ...(ifMatch !== undefined && { ifMatch }) });
    const answer = rest.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }) as unknown as typeof call;
  return { asked, send, store: createText({ send, manualId: 'm', number: 2, languageId: 'en' }) };
}

test('MAN-05 text is saved automatically after a pause, with the version that was read', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    const { asked, store } = serverOf(text(), text({ version: 2 }), text({ version: 3 }));
    await store.load();
    store.readFrom(() => '<p>Two</p>');
    store.touched();
    mock.timers.tick(1000);
    store.retitle('Hot work in tanks');
    assert.equal(asked.length, 1, 'typing goes on');
    mock.timers.tick(1500);
    await store.save();
    assert.deepEqual(asked[1], { method: 'PUT', body: { title: 'Hot work in tanks', html: '<p>Two</p>' }, ifMatch: 1 });
    assert.deepEqual([store.saving.value.status, store.isChanged()], ['saved', false]);
    store.touched();
    await store.save();
    assert.equal(asked[2]?.ifMatch, 2);
  } finally {
    mock.timers.reset();
  }
});

test('MAN-05 a text that another user saved is not overwritten until the user decides', async () => {
  const theirs = text({ html: '<p>Theirs</p>', version: 5 });
  const conflict = new ApiError('edit.conflict', 412);
  const { asked, store } = serverOf(text(), conflict, theirs, text({ version: 6 }));
  await store.load();
  store.readFrom(() => '<p>Mine</p>');
  store.touched();
  await store.save();
  assert.deepEqual(store.saving.value, { status: 'conflict', theirs });
  store.touched();
  await store.save();
  assert.equal(asked.length, 3, 'nothing is sent meanwhile');
  await store.resolve('mine');
  assert.deepEqual([asked[3]?.body?.html, asked[3]?.ifMatch, store.saving.value.status], ['<p>Mine</p>', 5, 'saved']);

  const other = serverOf(text(), conflict, theirs);
  await other.store.load();
  other.store.touched();
  await other.store.save();
  await other.store.resolve('theirs');
  assert.deepEqual(other.store.state.value, { status: 'ready', text: theirs });
  assert.deepEqual([other.store.html(), other.store.isChanged()], ['<p>Theirs</p>', false]);
});

test('MAN-01 content removed by the server is reported and disappears from the text', async () => {
  const cleaned = text({ html: '<p>Clean</p>', version: 2, removed: ['A script'] });
  const { store } = serverOf(text(), cleaned);
  await store.load();
  store.readFrom(() => '<p>Clean<script>alert(1)</script></p>');
  store.touched();
  await store.save();
  assert.deepEqual(store.removed.value, ['A script']);
  assert.deepEqual(store.state.value, { status: 'ready', text: cleaned });
});

test("MAN-05 a language without a text is empty, and starts from another language's text", async () => {
  const { asked, store } = serverOf(new ApiError('manual_text.not_found', 404), text());
  await store.load();
  assert.deepEqual(store.state.value, { status: 'absent' });
  await store.begin({ title: 'Hot work', html: '<p>One</p>' });
  assert.deepEqual(asked[1], { method: 'PUT', body: { title: 'Hot work', html: '<p>One</p>' } });
  assert.equal(store.state.value.status, 'ready');
});

test('MAN-05 a text that is being saved when its tab closes stays unsaved input until the server has it', async () => {
  let answer: (text: ManualDraftText) => void = () => undefined;
  const asked: string[] = [];
  const send = (async ({ method }: Endpoint) => {
    asked.push(method);
    return method === 'GET' ? text() : new Promise((done) => (answer = done));
  }) as unknown as typeof call;
  const open = createOpenTexts((number) => createTexts({ send, manualId: 'm', number, onSaved: () => undefined }));
  const draft = { number: 2, state: 'draft' } as const;
  const tab = open.of(draft);
  tab.show();
  const store = tab.texts.of('en');
  await store.load();
  store.touched();
  const hidden = tab.hide();
  assert.equal(open.isChanged(), true);
  assert.equal(open.of(draft).texts, tab.texts, 'a tab that opens meanwhile shows the same text');
  answer(text({ version: 2 }));
  assert.equal(await hidden, true);
  assert.deepEqual([open.isChanged(), open.of(draft).texts === tab.texts], [false, false]);
});

test('MAN-05 a text that could not be saved when its tab closed is there when it opens again', async () => {
  const { asked, send } = serverOf(text(), new ApiError('request.invalid', 422), text({ version: 2 }));
  const open = createOpenTexts((number) => createTexts({ send, manualId: 'm', number, onSaved: () => undefined }));
  const draft = { number: 2, state: 'draft' } as const;
  const tab = open.of(draft);
  const store = tab.texts.of('en');
  while (store.state.peek().status === 'loading') await Promise.resolve();
  store.touched();
  assert.equal(await tab.hide(), false);
  assert.equal(open.of(draft).texts, tab.texts);
  assert.equal(await tab.hide(), true);
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['GET', 'PUT', 'PUT'],
  );
});
