import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundary,
  flows,
  gateway,
  type Instance,
  instanceOf,
  MESSAGE,
  script,
  start,
  sub,
  TIMER,
  task,
} from '../../../../../test/processes/model.ts';
import { step } from './step.ts';

const many = (attributes: string, inner = '') =>
  `<multiInstanceLoopCharacteristics ${attributes}>${inner}</multiInstanceLoopCharacteristics>`;
const list = 'verva:collection="people" verva:elementVariable="person"';

test('a parallel loop opens a task for each entry, with its entry and number', async () => {
  const body = `${start()}${task('a', 'verva:assignee="=person"', many(list))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body)).start({ people: ['x', 'y', 'z'] });
  assert.deepEqual(
    instance.effects('createTask').map((one) => one.assignee),
    ['x', 'y', 'z'],
  );
  assert.deepEqual(instance.state.items[2]!.vars, { loopCounter: 1, person: 'x' });
  instance.complete('a').complete('a');
  assert.deepEqual(instance.open, ['a']);
  assert.deepEqual(instance.complete('a').open, ['b']);
});

test('a sequential loop uses the list as it was at the beginning', async () => {
  const body = `${start()}${task('a', 'verva:assignee="=person"', many(`isSequential="true" ${list}`))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body)).start({ people: ['x', 'y'] });
  assert.deepEqual(instance.open, ['a']);
  instance.complete('a', { people: [] });
  assert.deepEqual(
    instance.effects('createTask').map((one) => one.assignee),
    ['y'],
  );
  assert.deepEqual(instance.complete('a').open, ['b']);
});

test('an empty list continues; no list, more than 1000 entries and an invalid number raise incidents that can be retried', async () => {
  const body = `${start()}${task('a', '', many(list))}${task('b')}${flows('s>a a>b')}`;
  assert.deepEqual((await instanceOf(body)).start({ people: [] }).open, ['b']);
  assert.deepEqual((await instanceOf(body)).start({ people: new Array(1001).fill(1) }).incidents, [
    'a loop.collection',
  ]);
  const missing = (await instanceOf(body)).start();
  assert.deepEqual(missing.incidents, ['a loop.collection']);
  missing.send({ kind: 'setVars', vars: { people: ['x'] } });
  missing.send({ kind: 'retry', item: missing.item('a').id });
  assert.deepEqual([missing.open, missing.incidents], [['a'], []]);
  const number = `${start()}${task('a', '', many('', '<loopCardinality>n</loopCardinality>'))}${flows('s>a')}`;
  assert.deepEqual((await instanceOf(number)).start({ n: 2.5 }).incidents, ['a loop.collection']);
  assert.deepEqual((await instanceOf(number)).start({ n: 2 }).open, ['a', 'a']);
});

const thousand = Array.from({ length: 1000 }, (_, index) => index);
const manual = (id: string) => `<manualTask id="${id}"/>`;

/** Delivers the steps that loops wait for. Returns how many there were. */
function goOn(instance: Instance): number {
  for (let steps = 0; ; steps += 1) {
    const body = instance.state.items.find((item) => item.mi?.waits === 'step');
    if (!body) return steps;
    const event = { kind: 'loopContinued', item: body.id, next: body.mi!.next } as const;
    assert.equal(instance.send(event).rejected, undefined);
    assert.equal(step(instance.definition, instance.state, { ...event, ...CLOCK }).ignored, 'gone', 'it happens once');
  }
}

const CLOCK = { id: 'again', at: '2026-01-05T10:00:00Z', zone: 'Europe/Tallinn' };

test('a list opens a thousand tasks at once', async () => {
  const one = (await instanceOf(`${start()}${task('a', '', many(list))}${flows('s>a')}`)).start({ people: thousand });
  assert.equal(one.open.length, 1000);
});

