import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANY_ERROR,
  boundary,
  catching,
  ERROR,
  ESCALATION,
  end,
  flows,
  gateway,
  instanceOf,
  MESSAGE,
  SIGNAL,
  start,
  sub,
  TIMER,
  task,
  throwing,
} from '../../../../../test/processes/model.ts';

const cycle = (text: string) => `<timerEventDefinition><timeCycle>${text}</timeCycle></timerEventDefinition>`;
const eventSub = (id: string, begin: string, inner: string, rest = '') =>
  sub(
    id,
    `<startEvent id="${id}_s" ${rest}>${begin}</startEvent>${inner}${flows(`${id}_s>${id}_t`)}`,
    'triggeredByEvent="true"',
  );
const action =
  '<serviceTask id="m" verva:action="mail"><extensionElements><verva:input name="to" value="a"/><verva:input name="subject" value="b"/><verva:input name="body" value="c"/></extensionElements></serviceTask>';

test('an interrupting timer cancels its task and continues at the boundary event', async () => {
  const instance = (
    await instanceOf(
      `${start()}${task('a')}${boundary('b', 'a', TIMER)}${task('n')}${task('l')}${flows('s>a a>n b>l')}`,
    )
  ).start();
  instance.fire('b');
  assert.deepEqual(
    [instance.open, instance.effects('cancelTask').length, instance.effects('cancelTimer')],
    [['l'], 1, []],
  );
});

test('completing a task in time cancels its timer', async () => {
  const instance = (
    await instanceOf(`${start()}${task('a')}${boundary('b', 'a', TIMER)}${task('n')}${flows('s>a a>n')}`)
  ).start();
  assert.equal(instance.complete('a').effects('cancelTimer').length, 1);
});

test('a timer on a sub-process cancels all its items', async () => {
  const inner = `${start('is')}${gateway('parallel', 'ig')}${task('x')}${catching('y', TIMER)}${flows('is>ig ig>x ig>y')}`;
  const instance = (
    await instanceOf(`${start()}${sub('q', inner)}${boundary('b', 'q', TIMER)}${task('l')}${flows('s>q b>l')}`)
  ).start();
  instance.fire('b');
  assert.deepEqual([instance.open, instance.state.items.length], [['l'], 2]);
});

test('a non-interrupting timer adds one token; a cycle counts down and ignores an older firing', async () => {
  const rest = 'cancelActivity="false"';
  const once = (
    await instanceOf(`${start()}${task('a')}${boundary('b', 'a', TIMER, rest)}${task('l')}${flows('s>a b>l')}`)
  ).start();
  once.fire('b');
  assert.deepEqual([once.open, once.item('a').subs], [['a', 'l'], undefined]);
  const body = `${start()}${task('a')}${boundary('b', 'a', cycle('R2/PT10M'), rest)}${task('l')}${flows('s>a b>l')}`;
  const instance = (await instanceOf(body)).start();
  const { id } = instance.item('a');
  assert.deepEqual([instance.armed('b').left, instance.armed('b').due], [2, '2026-01-05T10:10:00Z']);
  instance.fire('b');
  assert.deepEqual([instance.armed('b').left, instance.armed('b').due], [1, '2026-01-05T10:20:00Z']);
  assert.equal(instance.send({ kind: 'timerFired', item: id, node: 'b', left: 2 }).ignored, 'gone');
  instance.fire('b');
  assert.deepEqual([instance.open, instance.item('a').subs], [['a', 'l', 'l'], undefined]);
});

test('an endless cycle continues from the planned time and skips missed times', async () => {
  const body = `${start()}${task('a')}${boundary('b', 'a', cycle('R/PT10M'), 'cancelActivity="false"')}${task('l')}${flows('s>a b>l')}`;
  const instance = (await instanceOf(body)).start();
  instance.at = '2026-01-05T10:45:30Z';
  instance.fire('b');
  assert.deepEqual([instance.open, instance.armed('b').due], [['a', 'l'], '2026-01-05T10:50:00Z']);
});

