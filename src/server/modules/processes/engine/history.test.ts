import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundary,
  catching,
  ERROR,
  ESCALATION,
  end,
  flows,
  gateway,
  type Instance,
  instanceOf,
  MESSAGE,
  SIGNAL,
  script,
  start,
  sub,
  TERMINATE,
  TIMER,
  task,
  throwing,
} from '../../../../../test/processes/model.ts';

/** The entries of the last step but the end of the process: `+a` entered, `-a` completed, and others by name. */
const log = ({ last }: Instance) =>
  last.log
    .filter(({ what, node }) => what !== 'cancelled' || node !== 'p')
    .map(({ what, node }) => `${{ entered: '+', completed: '-' }[what as string] ?? `${what} `}${node}`)
    .join(' ');

test('the history has each event and gateway that a token entered and left', async () => {
  const exclusive = await instanceOf(`${start()}${gateway('exclusive', 'g')}${end('e')}${flows('s>g g>e')}`);
  assert.equal(log(exclusive.start()), '+p +s -s +g -g +e -e');
  const inclusive = await instanceOf(`${start()}${gateway('inclusive', 'g')}${end('e')}${flows('s>g g>e')}`);
  assert.equal(log(inclusive.start()), '+p +s -s +g -g +e -e');
});

test('the history has each token at a join, and that the join was left once', async () => {
  for (const kind of ['parallel', 'inclusive']) {
    const body = `${start()}${gateway('parallel', 'f')}${gateway(kind, 'j')}${end('e')}${flows('s>f f>a f>b a>j b>j j>e')}`;
    const instance = await instanceOf(`${body}${script('a', '1')}${script('b', '1')}`);
    const entries = log(instance.start());
    assert.equal(entries.split(' ').filter((entry) => entry === '+j').length, 2, kind);
    assert.match(entries, /\+j -j \+e -e$/, kind);
  }
});

test('the history has the event that an event-based gateway waits for', async () => {
  const body = `${start()}${gateway('eventBased', 'g')}${catching('m', MESSAGE)}${catching('t', TIMER)}${end('e')}${flows('s>g g>m g>t m>e t>e')}`;
  const instance = (await instanceOf(body)).start({ key: 'k' });
  assert.equal(log(instance), '+p +s -s +g');
  const [entered] = instance.last.log.filter(({ node }) => node === 'g');
  const { id, wait } = instance.item('g');
  assert.deepEqual([entered?.item, wait], [id, 'event']);
  assert.match(log(instance.receive('m')), /-m \+e -e$/);
});

test('the history has thrown events, and a token goes on after them', async () => {
  const top = `${start()}${throwing('t', SIGNAL)}${throwing('n')}${task('a')}`;
  const instance = (await instanceOf(`${top}${flows('s>t t>n n>a')}`)).start();
  assert.equal(log(instance), '+p +s -s +t -t +n -n +a');
  assert.deepEqual(instance.effects('broadcast'), [{ kind: 'broadcast', node: 't', name: 'Alarm', vars: {} }]);
  const ended = (await instanceOf(`${start()}${end('e', SIGNAL)}${flows('s>e')}`)).start();
  assert.equal(log(ended), '+p +s -s +e -e');
  const sent = (await instanceOf(`${start()}${end('e', MESSAGE)}${flows('s>e')}`)).start({ key: 'k' });
  assert.deepEqual(sent.effects('sendMessage'), [{ kind: 'sendMessage', node: 'e', name: 'Paid', key: 'k', vars: {} }]);
  assert.equal(log(sent), '+p +s -s +e -e');
});

test('a link continues at its target, and the history has both ends', async () => {
  const LINK = '<linkEventDefinition name="L"/>';
  const body = `${start()}${throwing('t', LINK)}${catching('c', LINK)}${task('a')}${flows('s>t c>a')}`;
  const instance = (await instanceOf(body)).start();
  assert.equal(log(instance), '+p +s -s +t -t -c +a');
  assert.deepEqual(instance.open, ['a']);
});