for (const order of ['', 'isSequential="true" ']) {
  test(`a list of a thousand runs through a sub-process ${order ? 'one by one' : 'in parallel'}, some iterations in each step`, async () => {
    // Thirty nodes: the moves of one iteration are far below the limit, those of twenty are not.
    const ids = Array.from({ length: 30 }, (_, index) => `m${index}`);
    const inner = `${ids.map(manual).join('')}${flows(
      ids
        .slice(1)
        .map((id, index) => `${ids[index]}>${id}`)
        .join(' '),
    )}`;
    const loop = many(`${order}${list} verva:outputCollection="out" verva:outputElement="person"`);
    const body = `${start()}${sub('q', loop + inner)}${task('b')}${flows('s>q q>b')}`;
    const instance = (await instanceOf(body)).start({ people: thousand });
    assert.equal(instance.last.rejected, undefined);
    assert.ok(instance.last.log.filter(({ what, node }) => what === 'completed' && node === 'q').length <= 20);
    assert.ok(goOn(instance) >= 49);
    assert.deepEqual([instance.open, instance.incidents], [['b'], []]);
    assert.deepEqual(instance.vars.out, thousand);
  });
}

test('a sub-process without a list, or with a result that cannot be computed, waits for a retry', async () => {
  const loop = many(`${list} verva:outputCollection="out" verva:outputElement="10 ** n"`);
  const body = `${start()}${sub('q', `${loop}${task('a')}`)}${task('b')}${flows('s>q q>b')}`;
  const instance = (await instanceOf(body)).start({ n: 400 });
  const retry = () => instance.send({ kind: 'retry', item: instance.state.items.find((item) => item.incident)!.id });
  assert.deepEqual([instance.open, instance.incidents], [[], ['q loop.collection']]);
  instance.send({ kind: 'setVars', vars: { people: ['x'] } });
  retry();
  assert.deepEqual([instance.complete('a').open, instance.incidents], [[], ['q feel.result']]);
  instance.send({ kind: 'setVars', vars: { n: 2 } });
  retry();
  assert.deepEqual([instance.open, instance.incidents, instance.vars.out], [['b'], [], [100]]);
});

test('a thousand sub-processes are open together, each with its task, and end together', async () => {
  const body = `${start()}${sub('q', many(list) + task('a'))}${task('b')}${flows('s>q q>b')}`;
  const instance = (await instanceOf(body)).start({ people: thousand });
  assert.equal(instance.open.length, 20);
  const loop = instance.item('q').id;
  assert.deepEqual(
    instance.effects('continueLoop').map(({ item, next }) => [item, next]),
    [[loop, 20]],
  );
  // Events in the meantime do not request the iterations again.
  instance.complete('a');
  assert.deepEqual([instance.effects('continueLoop').length, instance.open.length], [0, 19]);
  assert.equal(goOn(instance), 49);
  assert.equal(instance.open.length, 999);
  instance.send({ kind: 'cancel' });
  assert.equal(instance.effects('cancelTask').length, 999);
});

test('calls of a list start twenty at a time; the completion condition prevents the rest', async () => {
  const condition = '<completionCondition>numberOfCompletedInstances = 1</completionCondition>';
  const call = `<callActivity id="c" calledElement="other">${many(list, condition)}</callActivity>`;
  const instance = (await instanceOf(`${start()}${call}${task('b')}${flows('s>c c>b')}`)).start({ people: thousand });
  assert.equal(instance.effects('startInstance').length, 20);
  const { id, mi } = instance.item('c');
  instance.send({ kind: 'loopContinued', item: id, next: mi!.next });
  assert.equal(instance.effects('startInstance').length, 20);
  instance.send({ kind: 'callEnded', item: instance.item('c', 'call').id });
  assert.deepEqual([instance.effects('cancelInstance').length, instance.open], [39, ['b']]);
  assert.equal(instance.send({ kind: 'loopContinued', item: id, next: 40 }).ignored, 'gone');
});

test('refused iterations raise one incident at the loop; a retry requests them again', async () => {
  const call = `<callActivity id="c" calledElement="other">${many(list)}</callActivity>`;
  const instance = (await instanceOf(`${start()}${call}${task('b')}${flows('s>c c>b')}`)).start({
    people: thousand.slice(0, 21),
  });
  const { id } = instance.item('c');
  const refused = { code: 'call.total', text: 'Too many.' };
  instance.send({ kind: 'loopContinued', item: id, next: 20, refused });
  assert.deepEqual(instance.incidents, ['c call.total']);
  for (let ended = 0; ended < 20; ended += 1) {
    instance.send({ kind: 'callEnded', item: instance.item('c', 'call').id });
    assert.equal(instance.effects('startInstance').length, 0);
  }
  assert.deepEqual(instance.incidents, ['c call.total']);
  instance.send({ kind: 'retry', item: id });
  assert.deepEqual([instance.incidents, instance.effects('continueLoop').length], [[], 1]);
  assert.equal(goOn(instance), 1);
  instance.send({ kind: 'callEnded', item: instance.item('c', 'call').id });
  assert.deepEqual(instance.open, ['b']);
});

