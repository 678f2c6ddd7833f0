import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { ApiError, type call } from '../api/index.ts';
import type { Draft, TaskForm } from '../contracts/tasks.contract.ts';
import { takeTyped } from '../form-view/read-typed.ts';
import { createFormModel, type FormBody } from '../forms/index.ts';
import { createDraftKeeper } from './draft.store.ts';
import { taskDrafts } from './draft-servers.ts';
import type { LocalDraft } from './local-drafts.ts';

const BODY = {
  formatVersion: 1,
  id: 'purchase',
  kind: 'task',
  title: { en: 'Purchase' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label: { en: 'Subject' } },
      { type: 'number', key: 'amount', label: { en: 'Amount' } },
      { type: 'number', key: 'twice', label: { en: 'Twice' }, computed: 'amount * 2' },
    ],
  },
  outcomes: [{ id: 'ok', label: { en: 'OK' } }],
} as unknown as FormBody;

const AT = '2026-11-21T10:00:00.000Z';
const draftOf = (rev: number, values: object, base: object = { subject: 'Roof', amount: 10, twice: 20 }): Draft =>
  ({
    id: 'd1',
    rev,
    formId: 'purchase',
    formVersion: 1,
    base,
    values,
    unread: {},
    comment: null,
    updated: AT,
  }) as Draft;
const problem = (code: string, more: object = {}) => ({ code, title: code, ...more }) as never;

beforeEach((context) => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  return context;
});