test('terminating ends its scope only; the history has what was cancelled', async () => {
  const inner = `${start('i')}${gateway('parallel', 'g')}${task('a')}${end('x', TERMINATE)}${flows('i>g g>a g>x')}`;
  const instance = (await instanceOf(`${start()}${sub('b', inner)}${task('c')}${flows('s>b b>c')}`)).start();
  assert.equal(log(instance), '+p +s -s +b +i -i +g -g +a +x -x cancelled a -b +c');
  assert.deepEqual(instance.open, ['c']);
  const waiting = `${start()}${gateway('parallel', 'g')}${gateway('parallel', 'j')}${task('a')}${end('x', TERMINATE)}${end('e')}`;
  const whole = (await instanceOf(`${waiting}${script('y', '1')}${flows('s>g g>a g>y y>j a>j g>x j>e')}`)).start();
  assert.equal(whole.state.status, 'completed');
  assert.deepEqual(whole.state.items, []);
});

test('a terminated scope takes no more tokens and forgets those at its joins', async () => {
  const inner =
    `${start('i')}${start('i2')}${start('i3')}${gateway('parallel', 'j')}${task('a')}${task('z')}${end('x', TERMINATE)}` +
    flows('i>j a>j i2>a i3>x j>z');
  const instance = (await instanceOf(`${start()}${sub('b', inner)}${task('c')}${flows('s>b b>c')}`)).start();
  assert.deepEqual([instance.open, instance.incidents, instance.state.items.length], [['c'], [], 2]);
  const late = `${start('i')}${gateway('parallel', 'g')}${end('x', TERMINATE)}${script('y', '1')}${task('a')}${flows('i>g g>x g>y y>a')}`;
  const ended = (await instanceOf(`${start()}${sub('b', late)}${task('c')}${flows('s>b b>c')}`)).start();
  assert.deepEqual(ended.open, ['c']);
  assert.doesNotMatch(log(ended), /\+y/, 'a token that moves to the scope is gone');
});

test('an error end event without a handler ends the process, with the name of the event', async () => {
  const named = `${start()}<endEvent id="e" name="Refused">${ERROR}</endEvent>${flows('s>e')}`;
  const instance = (await instanceOf(named)).start({ n: 1 });
  assert.equal(log(instance), '+p +s -s +e -e');
  assert.deepEqual(instance.state.error, { code: 'E1', text: 'Refused' });
  assert.deepEqual(instance.effects('complete'), [
    { kind: 'complete', status: 'error', vars: { n: 1 }, error: { code: 'E1', text: 'Refused' } },
  ]);
  assert.deepEqual(instance.state.end, { n: 1 });
  const plain = (await instanceOf(`${start()}${end('e', ERROR)}${flows('s>e')}`)).start();
  assert.deepEqual(plain.state.error, { code: 'E1' });
  const done = (await instanceOf(`${start()}${end('e')}${flows('s>e')}`)).start({ n: 2 });
  assert.deepEqual(done.effects('complete'), [{ kind: 'complete', status: 'completed', vars: { n: 2 } }]);
  assert.deepEqual(done.state.end, { n: 2 });
});

test('a caught escalation is not in the history as uncaught', async () => {
  const inner = `${start('i')}${end('x', ESCALATION)}${flows('i>x')}`;
  const body = `${start()}${sub('b', inner)}${boundary('o', 'b', ESCALATION, 'cancelActivity="false"')}${task('a')}${task('c')}${flows('s>b b>c o>a')}`;
  const caught = (await instanceOf(body)).start();
  assert.deepEqual(caught.open, ['a', 'c']);
  assert.doesNotMatch(log(caught), /escalated/);
  const uncaught = (await instanceOf(`${start()}${throwing('x', ESCALATION)}${task('a')}${flows('s>x x>a')}`)).start();
  assert.match(log(uncaught), /\+x escalated x -x \+a$/);
});

test('cancelling names the reason, and cancels what is open', async () => {
  const instance = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start({ n: 1 });
  instance.send({ kind: 'cancel', reason: 'Withdrawn' });
  assert.deepEqual(instance.effects('complete'), [
    { kind: 'complete', status: 'cancelled', vars: { n: 1 }, reason: 'Withdrawn' },
  ]);
  assert.equal(log(instance), 'cancelled a');
  const other = (await instanceOf(`${start()}${task('a')}${flows('s>a')}`)).start();
  other.send({ kind: 'cancel' });
  assert.equal('reason' in other.effects('complete')[0]!, false);
});