test('nested loops continue from step to step, up to a total', async () => {
  const inner = `<manualTask id="m">${many(list)}</manualTask>`;
  const outer = await instanceOf(`${start()}${sub('q', many(list) + inner)}${task('b')}${flows('s>q q>b')}`);
  outer.start({ people: thousand.slice(0, 100) });
  assert.ok(goOn(outer) >= 10);
  assert.deepEqual([outer.open, outer.state.turns], [['b'], 10_100]);
  const endless = await instanceOf(`${start()}${sub('q', many(list) + inner)}${task('b')}${flows('s>q q>b')}`);
  endless.start({ people: thousand.slice(0, 100) });
  endless.state = { ...endless.state, turns: 99_000 };
  goOn(endless);
  assert.ok(endless.incidents.length > 0 && endless.incidents.every((one) => / loop\.total$/.test(one)));
  assert.equal(endless.state.turns, 100_000);
});

test('an iteration that loops without waiting is rejected, and repeated by a retry after a correction', async () => {
  const round = `${gateway('exclusive', 'g', 'default="g_a"')}${manual('z')}${manual('m')}${task('a')}${flows('z>g g>m[loop] m>g g>a')}`;
  const body = `${start()}${sub('q', many(list) + round)}${flows('s>q')}`;
  const instance = (await instanceOf(body)).start({ people: thousand.slice(0, 21) });
  instance.send({ kind: 'setVars', vars: { loop: true } });
  const { id } = instance.item('q');
  assert.equal(instance.send({ kind: 'loopContinued', item: id, next: 20 }).rejected?.code, 'runaway');
  assert.deepEqual([instance.open.length, instance.incidents], [20, ['p runaway']]);
  instance.send({ kind: 'setVars', vars: { loop: false } });
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open.length, instance.incidents], [21, []]);
});

test('a completion condition sees the counts and cancels the rest', async () => {
  const condition =
    '<completionCondition>numberOfCompletedInstances = 2 and numberOfActiveInstances = 1 and nrOfInstances = 3</completionCondition>';
  const body = `${start()}${task('a', '', many(list, condition))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body))
    .start({ people: [1, 2, 3] })
    .complete('a')
    .complete('a');
  assert.deepEqual([instance.open, instance.effects('cancelTask').length], [['b'], 1]);
});

test('an error in the completion condition raises an incident at the loop; a retry evaluates it again', async () => {
  const body = `${start()}${task('a', '', many(list, '<completionCondition>if n = null then 10 ** 400 else n = 1</completionCondition>'))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body)).start({ people: [1, 2] }).complete('a');
  assert.deepEqual([instance.open, instance.incidents], [['a'], ['a feel.result']]);
  instance.send({ kind: 'setVars', vars: { n: 1 } });
  instance.send({ kind: 'retry', item: instance.state.items.find((item) => item.incident)!.id });
  assert.deepEqual([instance.open, instance.incidents], [['b'], []]);
});

test('an output collection gets only the output elements, by index, and null for a cancelled iteration', async () => {
  const output = 'verva:outputCollection="votes" verva:outputElement="vote"';
  const condition = '<completionCondition>numberOfCompletedInstances = 2</completionCondition>';
  const body = `${start()}${task('a', '', many(`${list} ${output}`, condition))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body)).start({ people: ['x', 'y', 'z'] });
  const turn = (index: number) => instance.state.items.find((item) => item.turn === index)!.id;
  instance.send({ kind: 'taskCompleted', item: turn(2), vars: { vote: 'no', note: 'private' } });
  instance.send({ kind: 'taskCompleted', item: turn(0), vars: { vote: 'yes' } });
  assert.deepEqual(instance.vars, { people: ['x', 'y', 'z'], votes: ['yes', null, 'no'] });
});

test('without an output collection variables merge and the last write wins', async () => {
  const body = `${start()}${task('a', '', many(list))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body))
    .start({ people: [1, 2] })
    .complete('a', { n: 1 })
    .complete('a', { n: 2 });
  assert.equal(instance.vars.n, 2);
});

