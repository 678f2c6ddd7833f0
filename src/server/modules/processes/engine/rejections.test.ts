import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundary,
  catching,
  ERROR,
  flows,
  gateway,
  type Instance,
  instanceOf,
  MESSAGE,
  SIGNAL,
  script,
  start,
  sub,
  TIMER,
  task,
} from '../../../../../test/processes/model.ts';
import type { Item, State } from './model.ts';
import { countMove, faultOf, MAX_VARIABLES_BYTES, type Run } from './run.ts';
import { newState, step } from './step.ts';

const incidentOf = ({ state }: Instance) => state.items[0]?.incident;
/** Loops without waiting once `go` is true. */
const LOOPING = `${gateway('exclusive', 'x')}${gateway('exclusive', 'y')}`;
const SPIN = `${flows('x>y y>x[go] y>e[not(go)]')}${task('e')}`;

/** Starts a process whose token passes a loop `n` times. */
async function turning(n: number): Promise<Instance> {
  const body = `${start()}${gateway('exclusive', 'm')}${script('c', 'i + 1', 'i')}${gateway('exclusive', 'g')}${task('a')}`;
  return (await instanceOf(`${body}${flows('s>m m>c c>g g>m[i < n] g>a[i >= n]')}`)).start({ i: 0, n });
}

test('a step makes up to a thousand moves outside of loops', async () => {
  // Each turn enters and leaves three nodes.
  assert.equal((await turning(150)).last.rejected, undefined);
  assert.deepEqual((await turning(180)).last.rejected, {
    code: 'runaway',
    text: 'More than 1000 moves in one step: the model loops without waiting.',
  });
  const run = { items: new Map(), moves: new Map([[0, 999]]), totalMoves: 0 } as unknown as Run;
  assert.doesNotThrow(() => countMove(run, 0));
  assert.throws(() => countMove(run, 0), { code: 'runaway' });
  assert.equal(run.totalMoves, 2);
});

test('moves are counted for all scopes together, and for each iteration of a loop apart', () => {
  const items: Item[] = [
    { id: 0, node: 'p', in: null },
    { id: 1, node: 'q', in: 0 },
    { id: 2, node: 'l', in: 0, turn: 0 },
  ];
  const run = { items: new Map(items.map((item) => [item.id, item])), moves: new Map(), totalMoves: 0 } as Run;
  for (let times = 0; times < 500; times += 1) for (const scope of [0, 1]) countMove(run, scope);
  for (const scope of [0, 1]) assert.throws(() => countMove(run, scope), { code: 'runaway' });
  assert.doesNotThrow(() => countMove(run, 2));
});

test('an instance has up to 5000 open items', async () => {
  const body = `${start()}<adHocSubProcess id="h">${task('a')}</adHocSubProcess>${flows('s>h')}`;
  const { definition, state } = (await instanceOf(body)).start();
  const tasks = Array.from({ length: 4997 }, (_, index): Item => ({ id: index + 2, node: 'a', in: 1, wait: 'user' }));
  const activate = (before: State) =>
    step(definition, before, {
      kind: 'activate',
      item: 1,
      node: 'a',
      id: 'x',
      at: '2026-01-05T10:00:00Z',
      zone: 'UTC',
    });
  const full = activate({ ...state, seq: 4999, items: [...state.items, ...tasks] });
  assert.deepEqual([full.rejected, full.state.items.length], [undefined, 5000]);
  const refused = activate(full.state);
  assert.deepEqual(refused.rejected, { code: 'runaway', text: 'More than 5000 open items at once.' });
  assert.equal(refused.state.items.length, 5000);
});

test('the variables of an instance take up to 256 KiB', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start();
  const room = MAX_VARIABLES_BYTES - JSON.stringify([{ t: '' }, null]).length;
  assert.equal(instance.send({ kind: 'setVars', vars: { t: 'x'.repeat(room) } }).rejected, undefined);
  const { rejected } = instance.send({ kind: 'setVars', vars: { t: 'x'.repeat(room + 1) } });
  assert.deepEqual(rejected, {
    code: 'variables.size',
    text: `The variables take ${MAX_VARIABLES_BYTES + 1} bytes. The maximum is 262144.`,
  });
  assert.equal(String(instance.vars.t).length, room, 'nothing of it was kept');
});

test('a variable name that no expression can use is rejected', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start();
  const { rejected, state } = instance.send({ kind: 'setVars', vars: { 'two words': 1 } });
  assert.deepEqual(rejected, { code: 'variables.name', text: 'two words is not a valid variable name.' });
  assert.equal(state.items[0]!.incident, undefined);
});

