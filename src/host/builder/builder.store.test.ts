import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { FormBody, FormNode } from '../../shared/forms/index.ts';
import { type BuilderStore, createBuilderStore } from './builder.store.ts';
import { update, updateForm } from './edits/member-edits.ts';
import { add, remove } from './edits/place-edits.ts';

const text = (key: string, more: object = {}) => ({ type: 'text', key, label: { en: key }, ...more }) as FormNode;
const bodyOf = (...children: FormNode[]): FormBody => ({
  formatVersion: 1,
  id: 'leave',
  title: { en: 'Leave' },
  root: { type: 'stack', id: 'root', children },
});

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});

/** A builder store with a fake transport that records requests. */
async function desk(draft: unknown = bodyOf(text('a'), text('b'))) {
  const server = { version: 1, body: draft, puts: 0, fails: null as ApiError | null };
  const answer = () => ({
    id: 'leave',
    kind: 'task',
    title: {},
    published: null,
    active: true,
    version: server.version,
  });
  const send = async ({ method }: { method: string }, options: { ifMatch?: number; body?: { body: unknown } }) => {
    if (method === 'GET') return { ...answer(), body: server.body };
    if (server.fails) throw server.fails;
    if (options.ifMatch !== server.version) throw new ApiError('edit.conflict', 412);
    Object.assign(server, { version: server.version + 1, puts: server.puts + 1, body: options.body?.body });
    return { ...answer(), body: server.body };
  };
  const store = createBuilderStore({ send: send as unknown as typeof call, formId: 'leave' });
  await store.load();
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { store, server, pass };
}

const labelOf = (store: BuilderStore, index = 0) =>
  (store.body.value.root.children[index] as unknown as { label: { en: string } }).label.en;

test('FRM-09 each edit can be undone and redone with its selection, and is announced', async () => {
  const { store } = await desk();
  store.select(['b']);
  store.apply(add([text('a')]));
  assert.deepEqual(store.selection.value, ['a2']);
  assert.deepEqual([store.announcement.value?.what, store.nextUndo.value?.what], ['did', 'added']);
  store.apply(remove(['a']));
  assert.equal(store.body.value.root.children.length, 2);
  store.undo();
  store.undo();
  assert.deepEqual([store.body.value.root.children.length, store.selection.value], [2, ['b']]);
  assert.equal(store.undo(), false);
  assert.equal(store.announcement.value?.what, 'nothingToUndo');
  store.redo();
  assert.deepEqual(store.selection.value, ['a2']);
  store.apply(update(['a2'], { required: true }));
  assert.equal(store.redo(), false);
});

test('FRM-09 typing in one field is one step; a pause, another field or another selection starts a new one', async () => {
  const { store } = await desk();
  const type = (label: string, member = 'label') =>
    store.apply(update(['a'], { [member]: { en: label } }), { typing: `a ${member}` });
  for (const label of ['S', 'Su', 'Sub']) type(label);
  type('H', 'hint');
  store.undo();
  store.undo();
  assert.equal(labelOf(store), 'a');
  type('X');
  mock.timers.tick(5000);
  type('XY');
  store.undo();
  assert.equal(labelOf(store), 'X');
  type('XZ');
  store.select(['a']);
  type('XZZ');
  store.undo();
  assert.equal(labelOf(store), 'XZ');
});

test('FRM-09 changes are saved seconds later with the version that was read; saving cannot be undone', async () => {
  const { store, server, pass } = await desk();
  store.apply(update(['a'], { required: true }));
  assert.equal(store.saving.value.status, 'waiting');
  assert.equal(store.isChanged(), true);
  store.undo();
  await pass(9000);
  assert.deepEqual([server.puts, store.saving.value.status], [0, 'saved']);
  store.redo();
  await pass(1500);
  assert.deepEqual([server.puts, store.saving.value.status, store.form.value?.version], [1, 'saved', 2]);
  assert.deepEqual(server.body, store.body.value);
  store.apply(update(['a'], { required: undefined }));
  await store.save();
  assert.equal(server.puts, 2);
});

test('FRM-09 when another user saved, nothing is overwritten until the user decides which draft to keep', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { store, server, pass } = await desk();
    Object.assign(server, { version: 5, body: bodyOf(text('theirs')) });
    store.apply(update(['a'], { required: true }));
    await pass(1500);
    assert.equal(store.saving.value.status, 'conflict');
    store.apply(update(['b'], { required: true }));
    await pass(20_000);
    assert.equal(server.puts, 0);
    await store.resolve(choice);
    assert.equal(server.puts, choice === 'mine' ? 1 : 0);
    assert.equal(store.saving.value.status, 'saved');
    assert.equal(store.body.value.root.children.length, choice === 'mine' ? 2 : 1);
    assert.deepEqual(server.body, store.body.value);
  }
});

test('FRM-09 a lost connection is retried automatically', async () => {
  const { store, server, pass } = await desk();
  server.fails = new ApiError('network', 0);
  store.apply(update(['a'], { required: true }));
  await pass(1500);
  assert.deepEqual(store.saving.value, { status: 'failed', code: 'network' });
  server.fails = null;
  await pass(15_000);
  assert.deepEqual([store.saving.value.status, server.puts], ['saved', 1]);
});

test('FRM-09 faults are shown at their nodes, even in an unfinished draft', async () => {
  const { store } = await desk(bodyOf(text('a', { visible: { field: 'gone', op: 'eq', value: '' } }), text('b')));
  assert.deepEqual([...store.problemsByNode.value.keys()], ['a']);
  store.apply(update(['a'], { visible: undefined }));
  assert.equal(store.problems.value.length, 0);
  store.apply(update(['b'], { maxLength: -1 }));
  store.apply(updateForm({ title: {} }));
  assert.deepEqual(
    store.problemsByNode.value.get('')?.map(({ pointer }) => pointer),
    ['/title'],
  );
  assert.deepEqual(
    store.problemsByNode.value.get('b')?.map(({ pointer }) => pointer),
    ['/root/children/1/maxLength'],
  );
});

test('FRM-09 a draft that is not a form can only be replaced by one', async () => {
  const { store, server, pass } = await desk({ formatVersion: 1, id: 'leave', root: 5 });
  assert.equal(store.state.value.status, 'unreadable');
  assert.equal(store.replace({ id: 'leave' }), false);
  assert.equal(store.replace({ ...bodyOf(text('a')), id: 'other' }), false);
  assert.equal(store.replace(bodyOf(text('a'))), true);
  await pass(1500);
  assert.deepEqual([store.state.value.status, server.puts], ['ready', 1]);
});

test('FRM-09 nodes are copied from one builder to another through the clipboard', async () => {
  const [from, to] = [await desk(), await desk()];
  from.store.select(['a', 'b']);
  const text = from.store.cut() ?? '';
  assert.equal(from.store.body.value.root.children.length, 0);
  assert.equal(to.store.paste('Hello'), false);
  assert.equal(to.store.announcement.value?.what, 'nothingToPaste');
  assert.equal(to.store.paste(text), true);
  assert.deepEqual(to.store.selection.value, ['a2', 'b2']);
});