test('an iteration keeps the changes of its entry', async () => {
  const inner = `${start('is')}${task('x')}${task('y', 'verva:assignee="=person"')}${flows('is>x x>y')}`;
  const instance = (await instanceOf(`${start()}${sub('q', many(list) + inner)}${flows('s>q')}`)).start({
    people: ['m', 'n'],
  });
  instance.complete('x', { person: 'o' });
  assert.equal(instance.effects('createTask')[0]!.assignee, 'o');
  assert.deepEqual(instance.vars, { people: ['m', 'n'] });
});

test('a message at a loop that collects results writes its variables to the process', async () => {
  const output = 'verva:outputCollection="votes" verva:outputElement="vote"';
  const event = boundary('m', 'a', MESSAGE, 'cancelActivity="false"');
  const body = `${start()}${task('a', '', many(`${list} ${output}`))}${event}${task('b')}${flows('s>a m>b')}`;
  const instance = (await instanceOf(body)).start({ people: [1], key: 'k' }).receive('m', { note: 'late' });
  assert.equal(instance.vars.note, 'late');
});

test('a boundary event belongs to the whole loop: one timer cancels all iterations', async () => {
  const body = `${start()}${task('a', '', many(list))}${boundary('t', 'a', TIMER)}${task('b')}${task('c')}${flows('s>a a>b t>c')}`;
  const instance = (await instanceOf(body)).start({ people: [1, 2, 3] });
  assert.equal(instance.effects('scheduleTimer').length, 1);
  instance.complete('a').fire('t');
  assert.deepEqual([instance.open, instance.effects('cancelTask').length], [['c'], 2]);
});

test('iterations of a sub-process have separate variables', async () => {
  const inner = `${start('is')}${task('x', 'verva:assignee="=person"')}${task('y', 'verva:assignee="=person"')}${flows('is>x x>y')}`;
  const body = `${start()}${sub('q', many(list) + inner)}${task('b')}${flows('s>q q>b')}`;
  const instance = (await instanceOf(body)).start({ people: ['m', 'n'] }).complete('x');
  assert.equal(instance.effects('createTask')[0]!.assignee, 'm');
  instance.complete('x').complete('y');
  assert.deepEqual(instance.open, ['y']);
  assert.deepEqual(instance.complete('y').open, ['b']);
});

test('the completion condition also ends sequential iterations that end at once', async () => {
  const element = script('x', 'if count = null then 1 else count + 1', 'count').replace(
    '<script>',
    `${many(`isSequential="true" ${list}`, '<completionCondition>count = 2</completionCondition>')}<script>`,
  );
  const instance = (await instanceOf(`${start()}${element}${task('b')}${flows('s>x x>b')}`)).start({
    people: [1, 2, 3, 4],
  });
  assert.deepEqual([instance.open, instance.vars.count], [['b'], 2]);
});

const loop = (attributes: string, condition = '') =>
  `<standardLoopCharacteristics ${attributes}>${condition && `<loopCondition>${condition}</loopCondition>`}</standardLoopCharacteristics>`;

test('a standard loop repeats while its condition holds, tested after or before', async () => {
  const after = `${start()}${task('a', '', loop('', 'again'))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(after)).start({ again: false });
  assert.deepEqual(instance.open, ['a'], 'it runs once before it is tested');
  assert.deepEqual(instance.complete('a', { again: true }).open, ['a']);
  assert.deepEqual(instance.complete('a', { again: false }).open, ['b']);
  const before = `${start()}${task('a', '', loop('testBefore="true"', 'again'))}${task('b')}${flows('s>a a>b')}`;
  assert.deepEqual((await instanceOf(before)).start({ again: false }).open, ['b']);
  assert.deepEqual((await instanceOf(before)).start({ again: true }).open, ['a']);
});

test('a standard loop ends at its maximum', async () => {
  const body = `${start()}${task('a', '', loop('loopMaximum="2"', 'true'))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['a']);
  assert.deepEqual(instance.complete('a').open, ['b']);
});

