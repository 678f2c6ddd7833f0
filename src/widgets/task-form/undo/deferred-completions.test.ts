import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { snacks } from '../../../shared/ui/snackbar.ts';
import { announceDeferredCompletion, undoCompletion } from './deferred-completions.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');
let asked: string[] = [];
let undone: string[] = [];

const complete = (name: string, seconds = 10) =>
  announceDeferredCompletion({
    taskId: `task ${name}`,
    name,
    held: { id: `held-${name}`, until: new Date(Date.now() + seconds * 1000).toISOString() },
    onUndone: () => undone.push(name),
  });
const shown = () => snacks.value.map(({ text }) => text);
async function undo(): Promise<void> {
  snacks.value.find(({ action }) => action)?.action?.onSelect();
  for (let turn = 0; turn < 20; turn += 1) await new Promise<void>((done) => setImmediate(done));
}

// The live-event stream registers listeners; no events occur here.
Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} });

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOW });
  mock.method(globalThis, 'fetch', async (input: unknown) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes('/api/held/')) asked.push(url.split('/').at(-1)!);
    return new Response(null, { status: 204 });
  });
  asked = [];
  undone = [];
  snacks.value = [];
});

test('BEY-06 of several completions in a row the newest is undone first, then the previous one, each by its name', async () => {
  complete('Check');
  assert.deepEqual(shown(), ['“Check” completed.']);
  complete('Approve');
  complete('Sign');
  assert.deepEqual(shown(), ['“Sign” completed.'], 'one at a time');
  await undo();
  assert.deepEqual(shown(), ['“Approve” completed.']);
  await undo();
  assert.deepEqual(shown(), ['“Check” completed.']);
  await undo();
  assert.deepEqual(shown(), ['The task is back in your inbox.']);
  assert.deepEqual(asked, ['held-Sign', 'held-Approve', 'held-Check']);
  assert.deepEqual(undone, ['Sign', 'Approve', 'Check']);
});

test('BEY-06 LAY-10 the offer names the outcome, leads to the next task, and ends with the time to undo', async () => {
  let opened = 0;
  announceDeferredCompletion({
    taskId: 't1',
    name: 'Leave: Jüri Lepik',
    outcome: 'Approve',
    onNext: () => {
      opened += 1;
    },
    held: { id: 'held-1', until: new Date(Date.now() + 10_000).toISOString() },
    onUndone: () => undefined,
  });
  assert.deepEqual(shown(), ['“Leave: Jüri Lepik” completed: Approve']);
  assert.equal(snacks.value[0]?.next?.label, 'Next task');
  snacks.value[0]?.next?.onSelect();
  assert.equal(opened, 1);
  mock.timers.tick(9_999);
  assert.equal(shown().length, 1);
  mock.timers.tick(1);
  assert.deepEqual(shown(), []);
  await undoCompletion('held-1', () => undefined);
});

test('BEY-06 a completion that was undone on its page, or can no longer be undone, is not offered', async () => {
  complete('Check', 2);
  complete('Approve');
  complete('Sign');
  await undoCompletion('held-Approve', () => undone.push('Approve'));
  assert.deepEqual(shown(), ['“Sign” completed.']);
  mock.timers.tick(2000);
  await undo();
  assert.deepEqual(shown(), ['The task is back in your inbox.']);
  assert.deepEqual(undone, ['Approve', 'Sign']);
});