test('a start with an invalid variable name begins nothing', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start({ 'two words': 1 });
  assert.deepEqual([instance.last.rejected?.code, instance.state], ['variables.name', newState()]);
});

test('a rejected activation, end or retry leaves no incident', async () => {
  const inner = `<adHocSubProcess id="h">${task('a')}</adHocSubProcess>${script('c', 'if ok then t else 10 ** 400', 'copy')}`;
  const instance = (await instanceOf(`${start()}${inner}${flows('s>h h>c')}`)).start({
    t: 'x'.repeat(150_000),
    ok: true,
  });
  const { id } = instance.item('h');
  const activated = instance.send({ kind: 'activate', item: id, node: 'a', vars: { 'two words': 1 } });
  assert.deepEqual([activated.rejected?.code, instance.incidents], ['variables.name', []]);
  const finished = instance.send({ kind: 'finish', item: id });
  assert.deepEqual([finished.rejected?.code, instance.incidents], ['variables.size', []]);
  instance.send({ kind: 'setVars', vars: { ok: false } });
  instance.send({ kind: 'finish', item: id });
  instance.send({ kind: 'setVars', vars: { ok: true } });
  const retried = instance.send({ kind: 'retry', item: instance.item('c').id });
  assert.deepEqual([retried.rejected?.code, instance.incidents], ['variables.size', ['c feel.result']]);
});