test('activities of an ad-hoc sub-process start in any order, repeatedly and in parallel, and a user ends it', async () => {
  const inner = `${task('x')}${task('y')}${task('z')}${flows('x>y')}`;
  const body = `${start()}<adHocSubProcess id="h">${inner}</adHocSubProcess>${task('b')}${flows('s>h h>b')}`;
  const instance = (await instanceOf(body)).start();
  const { id } = instance.item('h');
  assert.deepEqual([instance.open, instance.definition.nodes.h!.starts], [[], ['x', 'z']]);
  assert.equal(instance.send({ kind: 'activate', item: id, node: 'y' }).ignored, 'state', 'y follows x');
  instance.send({ kind: 'activate', item: id, node: 'x' });
  instance.send({ kind: 'activate', item: id, node: 'x', vars: { n: 1 } });
  assert.deepEqual([instance.open, instance.vars.n], [['x', 'x'], 1]);
  instance.complete('x');
  assert.deepEqual(instance.open, ['x', 'y']);
  instance.complete('y').complete('x').complete('y');
  assert.equal(instance.state.status, 'running', 'it stays open with nothing in it');
  instance.send({ kind: 'activate', item: id, node: 'z' });
  instance.send({ kind: 'finish', item: id });
  assert.deepEqual([instance.open, instance.effects('cancelTask').length], [['b'], 1]);
  assert.equal(instance.send({ kind: 'finish', item: id }).ignored, 'gone');
});

test('a sequential ad-hoc sub-process runs one activity at a time', async () => {
  const body = `${start()}<adHocSubProcess id="h" ordering="Sequential">${task('x')}${task('y')}</adHocSubProcess>${flows('s>h')}`;
  const instance = (await instanceOf(body)).start();
  const { id } = instance.item('h');
  instance.send({ kind: 'activate', item: id, node: 'x' });
  assert.equal(instance.send({ kind: 'activate', item: id, node: 'y' }).ignored, 'state');
  instance.complete('x');
  assert.equal(instance.send({ kind: 'activate', item: id, node: 'y' }).ignored, undefined);
});

test('a completion condition ends an ad-hoc sub-process after an activity, cancelling or awaiting the rest', async () => {
  const body = (rest: string) =>
    `${start()}<adHocSubProcess id="h" ${rest}>${task('x')}${task('y')}<completionCondition>done</completionCondition></adHocSubProcess>${task('b')}${flows('s>h h>b')}`;
  for (const [rest, open] of [
    ['', ['b']],
    ['cancelRemainingInstances="false"', ['y']],
  ] as const) {
    const instance = (await instanceOf(body(rest))).start();
    const { id } = instance.item('h');
    instance.send({ kind: 'activate', item: id, node: 'x' });
    instance.send({ kind: 'activate', item: id, node: 'y' });
    instance.send({ kind: 'setVars', vars: { done: true } });
    assert.deepEqual(instance.open, ['x', 'y'], 'nothing has ended yet');
    instance.complete('x');
    assert.deepEqual(instance.open, open);
  }
});

test('an error in an ad-hoc completion condition raises an incident; a retry evaluates it again', async () => {
  const body = `${start()}<adHocSubProcess id="h">${task('x')}<completionCondition>if n = null then 10 ** 400 else true</completionCondition></adHocSubProcess>${task('b')}${flows('s>h h>b')}`;
  const instance = (await instanceOf(body)).start();
  const { id } = instance.item('h');
  instance.send({ kind: 'activate', item: id, node: 'x' });
  instance.complete('x');
  assert.deepEqual(instance.incidents, ['h feel.result']);
  instance.send({ kind: 'setVars', vars: { n: 1 } });
  instance.send({ kind: 'retry', item: id });
  assert.deepEqual([instance.open, instance.incidents], [['b'], []]);
});

test('a later activity evaluates a failed ad-hoc completion condition again; other incidents stay', async () => {
  const inner = `${task('x')}<completionCondition>if n = null then 10 ** 400 else n = 2</completionCondition>`;
  const body = `${start()}<adHocSubProcess id="h">${inner}</adHocSubProcess>${boundary('m', 'h', MESSAGE)}${flows('s>h m>b')}${task('b')}`;
  const activate = (instance: Instance) => {
    instance.send({ kind: 'activate', item: instance.item('h').id, node: 'x' });
    return instance;
  };
  const failed = activate((await instanceOf(body)).start({ key: 'k' })).complete('x');
  assert.deepEqual(failed.incidents, ['h feel.result']);
  assert.deepEqual(activate(failed).complete('x', { n: 1 }).incidents, []);
  const unarmed = activate((await instanceOf(body)).start({ n: 1 })).complete('x');
  assert.deepEqual(unarmed.incidents, ['h message.key']);
});

