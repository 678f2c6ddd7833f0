import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { ManualChange } from '../../shared/contracts/manuals.contract.ts';
import { createManual, type ManualAddress } from './manual.store.ts';
import { ANNA, manualReading, manualText } from './manual.support.ts';

const change = (id: string, kind: ManualChange['kind']): ManualChange => ({ id, kind, html: `<p id="${id}">x</p>` });
const refusal = (code: 'reading.text_changed' | 'held.already_done') =>
  new ApiError(code, 409, { problem: { type: '', title: code, status: 409, instance: '', code } });

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly options: {
    readonly body?: Record<string, unknown>;
    readonly headers?: Record<string, string>;
    readonly idempotencyKey?: string;
    readonly query?: Record<string, unknown>;
  };
}

/** An open manual with a server that answers by the end of the path; records the requests. */
function open(answers: Record<string, unknown> = {}, address: ManualAddress = { manualId: 'm', readingId: 'r' }) {
  const asked: Asked[] = [];
  const known: Record<string, unknown> = {
    '/text': manualText(),
    '/readings/{id}': manualReading(),
    '/progress': (options: Asked['options']) => manualReading({ opened: options.body?.opened ? ['card'] : [] }),
    ...answers,
  };
  const send = async ({ method, path }: { method: string; path: string }, options: Asked['options']) => {
    asked.push({ method, path, options });
    const end = Object.keys(known).find((one) => path.endsWith(one));
    const answer = known[end ?? ''];
    const value = typeof answer === 'function' ? answer(options) : answer;
    if (value instanceof Error) throw value;
    return value;
  };
  const manual = createManual({ send: send as unknown as typeof call, language: 'en', me: 'anna-key', ...address });
  const sent = (end: string) => asked.filter(({ path }) => path.endsWith(end)).map(({ options }) => options);
  return { manual, asked, sent };
}
const ready = (manual: ReturnType<typeof createManual>) => {
  const now = manual.state.value;
  assert.equal(now.status, 'ready');
  return now as Extract<typeof now, { status: 'ready' }>;
};

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
afterEach(() => mock.timers.reset());

test('MAN-07 it can be confirmed when everything was on screen without jumping, and required attachments were opened', async () => {
  const { manual } = open();
  await manual.load();
  assert.equal(manual.missing.value, 'text');
  manual.see({ from: 0, to: 0.2 }, 'b-00000001');
  manual.see({ from: 0.8, to: 1 }, 'b-00000009');
  assert.equal(manual.reached.value, 0.2, 'what was jumped over was not read');
  manual.see({ from: 0.2, to: 0.6 }, 'b-00000004');
  manual.see({ from: 0.6, to: 1 }, 'b-00000007');
  assert.equal(manual.missing.value, 'attachments');
  assert.deepEqual(
    manual.toOpen.value.map(({ id }) => id),
    ['card'],
  );
  await manual.open('card');
  assert.equal(manual.missing.value, null);
});

test('MAN-07 without required reading only required attachments must be opened', async () => {
  const { manual } = open({ '/text': manualText({ requireScroll: false, attachments: [] }) });
  await manual.load();
  assert.equal(manual.missing.value, null);
});

test('MAN-07 progress is saved after a pause and resumed; a failure is sent with the next move', async () => {
  let isDown = true;
  const { manual, sent } = open({
    '/readings/{id}': manualReading({ progress: 0.4, place: 'b-00000005' }),
    '/progress': () => (isDown ? new ApiError('network', 0) : manualReading({ progress: 0.7 })),
  });
  await manual.load();
  assert.equal(manual.reached.value, 0.4);
  manual.see({ from: 0.4, to: 0.6 }, 'b-00000006');
  mock.timers.tick(1000);
  manual.see({ from: 0.5, to: 0.7 }, 'b-00000007');
  mock.timers.tick(1000);
  assert.deepEqual(sent('/progress'), [], 'not while the reader moves');
  mock.timers.tick(600);
  await Promise.resolve();
  assert.deepEqual(sent('/progress')[0]?.body, { place: 'b-00000007', progress: 0.7, languageId: 'en' });
  await new Promise((done) => setImmediate(done));
  isDown = false;
  manual.see({ from: 0.55, to: 0.75 }, 'b-00000008');
  await manual.flush();
  assert.equal(sent('/progress').length, 2);
  assert.equal(sent('/progress')[1]?.body?.progress, 0.75);
  await manual.flush();
  assert.equal(sent('/progress').length, 2, 'nothing new, nothing sent');
});

test('BEY-06 a confirmation names the text that was shown, is deferred, and can be undone', async () => {
  const until = new Date(10_000).toISOString();
  let now = manualReading({ scrolled: true, opened: ['card'] });
  const { manual, sent, asked } = open({
    '/readings/{id}': () => now,
    '/confirmReadManual': { held: { id: 'h', until } },
    '/held/{id}': undefined,
  });
  await manual.load();
  assert.equal(await manual.confirm(), true);
  const [confirmed] = sent('/confirmReadManual');
  assert.deepEqual(confirmed?.body, { languageId: 'en', sha256: 'a'.repeat(64) });
  assert.equal(confirmed?.headers?.Prefer, 'undo=10');
  assert.equal(ready(manual).reading?.state, 'held');
  await manual.undo();
  assert.ok(asked.some(({ method, path }) => method === 'DELETE' && path === '/api/held/{id}'));
  assert.equal(ready(manual).reading?.state, 'pending');
  assert.equal(await manual.confirm(), true);
  now = manualReading({ state: 'read', color: 'read', receiptId: 'receipt' });
  mock.timers.tick(11_500);
  await new Promise((done) => setImmediate(done));
  assert.equal(ready(manual).reading?.receiptId, 'receipt', 'it looks again when it is final');
});