test('non-interrupting message and signal boundary events stay subscribed', async () => {
  const rest = 'cancelActivity="false"';
  const body = `${start()}${task('a')}${boundary('b', 'a', MESSAGE, rest)}${boundary('c', 'a', SIGNAL, rest)}${task('l')}${task('k')}${flows('s>a b>l c>k')}`;
  const instance = (await instanceOf(body)).start({ key: 'k' }).receive('b').receive('b');
  instance.send({ kind: 'signal', name: 'Alarm' });
  assert.deepEqual(instance.open, ['a', 'k', 'l', 'l']);
  assert.deepEqual(Object.keys(instance.item('a').subs!), ['b', 'c']);
});

test('an interrupting message cancels the activity and its other events', async () => {
  const body = `${start()}${task('a')}${boundary('b', 'a', MESSAGE)}${boundary('c', 'a', TIMER)}${task('l')}${flows('s>a b>l')}`;
  const instance = (await instanceOf(body)).start({ key: 'k' }).receive('b', { sum: 3 });
  assert.deepEqual(
    [instance.open, instance.effects('cancelTimer').length, instance.effects('unsubscribe')],
    [['l'], 1, []],
  );
  assert.equal(instance.vars.sum, 3);
});

test('a signal reaches all subscribers of its name in item order', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${catching('c', SIGNAL)}${catching('d', SIGNAL)}${task('a')}${task('b')}${flows('s>g g>c g>d c>a d>b')}`;
  const instance = (await instanceOf(body)).start();
  assert.equal(instance.send({ kind: 'signal', name: 'Other' }).ignored, 'gone');
  instance.send({ kind: 'signal', name: 'Alarm' });
  assert.deepEqual(
    instance.effects('createTask').map((one) => one.node),
    ['a', 'b'],
  );
});

test('a boundary event that cannot be armed raises an incident while the activity continues; a retry arms it', async () => {
  const instance = (
    await instanceOf(`${start()}${task('a')}${boundary('b', 'a', MESSAGE)}${task('l')}${flows('s>a b>l')}`)
  ).start();
  assert.deepEqual([instance.open, instance.incidents], [['a'], ['a message.key']]);
  instance.send({ kind: 'setVars', vars: { key: 'k' } });
  instance.send({ kind: 'retry', item: instance.item('a').id });
  assert.deepEqual([instance.incidents, instance.armed('b').item.id], [[], instance.item('a').id]);
});

test('an error end event is caught at the boundary of its sub-process; the exact code takes precedence', async () => {
  const inner = `${start('is')}${gateway('parallel', 'ig')}${task('y')}${end('ie', ERROR)}${task('x')}${flows('is>ig ig>y ig>x x>ie')}`;
  const body = `${start()}${sub('q', inner)}${boundary('any', 'q', ANY_ERROR)}${boundary('b', 'q', ERROR)}${task('l')}${task('k')}${flows('s>q b>l any>k')}`;
  const instance = (await instanceOf(body)).start().complete('x');
  assert.deepEqual([instance.open, instance.effects('cancelTask').length], [['l'], 1]);
});

test('another code is caught by an outer event without a code', async () => {
  const other = '<errorEventDefinition errorRef="err2"/>';
  const inner = sub('r', `${start('is')}${end('ie', ERROR)}${flows('is>ie')}`);
  const body = `${start()}${sub('q', `${start('js')}${inner}${boundary('b', 'r', other)}${task('n')}${flows('js>r b>n')}`)}${boundary('any', 'q', ANY_ERROR)}${task('k')}${flows('s>q any>k')}`;
  assert.deepEqual((await instanceOf(body)).start().open, ['k']);
});

test('an uncaught error ends the process with an error', async () => {
  const instance = (
    await instanceOf(`${start()}${gateway('parallel', 'g')}${task('a')}${end('e', ERROR)}${flows('s>g g>a g>e')}`)
  ).start({ n: 1 });
  assert.deepEqual([instance.state.status, instance.state.error?.code], ['error', 'E1']);
  assert.deepEqual(instance.effects('complete')[0], {
    kind: 'complete',
    status: 'error',
    vars: { n: 1 },
    error: { code: 'E1' },
  });
});

test('a failed action with a code is caught at its boundary, or else raises an incident', async () => {
  const caught = (
    await instanceOf(`${start()}${action}${boundary('b', 'm', ERROR)}${task('l')}${flows('s>m b>l')}`)
  ).start();
  caught.send({ kind: 'jobFailed', item: 1, try: 1, code: 'E1', text: 'refused' });
  assert.deepEqual(caught.open, ['l']);
  const uncaught = (await instanceOf(`${start()}${action}${boundary('b', 'm', ERROR)}${flows('s>m')}`)).start();
  uncaught.send({ kind: 'jobFailed', item: 1, try: 1, code: 'E9', text: 'refused' });
  assert.deepEqual([uncaught.state.status, uncaught.incidents], ['running', ['m error.uncaught']]);
});

test('an error event sub-process takes precedence over the boundary of its scope and does not catch its own errors', async () => {
  const handler = sub(
    'h',
    `<startEvent id="hs">${ERROR}</startEvent>${task('ht')}${end('he', ERROR)}${flows('hs>ht ht>he')}`,
    'triggeredByEvent="true"',
  );
  const inner = `${start('is')}${gateway('parallel', 'ig')}${task('y')}${end('ie', ERROR)}${task('x')}${flows('is>ig ig>y ig>x x>ie')}${handler}`;
  const body = `${start()}${sub('q', inner)}${boundary('b', 'q', ERROR)}${task('l')}${flows('s>q b>l')}`;
  const instance = (await instanceOf(body)).start().complete('x');
  assert.deepEqual(instance.open, ['ht']);
  assert.deepEqual(instance.complete('ht').open, ['l']);
});

test('an interrupting event sub-process cancels the items of its scope and disarms the others; the scope ends with it', async () => {
  const inner = `${start('is')}${task('x')}${flows('is>x')}${eventSub('e1', TIMER, task('e1_t'))}${eventSub('e2', SIGNAL, task('e2_t'))}`;
  const instance = (await instanceOf(`${start()}${sub('q', inner)}${task('a')}${flows('s>q q>a')}`)).start();
  instance.fire('e1_s');
  assert.deepEqual([instance.open, instance.item('q').subs], [['e1_t'], undefined]);
  assert.deepEqual(
    instance.last.effects.map((one) => one.kind),
    ['cancelTask', 'unsubscribe', 'createTask'],
  );
  assert.deepEqual(instance.complete('e1_t').open, ['a']);
});

test('a non-interrupting event sub-process runs in parallel and repeatedly, and the scope waits for it', async () => {
  const inner = eventSub('e', SIGNAL, task('e_t'), 'isInterrupting="false"');
  const instance = (await instanceOf(`${start()}${task('x')}${flows('s>x')}${inner}`)).start();
  instance.send({ kind: 'signal', name: 'Alarm' });
  instance.send({ kind: 'signal', name: 'Alarm' });
  assert.deepEqual(instance.open, ['e_t', 'e_t', 'x']);
  instance.complete('x').complete('e_t');
  assert.equal(instance.state.status, 'running');
  assert.equal(instance.complete('e_t').state.status, 'completed');
});

test('an event sub-process that cannot be armed raises an incident; the scope continues and can end', async () => {
  const instance = (
    await instanceOf(`${start()}${task('x')}${flows('s>x')}${eventSub('e', MESSAGE, task('e_t'))}`)
  ).start();
  assert.deepEqual([instance.open, instance.incidents], [['x'], ['p message.key']]);
  assert.equal(instance.complete('x').state.status, 'completed');
});

test('a non-interrupting escalation lets both paths continue; an interrupting one cancels the scope', async () => {
  const inner = `${start('is')}${throwing('ie', ESCALATION)}${task('x')}${flows('is>ie ie>x')}`;
  const body = (rest: string) =>
    `${start()}${sub('q', inner)}${boundary('b', 'q', ESCALATION, rest)}${task('l')}${flows('s>q b>l')}`;
  assert.deepEqual((await instanceOf(body('cancelActivity="false"'))).start().open, ['l', 'x']);
  assert.deepEqual((await instanceOf(body(''))).start().open, ['l']);
});

test('an uncaught escalation appears only in the history', async () => {
  const instance = (await instanceOf(`${start()}${throwing('e', ESCALATION)}${task('a')}${flows('s>e e>a')}`)).start();
  assert.deepEqual([instance.open, instance.incidents], [['a'], []]);
  assert.ok(instance.last.log.some((entry) => entry.what === 'escalated' && entry.node === 'e'));
});

test('an error in one iteration is caught at the loop and cancels all iterations', async () => {
  const inner = `<multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>${start('is')}${task('x')}${end('ie', ERROR)}${flows('is>x x>ie')}`;
  const instance = (
    await instanceOf(`${start()}${sub('q', inner)}${boundary('b', 'q', ERROR)}${task('l')}${flows('s>q b>l')}`)
  ).start();
  assert.deepEqual(instance.open, ['x', 'x', 'x']);
  assert.deepEqual(instance.complete('x').open, ['l']);
});

test('an event is ignored when its item waits for another kind of event', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${catching('c', TIMER)}${task('b')}${flows('s>g g>a g>c c>b')}`;
  const instance = (await instanceOf(body)).start();
  const [a, c] = [instance.item('a').id, instance.item('c').id];
  assert.equal(instance.send({ kind: 'taskCompleted', item: c }).ignored, 'gone');
  assert.equal(instance.send({ kind: 'callEnded', item: c }).ignored, 'gone');
  assert.equal(instance.send({ kind: 'messageReceived', item: c, node: 'c' }).ignored, 'gone');
  assert.equal(instance.send({ kind: 'jobResult', item: a, try: 1 }).ignored, 'try');
  assert.equal(instance.send({ kind: 'jobResult', item: a, try: 0 }).ignored, 'gone');
  assert.equal(instance.send({ kind: 'timerFired', item: a, node: 'c' }).ignored, 'gone');
  assert.equal(instance.send({ kind: 'finish', item: a }).ignored, 'state');
  assert.equal(instance.send({ kind: 'activate', item: 0, node: 'a' }).ignored, 'state');
  assert.equal(instance.send({ kind: 'retry', item: a }).ignored, 'gone');
});