test('an ad-hoc sub-process that awaits the rest does not end while a token is at a join', async () => {
  const inner = `${task('x')}${task('w')}${task('y')}${gateway('parallel', 'j')}${task('z')}${flows('x>j y>j j>z')}<completionCondition>true</completionCondition>`;
  const body = `${start()}<adHocSubProcess id="h" cancelRemainingInstances="false">${inner}</adHocSubProcess>${task('b')}${flows('s>h h>b')}`;
  const instance = (await instanceOf(body)).start();
  for (const node of ['x', 'w', 'y']) {
    instance.send({ kind: 'activate', item: instance.item('h').id, node });
    instance.complete(node);
  }
  assert.deepEqual(instance.open, ['z']);
  assert.deepEqual(instance.complete('z').open, ['b']);
});

test('tokens at a join in an ad-hoc sub-process are not starved, because more activities can start', async () => {
  const inner = `${task('x')}${task('y')}${gateway('parallel', 'j')}${task('z')}${flows('x>j y>j j>z')}`;
  const instance = (
    await instanceOf(`${start()}<adHocSubProcess id="h">${inner}</adHocSubProcess>${flows('s>h')}`)
  ).start();
  const { id } = instance.item('h');
  instance.send({ kind: 'activate', item: id, node: 'x' });
  instance.complete('x');
  assert.deepEqual(instance.incidents, []);
  instance.send({ kind: 'activate', item: id, node: 'y' });
  assert.deepEqual(instance.complete('y').open, ['z']);
});

test('a retried iteration does not arm the events of its loop again', async () => {
  const body = `${start()}${task('a', 'verva:assignee="=boss"', many(list))}${boundary('t', 'a', TIMER)}${flows('s>a')}`;
  const instance = (await instanceOf(body)).start({ people: [1] });
  assert.deepEqual(instance.incidents, ['a task.nobody']);
  instance.send({ kind: 'setVars', vars: { boss: 'mari' } });
  instance.send({ kind: 'retry', item: instance.state.items.find((item) => item.incident)!.id });
  assert.deepEqual([instance.open, instance.effects('scheduleTimer')], [['a'], []]);
});

test('an ended iteration of a sub-process disarms its event sub-processes', async () => {
  const late = sub(
    'h',
    `<startEvent id="hs">${TIMER}</startEvent>${task('ht')}${flows('hs>ht')}`,
    'triggeredByEvent="true"',
  );
  const body = `${start()}${sub('q', `${many(list)}${start('is')}${task('x')}${flows('is>x')}${late}`)}${task('b')}${flows('s>q q>b')}`;
  const instance = (await instanceOf(body)).start({ people: [1, 2] });
  assert.equal(instance.effects('scheduleTimer').length, 2);
  assert.equal(instance.complete('x').effects('cancelTimer').length, 1);
  instance.fire('hs');
  assert.deepEqual(instance.open, ['ht']);
  assert.deepEqual(instance.complete('ht').open, ['b']);
});

test('a maximum alone is enough for a standard loop', async () => {
  const body = `${start()}${task('a', '', loop('loopMaximum="2"'))}${task('b')}${flows('s>a a>b')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['a']);
  assert.deepEqual(instance.complete('a').open, ['b']);
});

test('expressions that are too much work together stop the token that needs too much; a retry goes on', async () => {
  const scripts = Array.from({ length: 60 }, (_, index) => `s${index}`);
  const heavy = 'count(for x in 1..200 return for y in 1..200 return x)';
  const variants = scripts.map((id, index) => `${index === 0 ? 's' : scripts[index - 1]}>${id}`);
  const body = `${start()}${scripts.map((id) => script(id, heavy, 'n')).join('')}${task('a')}${flows(`${variants.join(' ')} ${scripts.at(-1)}>a`)}`;
  const instance = (await instanceOf(body)).start();
  let retries = 0;
  while (instance.incidents.length > 0) {
    assert.match(instance.incidents.join(), /^s\d+ feel\.cost$/);
    const before = Number(instance.incidents[0]!.slice(1, -10));
    instance.send({ kind: 'retry', item: instance.item(`s${before}`).id });
    retries += 1;
    assert.ok(retries < 10 && instance.incidents.every((one) => Number(one.slice(1, -10)) > before));
  }
  assert.ok(retries > 0);
  assert.deepEqual(instance.open, ['a']);
});
