import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundary,
  catching,
  ERROR,
  end,
  flows,
  gateway,
  instanceOf,
  MESSAGE,
  script,
  start,
  sub,
  TERMINATE,
  TIMER,
  task,
  throwing,
} from '../../../../../test/processes/model.ts';
import { step } from './step.ts';

const mail = (id: string, rest = '', more = '') =>
  `<serviceTask id="${id}" verva:action="mail" ${rest}><extensionElements><verva:input name="to" value="=to"/><verva:input name="subject" value="Hello"/><verva:input name="body" value="=&quot;For &quot; + to"/>${more}</extensionElements></serviceTask>`;

test('a user task is created with evaluated users, groups, form, dates and priority', async () => {
  const attributes =
    'verva:assignee="=boss" verva:candidateUsers="=helpers" verva:candidateGroups="office, archive" verva:formKey="check" verva:dueDate="P1D" verva:followUpDate="=day" verva:priority="=40 + 10" verva:outcomes="yes,no"';
  const instance = (await instanceOf(`${start()}${task('a', attributes)}${flows('s>a')}`)).start({
    boss: 'mari',
    helpers: ['jaan', 'anu'],
    day: '2026-01-07',
  });
  assert.deepEqual(instance.effects('createTask'), [
    {
      kind: 'createTask',
      item: 1,
      node: 'a',
      name: 'a',
      assignee: 'mari',
      users: ['jaan', 'anu'],
      groups: ['office', 'archive'],
      form: 'check',
      due: '2026-01-06T10:00:00Z',
      followUp: '2026-01-07T21:59:59Z',
      priority: 50,
      outcomes: ['yes', 'no'],
    },
  ]);
});

test('a task has its evaluated name, or else the name of its node', async () => {
  const body = `${start()}${task('a', 'verva:taskName="=&quot;Approve &quot; + subject"')}${flows('s>a')}`;
  assert.equal(
    (await instanceOf(body)).start({ subject: 'a chair' }).effects('createTask')[0]!.name,
    'Approve a chair',
  );
  assert.equal((await instanceOf(body)).start().effects('createTask')[0]!.name, 'a');
});

test('an assignment that fails or is empty raises an incident and opens no task; a retry opens it', async () => {
  const instance = (await instanceOf(`${start()}${task('a', 'verva:assignee="=boss"')}${flows('s>a')}`)).start();
  assert.deepEqual([instance.open, instance.incidents], [[], ['a task.nobody']]);
  instance.send({ kind: 'setVars', vars: { boss: 5 } });
  instance.send({ kind: 'retry', item: instance.item('a').id });
  assert.deepEqual(instance.incidents, ['a task.field']);
  instance.send({ kind: 'setVars', vars: { boss: 'mari' } });
  instance.send({ kind: 'retry', item: instance.item('a').id });
  assert.deepEqual([instance.open, instance.incidents], [['a'], []]);
});

test('an invalid due date raises an incident', async () => {
  const instance = (await instanceOf(`${start()}${task('a', 'verva:dueDate="=when"')}${flows('s>a')}`)).start({
    when: 'soon',
  });
  assert.deepEqual(instance.incidents, ['a task.due']);
});