test('a rejected event of a user leaves nothing; a runaway one leaves an incident that names its task', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${LOOPING}${flows('s>a a>x')}${SPIN}`)).start();
  const task1 = instance.item('a').id;
  const event = { kind: 'taskCompleted', item: task1 } as const;
  const refused = instance.send({ ...event, vars: { 'two words': 1 } });
  assert.deepEqual([refused.rejected?.code, incidentOf(instance)], ['variables.name', undefined]);
  assert.equal(instance.send({ ...event, vars: { go: true } }).rejected?.code, 'runaway');
  assert.deepEqual(incidentOf(instance)?.asked, [task1]);
  assert.equal(incidentOf(instance)?.phase, 'event');
  assert.equal(incidentOf(instance)?.events, undefined);
  instance.send({ ...event, vars: { go: true } });
  assert.deepEqual(incidentOf(instance)?.asked, [task1], 'named once');
  instance.complete('a', { go: false });
  assert.deepEqual([instance.open, instance.incidents], [['e'], []]);
});

test('the incident stays for another task whose completion was rejected', async () => {
  const both = `${start()}${gateway('parallel', 'f')}${task('a')}${task('b')}${LOOPING}${flows('s>f f>a f>b a>x b>x')}${SPIN}`;
  const instance = (await instanceOf(both)).start();
  const ids = ['a', 'b'].map((node) => instance.item(node).id);
  for (const item of ids) instance.send({ kind: 'taskCompleted', item, vars: { go: true } });
  assert.deepEqual(incidentOf(instance)?.asked, ids);
  instance.complete('a', { go: false });
  assert.deepEqual(incidentOf(instance)?.asked, [ids[1]]);
  instance.complete('b');
  assert.deepEqual([instance.open, instance.incidents], [['e', 'e'], []]);
});

test('the incident goes when the task whose completion was rejected is cancelled with its sub-process', async () => {
  const inner = `${start('i')}${task('a')}${LOOPING}${flows('i>a a>x')}${SPIN}`;
  const body = `${start()}${sub('q', inner)}${boundary('t', 'q', TIMER)}${task('b')}${flows('s>q t>b')}`;
  const instance = (await instanceOf(body)).start({ go: true });
  instance.complete('a');
  assert.equal(incidentOf(instance)?.code, 'runaway');
  assert.deepEqual([instance.fire('t').open, instance.incidents], [['b'], []]);
});

test('an accepted completion is no longer named, and the events for a retry are kept', async () => {
  const both = `${start()}${gateway('parallel', 'f')}${task('a')}${catching('t', TIMER)}${LOOPING}${flows('s>f f>a f>t a>x t>x')}${SPIN}`;
  const instance = (await instanceOf(both)).start({ go: true });
  instance.complete('a').fire('t');
  assert.deepEqual(incidentOf(instance)?.asked, [instance.item('a').id]);
  instance.complete('a', { go: false });
  assert.equal(incidentOf(instance)?.asked, undefined);
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents], [['e', 'e'], []]);
});

test('a rejected start keeps its variables, and a retry repeats it', async () => {
  const instance = (await instanceOf(`${start()}${LOOPING}${flows('s>x')}${SPIN}`)).start({ go: true, n: 1 });
  assert.equal(instance.last.rejected?.code, 'runaway');
  assert.equal(instance.state.status, 'running');
  assert.deepEqual(instance.vars, { go: true, n: 1 });
  assert.deepEqual(
    incidentOf(instance)?.events?.map(({ kind }) => kind),
    ['start'],
  );
  assert.deepEqual([instance.state.seq, instance.state.items.length], [1, 1]);
  instance.send({ kind: 'setVars', vars: { go: false } });
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents, instance.vars.n], [['e'], [], 1]);
});

test('events that are not sent again are kept, in their order, until a retry', async () => {
  const body = `${start()}${task('a')}${boundary('t', 'a', TIMER, 'cancelActivity="false"')}${boundary('m', 'a', MESSAGE, 'cancelActivity="false"')}${boundary('g', 'a', SIGNAL, 'cancelActivity="false"')}`;
  const instance = (await instanceOf(`${body}${LOOPING}${flows('s>a t>x m>x g>x')}${SPIN}`)).start({
    key: 'k',
    go: true,
  });
  const kinds = () => incidentOf(instance)?.events?.map(({ kind }) => kind);
  instance.receive('m', { n: 1 });
  instance.send({ kind: 'signal', name: 'Alarm' });
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual(kinds(), ['messageReceived', 'signal'], 'a retry that fails loses none and adds none');
  assert.equal(incidentOf(instance)?.asked, undefined);
  instance.fire('t');
  assert.deepEqual(kinds(), ['messageReceived', 'signal', 'timerFired']);
  assert.equal(incidentOf(instance)?.asked, undefined);
  instance.send({ kind: 'setVars', vars: { go: false } });
  assert.deepEqual(kinds(), ['messageReceived', 'signal', 'timerFired'], 'another event does not remove them');
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents, instance.vars.n], [['a', 'e', 'e', 'e'], [], 1]);
});

test('results of actions and called processes are kept until a retry', async () => {
  const inputs = ['to', 'subject', 'body'].map((name) => `<verva:input name="${name}" value="x"/>`).join('');
  const mail = (id: string) =>
    `<serviceTask id="${id}" verva:action="mail"><extensionElements>${inputs}</extensionElements></serviceTask>`;
  const waiting = `${mail('m')}${mail('n')}${boundary('b', 'n', ERROR)}<callActivity id="c" calledElement="other"/>`;
  const body = `${start()}${gateway('parallel', 'f')}${waiting}${LOOPING}${flows('s>f f>m f>n f>c m>x b>x c>x')}${SPIN}`;
  const instance = (await instanceOf(body)).start({ go: true });
  instance.send({ kind: 'jobResult', item: instance.item('m').id, try: 1 });
  instance.send({ kind: 'jobFailed', item: instance.item('n').id, try: 1, code: 'E1', text: 'refused' });
  instance.send({ kind: 'callEnded', item: instance.item('c').id });
  const kinds = incidentOf(instance)?.events?.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['jobResult', 'jobFailed', 'callEnded']);
  instance.send({ kind: 'setVars', vars: { go: false } });
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents], [['e', 'e', 'e'], []]);
});

test('a rejected correction of variables names the scope that it was for', async () => {
  const body = `${start()}<adHocSubProcess id="h">${task('a')}<completionCondition>done</completionCondition></adHocSubProcess>${flows('s>h')}`;
  const instance = (await instanceOf(body)).start();
  const { rejected } = instance.send({ kind: 'setVars', vars: { 'a b': 1 }, item: instance.item('h').id });
  assert.equal(rejected?.code, 'variables.name');
  assert.deepEqual(instance.incidents, []);
});

test('a fault of our own is thrown, not recorded at the process', async () => {
  const bug = new TypeError('x is undefined');
  assert.throws(
    () => faultOf(bug),
    (error) => error === bug,
  );
  const { definition } = await instanceOf(`${start()}${task('a')}${flows('s>a')}`);
  const broken = {
    ...definition,
    nodes: { [definition.root]: definition.nodes[definition.root]!, s: definition.nodes.s! },
  };
  const at = { id: 'x', at: '2026-01-05T10:00:00Z', zone: 'UTC' };
  assert.throws(() => step(broken, newState(), { kind: 'start', ...at }), TypeError);
});

test('a date that cannot be computed is an incident of its event', async () => {
  const body = `${start()}${catching('t', '<timerEventDefinition><timeDate>=at</timeDate></timerEventDefinition>')}${flows('s>t')}`;
  const instance = (await instanceOf(body)).start({ at: 'never' });
  assert.deepEqual(instance.incidents, ['t timer.due']);
});