/** A form on screen, a server and browser storage. */
function desk(
  options: {
    later?: (look: () => void) => void;
    values?: object;
    draft?: Draft | null;
    stored?: LocalDraft;
    isForeign?: boolean;
    form?: object;
  } = {},
) {
  const form = {
    values: { subject: 'Roof', amount: 10, ...options.values },
    draft: options.draft ?? null,
    saved: [],
    ...options.form,
  };
  const server = { form: form as unknown as TaskForm & { saved: unknown[] }, puts: [] as Draft[], deleted: 0 };
  let answer: (body: Draft) => Draft | Error = (body) => ({ ...draftOf(body.rev + 1, body.values), base: body.base });
  const send = async ({ method }: { method: string }, { body }: { body?: Draft }) => {
    if (method === 'GET') return { ...server.form, body: BODY };
    if (method === 'DELETE') {
      server.deleted += 1;
      return undefined;
    }
    server.puts.push(body as Draft);
    const reply = answer(body as Draft);
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const storage = new Map<string, LocalDraft>(options.stored ? [['t1', options.stored]] : []);
  const local = {
    read: (id: string) => storage.get(id),
    write: (id: string, draft: LocalDraft) => void storage.set(id, draft),
    remove: (id: string) => void storage.delete(id),
  };
  const model = createFormModel(BODY, { values: form.values, languageId: 'en', today: '2026-11-21' });
  const keeper = createDraftKeeper({
    server: taskDrafts(send as unknown as typeof call, 't1'),
    form: form as unknown as TaskForm,
    model,
    local: options.isForeign ? undefined : local,
    ...(options.later && { later: options.later }),
  });
  const type = (key: string, value: string | number) => model.field(key).set(value);
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const refuseWith = (next: typeof answer) => {
    answer = next;
  };
  return { keeper, model, server, storage, type, pass, refuseWith };
}

test('TSK-19 input is in the browser at once and on the server two seconds after typing stops', async () => {
  const { keeper, server, storage, type, pass } = desk();
  assert.equal(keeper.state.value.status, 'none');
  type('subject', 'Roof of hall 2');
  assert.equal(storage.get('t1')?.values.subject, 'Roof of hall 2');
  await pass(1900);
  type('amount', 11);
  await pass(1900);
  assert.equal(server.puts.length, 0);
  await pass(100);
  assert.deepEqual(
    server.puts.map(({ rev, values, base }) => [rev, values, base]),
    [[0, { subject: 'Roof of hall 2', amount: 11, twice: 22 }, { subject: 'Roof', amount: 10, twice: 20 }]],
  );
  assert.deepEqual(keeper.state.value, { status: 'kept', at: AT });
  assert.equal(storage.size, 0, 'the browser forgets what the server has');
  assert.equal(keeper.isTyped(), true);
});

test('BEY-07 unparsable input is stored as typed, restored, and deleted when discarded', async () => {
  const { keeper, model, server, storage, pass } = desk();
  takeTyped(model.field('amount'), '12a', 'en');
  assert.deepEqual(storage.get('t1')?.unread, { amount: '12a' });
  await pass(2000);
  assert.deepEqual([server.puts[0]?.values.amount, server.puts[0]?.unread], [null, { amount: '12a' }]);
  assert.equal(storage.size, 0);

  const opened = desk({
    draft: { ...draftOf(1, { subject: 'Roof', amount: null, twice: null }), unread: { amount: '12a' } },
  });
  assert.equal(opened.model.field('amount').unread(), '12a');
  assert.equal(opened.model.field('amount').issue.value?.code, 'field.not_a_number');
  await opened.pass(10_000);
  assert.equal(opened.server.puts.length, 0, 'as it was kept');

  const typed = await keeper.discard();
  assert.deepEqual([model.field('amount').unread(), model.field('amount').value.value], [null, 10]);
  keeper.restore(typed);
  assert.equal(model.field('amount').unread(), '12a');
  takeTyped(model.field('amount'), '12', 'en');
  assert.deepEqual([model.field('amount').value.value, model.unread.value.size], [12, 0]);
});

test('TSK-19 BEY-07 input is stored when the user leaves the page before it was processed', async () => {
  const looks: (() => void)[] = [];
  const { keeper, server, storage, type } = desk({ later: (look) => void looks.push(look) });
  for (const look of looks.splice(0)) look();
  type('subject', 'Roof of hall 2');
  type('amount', 11);
  assert.equal(looks.length, 1, 'the key itself waits for nothing');
  assert.equal(storage.size, 0);
  const left = keeper.save();
  assert.equal(storage.get('t1')?.values.amount, 11);
  await left;
  assert.equal(server.puts[0]?.values.subject, 'Roof of hall 2');
  keeper.stop();
  type('subject', 'Another');
  for (const look of looks) look();
  assert.equal(storage.size, 0, 'nothing is kept of a form that was left');
});

test('TSK-19 continuous typing is stored every eight seconds', async () => {
  const { server, type, pass } = desk();
  for (let second = 0; second < 9; second += 1) {
    type('amount', second);
    await pass(1000);
  }
  assert.equal(server.puts.length, 1);
});

test("TSK-19 an opened form has the server's draft, and newer input that only this browser has", () => {
  const { model, keeper } = desk({ draft: draftOf(3, { subject: 'Kept', amount: 10, twice: 20 }) });
  assert.equal(model.field('subject').value.value, 'Kept');
  assert.deepEqual(keeper.state.value, { status: 'kept', at: AT });
  const from = { subject: 'Kept', amount: 10, twice: 20 };
  const later = desk({
    draft: draftOf(3, from),
    stored: { from, values: { ...from, subject: 'Kept and more' }, comment: '' },
  });
  assert.equal(later.model.field('subject').value.value, 'Kept and more');
  assert.deepEqual(later.keeper.conflicts.value, []);
});

test("BEY-07 a colleague's saved changes are merged; only a field changed by both is asked about, with who and when", () => {
  const bob = { id: 'bob', key: 'k', name: 'Bob' };
  const opened = desk({
    values: { subject: 'Roof of Bob', amount: 12 },
    draft: draftOf(1, { subject: 'My roof', amount: 10, twice: 20 }),
  });
  assert.equal(opened.model.field('amount').value.value, 12);
  assert.equal(opened.model.field('subject').value.value, 'My roof');
  assert.deepEqual(
    opened.keeper.conflicts.value.map(({ path, mine, theirs }) => [path, mine, theirs]),
    [[['subject'], 'My roof', 'Roof of Bob']],
  );
  const { keeper, model, server, type } = desk();
  type('subject', 'My roof');
  server.form = {
    ...server.form,
    values: { subject: 'Roof of Bob', amount: 10 },
    saved: [{ key: 'subject', by: bob, at: AT }],
  };
  return keeper.sync().then(() => {
    const [conflict] = keeper.conflicts.value;
    assert.deepEqual([conflict?.by?.name, conflict?.at], ['Bob', AT]);
    keeper.resolve(conflict!, 'theirs');
    assert.equal(model.field('subject').value.value, 'Roof of Bob');
    assert.deepEqual(keeper.conflicts.value, []);
  });
});

test("BEY-07 another window's newer draft is merged and not overwritten", async () => {
  const { keeper, model, server, type, pass, refuseWith } = desk();
  const theirs = draftOf(1, { subject: 'Roof', amount: 99, twice: 198 });
  refuseWith(({ rev, values }) =>
    rev === 0
      ? new ApiError('draft.conflict', 409, { problem: problem('draft.conflict', { theirs }) })
      : draftOf(2, values),
  );
  type('subject', 'Door');
  await pass(2000);
  await pass(0);
  assert.equal(model.field('amount').value.value, 99);
  assert.deepEqual(
    server.puts.map(({ rev, values }) => [rev, values.subject, values.amount]),
    [
      [0, 'Door', 10],
      [1, 'Door', 99],
    ],
  );
  assert.deepEqual([keeper.state.value.status, keeper.conflicts.value], ['kept', []]);
});

test('TSK-19 without a connection input stays in the browser and is sent later', async () => {
  const { keeper, server, storage, type, pass, refuseWith } = desk();
  refuseWith(() => new ApiError('network', 0));
  type('subject', 'Door');
  await pass(2000);
  assert.deepEqual(keeper.state.value, { status: 'offline', isLocal: true });
  assert.equal(storage.get('t1')?.values.subject, 'Door');
  refuseWith(({ values }) => draftOf(1, values));
  await pass(15_000);
  assert.equal(keeper.state.value.status, 'kept');
  assert.equal(server.puts.length, 2);
});

test('EMB-04 TSK-19 on embedding pages nothing is stored, and the page warns while input is unsent', async () => {
  const { keeper, type, pass, refuseWith } = desk({ isForeign: true });
  refuseWith(() => new ApiError('network', 0));
  type('subject', 'Door');
  assert.equal(keeper.isAtRisk(), true);
  await pass(2000);
  assert.deepEqual(keeper.state.value, { status: 'offline', isLocal: false });
  refuseWith(({ values }) => draftOf(1, values));
  await pass(15_000);
  assert.equal(keeper.isAtRisk(), false);
});

test('TSK-19 a discarded draft is deleted on both sides and can be restored', async () => {
  const { keeper, model, server, storage, type, pass } = desk();
  type('subject', 'Door');
  await pass(2000);
  const typed = await keeper.discard();
  assert.equal(model.field('subject').value.value, 'Roof');
  assert.deepEqual([server.deleted, storage.size, keeper.state.value.status], [1, 0, 'none']);
  keeper.restore(typed);
  assert.equal(model.field('subject').value.value, 'Door');
  await pass(2000);
  assert.equal(server.puts.at(-1)?.rev, 0);
});

test('TSK-19 a task that accepts no more drafts is not requested again, and input stays in the browser', async () => {
  const { keeper, server, storage, type, pass, refuseWith } = desk();
  refuseWith(() => new ApiError('task.already_completed', 409));
  type('subject', 'Door');
  await pass(2000);
  type('subject', 'Door!');
  await pass(60_000);
  assert.equal(server.puts.length, 1);
  assert.equal(keeper.state.value.status, 'stopped');
  assert.equal(storage.get('t1')?.values.subject, 'Door');
});

test('BEY-08 changes by a newer form version are shown until the user has seen them, and then the draft has that version', async () => {
  const difference = { kind: 'gone', field: 'phone', label: { en: 'Phone' }, answers: [] };
  const { keeper, model, server, pass } = desk({
    draft: draftOf(3, { subject: 'Kept', amount: 10, twice: 20 }),
    form: { number: 2, carriedOver: [difference] },
  });
  assert.equal(model.field('subject').value.value, 'Kept');
  assert.deepEqual(keeper.carriedOver.value, [difference]);
  await pass(10_000);
  assert.equal(server.puts.length, 0, 'as long as nobody has seen it the draft stays what it was');
  await keeper.acknowledge();
  assert.deepEqual(keeper.carriedOver.value, []);
  assert.deepEqual(
    server.puts.map(({ rev, formVersion, values }) => [rev, formVersion, values.subject]),
    [[3, 2, 'Kept']],
  );
});

test('BEY-08 input of an older version in this browser is carried over to the new one as far as possible', () => {
  const stored = {
    from: {},
    values: { subject: 'Hall', amount: 'twelve', phone: '+372' },
    comment: '',
    formVersion: 1,
  } as unknown as LocalDraft;
  const { model } = desk({ stored, form: { number: 2 } });
  assert.deepEqual(model.values.value, { subject: 'Hall', amount: null, twice: null });
});