test('MAN-03 a refused confirmation gives the reason and loses nothing; a retry after a lost connection is the same one', async () => {
  const answers: unknown[] = [new ApiError('network', 0), refusal('reading.text_changed')];
  const { manual, sent } = open({
    '/readings/{id}': manualReading({ scrolled: true, opened: ['card'] }),
    '/confirmReadManual': () => answers.shift(),
  });
  await manual.load();
  assert.equal(await manual.confirm(), false);
  assert.equal(await manual.confirm(), false);
  const [first, second] = sent('/confirmReadManual');
  assert.equal(first?.idempotencyKey, second?.idempotencyKey);
  const failed = manual.confirmation.value;
  assert.equal(failed.status === 'failed' && (failed.error as ApiError).code, 'reading.text_changed');
  assert.equal(ready(manual).reading?.state, 'pending');
});

test('BEY-11 for a new version only changes are required, and reading them all is enough', async () => {
  const blocks = [change('b-00000001', 'same'), change('b-00000002', 'changed'), change('b-00000003', 'added')];
  const { manual, sent } = open({
    '/text': manualText({ attachments: [] }),
    '/readings/{id}': manualReading({ asks: 'changes', baseNumber: 1 }),
    '/changes': {
      manualId: 'm',
      from: 1,
      to: 2,
      languageId: 'en',
      fromLanguageId: 'et',
      changes: 2,
      minutes: 4,
      blocks,
    },
  });
  await manual.load();
  await new Promise((done) => setImmediate(done));
  assert.equal(manual.shown.value, 'changes');
  assert.deepEqual(sent('/changes')[0]?.query, { since: 1, number: 2, language: 'en' });
  assert.equal(manual.missing.value, 'changes');
  manual.seeChange(0);
  assert.deepEqual(manual.changes.value, { read: 1, all: 2 });
  manual.seeChange(0);
  manual.seeChange(1);
  assert.equal(manual.missing.value, null);
  await manual.flush();
  assert.deepEqual(sent('/progress')[0]?.body, { progress: 1, scrolled: true, languageId: 'en' });
});

test('BEY-11 if the changes cannot be loaded, the full text is shown and must be read', async () => {
  const { manual } = open({
    '/readings/{id}': manualReading({ asks: 'changes', baseNumber: 1 }),
    '/changes': new ApiError('network', 0),
  });
  await manual.load();
  await new Promise((done) => setImmediate(done));
  assert.equal(manual.shown.value, 'full');
  assert.equal(manual.difference.value.status, 'failed');
  assert.equal(manual.missing.value, 'text');
});

test('MAN-05 BEY-13 another language is loaded, and its text is the one confirmed', async () => {
  const estonian = manualText({ languageId: 'et', sha256: 'b'.repeat(64), attachments: [] });
  const { manual, sent } = open({
    '/text': ({ query }: Asked['options']) => (query?.language === 'et' ? estonian : manualText()),
    '/readings/{id}': manualReading({ scrolled: true }),
    '/confirmReadManual': { held: { id: 'h', until: new Date(10_000).toISOString() } },
  });
  await manual.load();
  await manual.speak('et');
  assert.equal(ready(manual).text.languageId, 'et');
  await manual.confirm();
  assert.deepEqual(sent('/confirmReadManual')[0]?.body, { languageId: 'et', sha256: 'b'.repeat(64) });
});

test('MAN-06 a confirmed version is shown unchanged, even if there is a newer one', async () => {
  const { manual, sent } = open({
    '/text': ({ query }: Asked['options']) =>
      manualText({ number: Number(query?.number ?? 3), current: !query?.number }),
    '/readings/{id}': manualReading({ state: 'read', color: 'read', number: 1 }),
  });
  await manual.load();
  assert.equal(ready(manual).text.number, 1);
  assert.equal(sent('/text').at(-1)?.query?.number, 1);
});

test("MAN-03 without an own reading the latest open reading of the manual is used; authors see others' without confirming", async () => {
  const older = manualReading({ id: 'old', number: 1, state: 'read', color: 'read' });
  const own = open({ '/records/{resource}': { items: [older, manualReading()], next: null } }, { manualId: 'm' });
  await own.manual.load();
  assert.equal(ready(own.manual).reading?.id, 'r');
  assert.equal(own.sent('/records/{resource}')[0]?.query?.user, 'eq:me');
  const other = open({ '/readings/{id}': manualReading({ user: { ...ANNA, key: 'mart-key' } }) }, { readingId: 'r' });
  await other.manual.load();
  assert.equal(ready(other.manual).mine, false);
  other.manual.see({ from: 0, to: 1 }, 'b-00000001');
  await other.manual.flush();
  assert.deepEqual(other.sent('/progress'), [], 'nobody reads for somebody else');
});