test('events for an ended instance are ignored', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start();
  instance.complete('a');
  assert.equal(instance.send({ kind: 'taskCompleted', item: 1 }).ignored, 'gone');
  assert.equal(instance.send({ kind: 'start' }).ignored, 'state');
  assert.equal(instance.send({ kind: 'signal', name: 'Alarm' }).ignored, 'gone');
});

test('a token that escalates into an interrupting event sub-process of its scope does not continue', async () => {
  const body = `${start()}${throwing('e', ESCALATION)}${task('a')}${flows('s>e e>a')}${eventSub('h', ESCALATION, task('h_t'))}`;
  assert.deepEqual((await instanceOf(body)).start().open, ['h_t']);
});

test('a retried task keeps its timer', async () => {
  const body = `${start()}${task('a', 'verva:assignee="=boss"')}${boundary('b', 'a', TIMER)}${flows('s>a')}`;
  const instance = (await instanceOf(body)).start();
  assert.deepEqual([instance.incidents, instance.effects('scheduleTimer').length], [['a task.nobody'], 1]);
  instance.send({ kind: 'setVars', vars: { boss: 'mari' } });
  instance.send({ kind: 'retry', item: instance.item('a').id });
  assert.deepEqual([instance.open, instance.effects('scheduleTimer')], [['a'], []]);
});

test('a token in a sub-process that an escalation cancels goes no further', async () => {
  const inner = `${start('is')}${gateway('parallel', 'ig')}${throwing('ie', ESCALATION)}${task('x')}${flows('is>ig ig>ie ig>x')}`;
  const body = `${start()}${sub('q', inner)}${boundary('b', 'q', ESCALATION)}${task('l')}${flows('s>q b>l')}`;
  assert.deepEqual((await instanceOf(body)).start().open, ['l']);
});

test('an event sub-process that interrupts its scope leaves tokens in other scopes', async () => {
  const inner = `${start('is')}${task('x')}${flows('is>x')}${eventSub('e', SIGNAL, task('e_t'))}`;
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${boundary('b', 'a', SIGNAL)}${task('l')}${sub('q', inner)}${flows('s>g g>a g>q b>l')}`;
  const instance = (await instanceOf(body)).start();
  instance.send({ kind: 'signal', name: 'Alarm' });
  assert.deepEqual(instance.open, ['e_t', 'l']);
});