test('TSK-18 a second completion is ignored, also with another event id', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${task('b')}${flows('s>a a>b')}`)).start();
  const { id } = instance.item('a');
  instance.complete('a');
  assert.equal(instance.send({ kind: 'taskCompleted', item: id }).ignored, 'gone');
  assert.deepEqual(instance.open, ['b']);
});

test('an outcome is stored for the next gateway, and by task for later gateways', async () => {
  const body = `${start()}${task('a')}${task('b')}${gateway('exclusive', 'g')}${task('c')}${task('d')}${flows('s>a a>b b>g g>c[outcomes.a = "yes" and outcome = "no"] g>d[outcome = "yes"]')}`;
  const instance = (await instanceOf(body)).start().complete('a', {}, 'yes').complete('b', {}, 'no');
  assert.deepEqual(instance.open, ['c']);
  assert.deepEqual(instance.vars, { outcome: 'no', outcomes: { a: 'yes', b: 'no' } });
  assert.deepEqual(instance.last.changed, ['outcome', 'outcomes']);
});

test('an activity whose outgoing flows have conditions splits like an inclusive gateway', async () => {
  const body = `${start()}${task('a')}${task('b')}${task('c')}${flows('s>a a>b[n > 0] a>c[n > 1]')}`;
  assert.deepEqual((await instanceOf(body)).start({ n: 2 }).complete('a').open, ['b', 'c']);
  const none = (await instanceOf(body)).start({ n: 0 }).complete('a');
  assert.deepEqual(none.incidents, ['a gateway.none']);
  none.send({ kind: 'setVars', vars: { n: 1 } });
  none.send({ kind: 'retry', item: none.item('a').id });
  assert.deepEqual([none.open, none.incidents], [['b'], []]);
});

test('ids and lists of candidates that are too large for a task raise an incident', async () => {
  const vars = { long: 'x'.repeat(250_000), many: Array.from({ length: 1001 }, (_, index) => `u${index}`) };
  for (const attribute of ['assignee="=long"', 'candidateUsers="=long"', 'candidateUsers="=many"', 'formKey="=long"']) {
    const instance = (await instanceOf(`${start()}${task('a', `verva:${attribute}`)}${flows('s>a')}`)).start(vars);
    assert.deepEqual([instance.open, instance.incidents], [[], ['a task.field']], attribute);
    assert.ok(JSON.stringify(instance.effects('incident')).length < 500);
  }
});

test('a manual task continues at once and appears in the history', async () => {
  const instance = (await instanceOf(`${start()}<manualTask id="m"/>${task('a')}${flows('s>m m>a')}`)).start();
  assert.deepEqual(instance.open, ['a']);
  assert.ok(instance.last.log.some((entry) => entry.node === 'm' && entry.what === 'completed'));
});

test('a service task runs its action with evaluated inputs and merges the result', async () => {
  const instance = (await instanceOf(`${start()}${mail('m')}${task('a')}${flows('s>m m>a')}`)).start({ to: 'x@y' });
  assert.deepEqual(instance.effects('runAction'), [
    {
      kind: 'runAction',
      item: 1,
      node: 'm',
      action: 'mail',
      input: { to: 'x@y', subject: 'Hello', body: 'For x@y' },
      try: 1,
    },
  ]);
  instance.send({ kind: 'jobResult', item: 1, try: 1, vars: { sent: true } });
  assert.deepEqual([instance.open, instance.vars.sent], [['a'], true]);
  assert.equal(instance.send({ kind: 'jobResult', item: 1, try: 1 }).ignored, 'gone');
});

test('a failed action raises an incident; a retry runs it again and an older result is ignored', async () => {
  const instance = (await instanceOf(`${start()}${mail('m')}${task('a')}${flows('s>m m>a')}`)).start({ to: 'x@y' });
  instance.send({ kind: 'jobFailed', item: 1, try: 1, text: 'no route' });
  assert.deepEqual(instance.incidents, ['m action.failed']);
  instance.send({ kind: 'retry', item: 1 });
  assert.equal(instance.effects('runAction')[0]!.try, 2);
  assert.equal(instance.send({ kind: 'jobResult', item: 1, try: 1 }).ignored, 'try');
  instance.send({ kind: 'jobResult', item: 1, try: 2 });
  assert.deepEqual([instance.open, instance.incidents], [['a'], []]);
});

test('a required input that is empty at run time raises an incident before the action runs', async () => {
  const instance = (await instanceOf(`${start()}${mail('m')}${flows('s>m')}`)).start();
  assert.deepEqual([instance.incidents, instance.effects('runAction')], [['m action.input'], []]);
});

test('a result is written to one variable or to its outputs; failed outputs can be retried without the action', async () => {
  const one = (
    await instanceOf(`${start()}${mail('m', 'verva:resultVariable="reply"')}${task('a')}${flows('s>m m>a')}`)
  ).start({ to: 'x' });
  one.send({ kind: 'jobResult', item: 1, try: 1, vars: { id: 5 } });
  assert.deepEqual(one.vars, { to: 'x', reply: { id: 5 } });
  const body = `${start()}${mail('m', '', '<verva:output name="kept" value="=id / rate"/>')}${task('a')}${flows('s>m m>a')}`;
  const outputs = (await instanceOf(body)).start({ to: 'x' });
  outputs.send({ kind: 'jobResult', item: 1, try: 1, vars: { id: 6, rate: 2, other: 1 } });
  assert.deepEqual(outputs.vars, { to: 'x', kept: 3 });
  const bad = `${start()}${mail('m', '', '<verva:output name="kept" value="=10 ** id"/>')}${task('a')}${flows('s>m m>a')}`;
  const failing = (await instanceOf(bad)).start({ to: 'x' });
  failing.send({ kind: 'jobResult', item: 1, try: 1, vars: { id: 400 } });
  assert.deepEqual(failing.incidents, ['m feel.result']);
  failing.send({ kind: 'retry', item: 1 });
  assert.deepEqual([failing.incidents, failing.effects('runAction')], [['m feel.result'], []]);
});

test('an output without an expression is a text, and one of an unknown name is null', async () => {
  const outputs = '<verva:output name="state" value="sent"/><verva:output name="other" value="=toString"/>';
  const instance = (await instanceOf(`${start()}${mail('m', '', outputs)}${task('a')}${flows('s>m m>a')}`)).start({
    to: 'x',
  });
  instance.send({ kind: 'jobResult', item: 1, try: 1, vars: { sent: 1 } });
  assert.deepEqual([instance.incidents, instance.vars], [[], { to: 'x', state: 'sent', other: null }]);
});

test('setVariables is done in the same step', async () => {
  const body = `${start()}<serviceTask id="v" verva:action="setVariables"><extensionElements><verva:input name="total" value="=n * 2"/><verva:input name="state" value="new"/></extensionElements></serviceTask>${task('a')}${flows('s>v v>a')}`;
  const instance = (await instanceOf(body)).start({ n: 4 });
  assert.deepEqual([instance.open, instance.vars], [['a'], { n: 4, total: 8, state: 'new' }]);
});

test('a script writes its result in the same step; a failing one stays where it is', async () => {
  const instance = (await instanceOf(`${start()}${script('x', 'n * 2', 'm')}${task('a')}${flows('s>x x>a')}`)).start({
    n: 4,
  });
  assert.deepEqual([instance.open, instance.vars.m], [['a'], 8]);
  const failing = (await instanceOf(`${start()}${script('x', '10 ** n', 'm')}${task('a')}${flows('s>x x>a')}`)).start({
    n: 400,
  });
  assert.deepEqual([failing.open, failing.incidents], [[], ['x feel.result']]);
  failing.send({ kind: 'setVars', vars: { n: 2 } });
  failing.send({ kind: 'retry', item: failing.item('x').id });
  assert.deepEqual([failing.open, failing.vars.m], [['a'], 100]);
});

test('other branches go on beside an incident', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${script('x', '10 ** 400')}${task('a')}${task('b')}${flows('s>g g>x g>a a>b')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual([instance.open, instance.incidents], [['b'], ['x feel.result']]);
});

test('a receive task waits for its message and takes the variables over', async () => {
  const instance = (
    await instanceOf(`${start()}<receiveTask id="r" messageRef="msg"/>${task('a')}${flows('s>r r>a')}`)
  ).start({ key: 7 });
  assert.deepEqual(instance.effects('subscribe')[0], {
    kind: 'subscribe',
    item: 1,
    node: 'r',
    sub: 'message',
    name: 'Paid',
    key: '7',
  });
  instance.receive('r', { paid: 12 });
  assert.deepEqual([instance.open, instance.vars.paid], [['a'], 12]);
});

test('an empty message key raises an incident at the event; a retry subscribes', async () => {
  const instance = (await instanceOf(`${start()}${catching('c', MESSAGE)}${task('a')}${flows('s>c c>a')}`)).start();
  assert.deepEqual(instance.incidents, ['c message.key']);
  instance.send({ kind: 'setVars', vars: { key: 'k'.repeat(201) } });
  instance.send({ kind: 'retry', item: instance.item('c').id });
  assert.deepEqual(instance.incidents, ['c message.key']);
  instance.send({ kind: 'setVars', vars: { key: 'k' } });
  instance.send({ kind: 'retry', item: instance.item('c').id });
  assert.equal(instance.effects('subscribe')[0]!.key, 'k');
});

test('a timer event waits until it fires once', async () => {
  const instance = (await instanceOf(`${start()}${catching('c', TIMER)}${task('a')}${flows('s>c c>a')}`)).start();
  assert.deepEqual(instance.effects('scheduleTimer'), [
    { kind: 'scheduleTimer', item: 1, node: 'c', due: '2026-01-05T11:00:00Z' },
  ]);
  instance.fire('c');
  assert.deepEqual([instance.open, instance.effects('cancelTimer')], [['a'], []]);
  assert.equal(instance.send({ kind: 'timerFired', item: 1, node: 'c' }).ignored, 'gone');
});

test('a thrown message or signal is an effect and the token continues; at an end event it ends', async () => {
  const vars = '<extensionElements><verva:input name="sum" value="=n + 1"/></extensionElements>';
  const body = `${start()}<intermediateThrowEvent id="m">${vars}${MESSAGE}</intermediateThrowEvent>${throwing('g', '<signalEventDefinition signalRef="sig"/>')}${throwing('none')}${end('e', MESSAGE)}${flows('s>m m>g g>none none>e')}`;
  const instance = (await instanceOf(body)).start({ n: 1, key: 'k' });
  assert.deepEqual(instance.effects('sendMessage'), [
    { kind: 'sendMessage', node: 'm', name: 'Paid', key: 'k', vars: { sum: 2 } },
    { kind: 'sendMessage', node: 'e', name: 'Paid', key: 'k', vars: {} },
  ]);
  assert.deepEqual(instance.effects('broadcast'), [{ kind: 'broadcast', node: 'g', name: 'Alarm', vars: {} }]);
  assert.equal(instance.state.status, 'completed');
});

test('a message that cannot be sent stops its token; a retry sends it', async () => {
  const instance = (await instanceOf(`${start()}${throwing('m', MESSAGE)}${task('a')}${flows('s>m m>a')}`)).start();
  assert.deepEqual(instance.incidents, ['m message.key']);
  instance.send({ kind: 'setVars', vars: { key: 'k' } });
  instance.send({ kind: 'retry', item: instance.item('m').id });
  assert.deepEqual([instance.open, instance.effects('sendMessage').length], [['a'], 1]);
});

test('a call starts a process with all visible variables or its inputs, and writes the result', async () => {
  const plain = (
    await instanceOf(`${start()}<callActivity id="c" calledElement="other"/>${task('a')}${flows('s>c c>a')}`)
  ).start({ n: 1 });
  assert.deepEqual(plain.effects('startInstance'), [
    { kind: 'startInstance', item: 1, node: 'c', process: 'other', version: 'latest', vars: { n: 1 } },
  ]);
  plain.send({ kind: 'callEnded', item: 1, vars: { m: 2 } });
  assert.deepEqual([plain.open, plain.vars], [['a'], { n: 1, m: 2 }]);
  assert.equal(plain.send({ kind: 'callEnded', item: 1 }).ignored, 'gone');
  const mapped =
    '<extensionElements><verva:input name="x" value="=n + 1"/><verva:output name="y" value="=m"/></extensionElements>';
  const instance = await instanceOf(
    `${start()}<callActivity id="c" calledElement="other" verva:version="3">${mapped}</callActivity>${task('a')}${flows('s>c c>a')}`,
  );
  instance.start({ n: 1 });
  assert.deepEqual(instance.effects('startInstance')[0]!.vars, { x: 2 });
  assert.equal(instance.effects('startInstance')[0]!.version, 3);
  instance.send({ kind: 'callEnded', item: 1, vars: { m: 5, z: 6 } });
  assert.deepEqual(instance.vars, { n: 1, y: 5 });
});

test('an error of a called process is caught at the call, or else raises an incident; a retry calls again', async () => {
  const call = '<callActivity id="c" calledElement="other"/>';
  const caught = (
    await instanceOf(`${start()}${call}${boundary('b', 'c', ERROR)}${task('a')}${flows('s>c b>a')}`)
  ).start();
  caught.send({ kind: 'callEnded', item: 1, error: { code: 'E1' } });
  assert.deepEqual(caught.open, ['a']);
  const uncaught = (await instanceOf(`${start()}${call}${flows('s>c')}`)).start();
  uncaught.send({ kind: 'callEnded', item: 1, error: { code: 'E1' } });
  assert.deepEqual(uncaught.incidents, ['c error.uncaught']);
  uncaught.send({ kind: 'retry', item: 1 });
  assert.equal(uncaught.effects('startInstance').length, 1);
});

test('cancelling an instance cancels its tasks, timers, subscriptions, actions and called processes', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${boundary('b', 'a', TIMER)}${catching('c', MESSAGE)}${mail('m')}<callActivity id="k" calledElement="other"/>${flows('s>g g>a g>c g>m g>k')}`;
  const instance = (await instanceOf(body)).start({ key: 'k', to: 'x' });
  instance.send({ kind: 'cancel', reason: 'withdrawn' });
  const kinds = instance.last.effects.map((effect) => effect.kind).sort();
  assert.deepEqual(kinds, ['cancelAction', 'cancelInstance', 'cancelTask', 'cancelTimer', 'complete', 'unsubscribe']);
  assert.deepEqual([instance.state.status, instance.effects('complete')[0]!.reason], ['cancelled', 'withdrawn']);
  assert.equal(instance.send({ kind: 'cancel' }).ignored, 'state');
});

test('all none start events receive a token; without start events, all nodes without incoming flow do', async () => {
  assert.deepEqual(
    (await instanceOf(`${start('s')}${start('s2')}${task('a')}${task('b')}${flows('s>a s2>b')}`)).start().open,
    ['a', 'b'],
  );
  assert.deepEqual((await instanceOf(`${task('a')}${task('b')}${task('c')}${flows('a>c')}`)).start().open, ['a', 'b']);
});

test('an instance started by an event begins at this event only', async () => {
  const instance = await instanceOf(
    `${start()}<startEvent id="m">${MESSAGE}</startEvent>${task('a')}${task('b')}${flows('s>a m>b')}`,
  );
  instance.send({ kind: 'start', node: 'm', vars: { n: 1 } });
  assert.deepEqual([instance.open, instance.vars], [['b'], { n: 1 }]);
  assert.equal(instance.send({ kind: 'start' }).ignored, 'state');
  assert.equal(
    (await instanceOf(`<startEvent id="m">${MESSAGE}</startEvent>${task('b')}${flows('m>b')}`)).send({ kind: 'start' })
      .ignored,
    'state',
  );
});

test('a terminate end event ends its scope and the parent continues', async () => {
  const inner = `${start('is')}${gateway('parallel', 'ig')}${task('x')}${task('y')}${end('ie', TERMINATE)}${flows('is>ig ig>x ig>y y>ie')}`;
  const body = `${start()}${gateway('parallel', 'g')}${sub('q', inner)}${task('b')}${task('a')}${flows('s>g g>q g>b q>a')}`;
  const instance = (await instanceOf(body)).start();
  instance.complete('y');
  assert.deepEqual(instance.open, ['a', 'b']);
  assert.equal(instance.effects('cancelTask').length, 1);
});

test('a terminate end event of the process completes it', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}${end('e', TERMINATE)}${flows('s>g g>a g>b b>e')}`;
  const instance = (await instanceOf(body)).start().complete('b');
  assert.deepEqual([instance.state.status, instance.effects('cancelTask').length], ['completed', 1]);
});

test('a sub-process ends when it is empty', async () => {
  const body = `${start()}${sub('q', `${start('is')}${gateway('parallel', 'ig')}${task('x')}${task('y')}${flows('is>ig ig>x ig>y')}`)}${task('a')}${flows('s>q q>a')}`;
  const instance = (await instanceOf(body)).start().complete('x');
  assert.deepEqual(instance.open, ['y']);
  assert.deepEqual(instance.complete('y').open, ['a']);
});

test('an event is rejected when the model loops without waiting: the task stays open with one incident', async () => {
  const body = `${start()}${task('a')}${gateway('exclusive', 'g')}<manualTask id="m"/>${flows('s>a a>g g>m m>g')}`;
  const instance = (await instanceOf(body)).start();
  const before = instance.state.items[1];
  const { id } = instance.item('a');
  assert.equal(instance.send({ kind: 'taskCompleted', item: id, vars: { n: 1 } }).rejected?.code, 'runaway');
  assert.deepEqual([instance.open, instance.incidents], [['a'], ['p runaway']]);
  assert.deepEqual([instance.state.items[1], instance.vars], [before, {}]);
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents], [['a'], []]);
});

test('a rejected completion succeeds after the variable is corrected, and its incident is closed', async () => {
  const round = `${gateway('exclusive', 'g', 'default="g_e"')}<manualTask id="m"/><endEvent id="e"/>`;
  const body = `${start()}${task('a')}${task('b')}${round}${flows('s>a s>b a>g b>g g>m[loop] m>g g>e')}`;
  const instance = (await instanceOf(body)).start({ loop: true });
  const complete = (node: string) => instance.send({ kind: 'taskCompleted', item: instance.item(node).id });
  assert.equal(complete('a').rejected?.code, 'runaway');
  assert.equal(complete('b').rejected?.code, 'runaway');
  instance.send({ kind: 'setVars', vars: { loop: false } });
  assert.deepEqual(instance.incidents, ['p runaway']);
  complete('a');
  assert.deepEqual([instance.open, instance.incidents], [['b'], ['p runaway']]);
  complete('b');
  assert.deepEqual([instance.state.status, instance.last.rejected], ['completed', undefined]);
});

test('the incident of a rejected completion is closed with its task and does not prevent the end of the process', async () => {
  const round = `${gateway('exclusive', 'g', 'default="g_e"')}<manualTask id="m"/><endEvent id="e"/>`;
  const left = boundary('x', 'a', TIMER);
  const body = `${start()}${task('a')}${left}${task('b')}${round}${flows('s>a x>b a>g g>m[loop] m>g g>e')}`;
  const instance = (await instanceOf(body)).start({ loop: true });
  instance.send({ kind: 'taskCompleted', item: instance.item('a').id });
  assert.deepEqual(instance.incidents, ['p runaway']);
  assert.deepEqual([instance.fire('x').open, instance.incidents], [['b'], []]);
  // Instances stored by earlier versions have no list of items here.
  const root = { ...instance.state.items[0]!, incident: { code: 'runaway', text: '', phase: 'event' } as const };
  const stopped = { ...instance.state, items: [root, ...instance.state.items.slice(1)] };
  const event = { kind: 'taskCompleted', item: instance.item('b').id, id: 'e', at: instance.at, zone: 'UTC' } as const;
  assert.equal(step(instance.definition, stopped, event).state.status, 'completed');
});

test('moves through a cycle of joins are counted', async () => {
  const body = `${start()}${task('a')}${gateway('inclusive', 'j')}${gateway('parallel', 'k')}${flows('s>a a>j k>j j>k')}`;
  const instance = (await instanceOf(body)).start();
  assert.equal(instance.send({ kind: 'taskCompleted', item: instance.item('a').id }).rejected?.code, 'runaway');
});

test('a rejected start keeps its variables and begins on a retry after they are corrected', async () => {
  const body = `${start()}${gateway('exclusive', 'g', 'default="g_a"')}<manualTask id="m"/>${task('a')}${flows('s>g g>m[loop] m>g g>a')}`;
  const instance = (await instanceOf(body)).start({ loop: true });
  assert.deepEqual([instance.state.status, instance.incidents], ['running', ['p runaway']]);
  instance.send({ kind: 'setVars', vars: { loop: false } });
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents, instance.vars], [['a'], [], { loop: false }]);
});

test('a retry delivers a rejected timer event again', async () => {
  const body = `${start()}${catching('c', TIMER)}${gateway('exclusive', 'g', 'default="g_a"')}<manualTask id="m"/>${task('a')}${flows('s>c c>g g>m[loop] m>g g>a')}`;
  const instance = (await instanceOf(body)).start({ loop: true });
  const { id } = instance.item('c');
  assert.equal(instance.send({ kind: 'timerFired', item: id, node: 'c' }).rejected?.code, 'runaway');
  instance.send({ kind: 'setVars', vars: { loop: false } });
  assert.deepEqual(instance.incidents, ['p runaway']);
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual([instance.open, instance.incidents], [['a'], []]);
});

test('an event with too large variables or invalid names is rejected', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start();
  const { id } = instance.item('a');
  const big = instance.send({ kind: 'taskCompleted', item: id, vars: { text: 'x'.repeat(300_000) } });
  assert.equal(big.rejected?.code, 'variables.size');
  const named = instance.send({ kind: 'taskCompleted', item: id, vars: { 'two words': 1 } });
  assert.equal(named.rejected?.code, 'variables.name');
  assert.deepEqual([instance.open, instance.incidents], [['a'], []]);
});
