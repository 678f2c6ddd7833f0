import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  catching,
  ERROR,
  end,
  flows,
  gateway,
  instanceOf,
  MESSAGE,
  SIGNAL,
  script,
  start,
  sub,
  TIMER,
  task,
} from '../../../../../test/processes/model.ts';
import type { Vars } from './model.ts';

test('an exclusive gateway takes the first true condition in document order', async () => {
  const body = `${start()}${gateway('exclusive', 'g')}${task('a')}${task('b')}${flows('s>g g>a[n > 1] g>b[n > 0]')}`;
  assert.deepEqual((await instanceOf(body)).start({ n: 2 }).open, ['a']);
  assert.deepEqual((await instanceOf(body)).start({ n: 1 }).open, ['b']);
});

test('an exclusive gateway takes the default flow only when no condition holds, in any document order', async () => {
  const body = `${start()}${gateway('exclusive', 'g', 'default="g_a"')}${task('a')}${task('b')}${flows('s>g g>a g>b[n = 1]')}`;
  assert.deepEqual((await instanceOf(body)).start({ n: 1 }).open, ['b']);
  assert.deepEqual((await instanceOf(body)).start({ n: 2 }).open, ['a']);
});

test('a condition holds only when it is exactly true; without one an incident names the null variables', async () => {
  const body = `${start()}${gateway('exclusive', 'g')}${task('a')}${task('b')}${flows('s>g g>a[n] g>b[n > m]')}`;
  const instance = (await instanceOf(body)).start({ n: 1 });
  assert.deepEqual(instance.incidents, ['g gateway.none']);
  assert.match(instance.effects('incident')[0]!.text, /Empty: m/);
  instance.send({ kind: 'setVars', vars: { m: 0 } });
  instance.send({ kind: 'retry', item: instance.item('g').id });
  assert.deepEqual([instance.open, instance.incidents], [['b'], []]);
});

test('the incident of a gateway without a true condition names each empty variable, if there is one', async () => {
  const body = `${start()}${gateway('exclusive', 'g')}${task('a')}${flows('s>g g>a[n > m]')}`;
  const textOf = async (vars: Vars) => (await instanceOf(body)).start(vars).effects('incident')[0]!.text;
  assert.equal(await textOf({}), 'No condition holds and there is no default flow. Empty: n, m.');
  assert.equal(await textOf({ n: 1, m: 2 }), 'No condition holds and there is no default flow.');
});

test('an exclusive join passes each token', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${gateway('exclusive', 'j')}${task('a')}${flows('s>g g>j g>x x>j j>a')}${script('x', '1')}`;
  assert.deepEqual((await instanceOf(body)).start().open, ['a', 'a']);
});

test('a parallel join waits for one token of each flow and consumes one of each', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}${gateway('parallel', 'j')}${task('c')}${flows('s>g g>a g>b a>j b>j j>c')}`;
  const instance = (await instanceOf(body)).start();
  assert.deepEqual(instance.complete('a').open, ['b']);
  assert.deepEqual(instance.complete('b').open, ['c']);
  assert.equal(instance.state.items[0]!.parked, undefined);
});

test('a second token on one flow of a parallel join stays for the next time', async () => {
  const body = `${start('s')}${start('s2')}${start('s3')}${gateway('exclusive', 'x')}${gateway('parallel', 'j')}${task('b')}${task('c')}${flows('s>x s2>x x>j s3>b b>j j>c')}`;
  const instance = (await instanceOf(body)).start();
  instance.complete('b');
  assert.deepEqual(instance.open, ['c']);
  assert.deepEqual(instance.state.items[0]!.parked, { j: { x_j: 1 } });
});

test('a join that can never fire raises an incident at once', async () => {
  const body = `${start()}${gateway('exclusive', 'g', 'default="g_a"')}${task('a')}${task('b')}${gateway('parallel', 'j')}${flows('s>g g>a g>b[n = 1] a>j b>j j>e')}${end('e')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.equal(instance.state.status, 'running');
  assert.deepEqual(instance.incidents, ['p join.starved']);
  instance.send({ kind: 'retry', item: 0 });
  assert.deepEqual(instance.incidents, ['p join.starved'], 'trying again changes nothing');
});

test('starved joins are one incident, and none while an event sub-process is open', async () => {
  const inner = `<startEvent id="h" isInterrupting="false">${MESSAGE}</startEvent>${task('t')}${flows('h>t')}`;
  const body = `${start()}${gateway('parallel', 'f')}${task('a')}${task('b')}${gateway('parallel', 'j')}${gateway('parallel', 'k')}${flows('s>f f>j f>k a>j b>k')}`;
  const unreached = `${gateway('exclusive', 'g', 'default="g_c"')}${task('c')}${flows('f>g g>a[false] g>b[false] g>c')}`;
  const instance = await instanceOf(`${body}${unreached}${sub('e', inner, 'triggeredByEvent="true"')}`);
  instance.start({ key: 1 }).complete('c');
  const text = 'j, k waits for a token that can no longer arrive.';
  const incident = { code: 'join.starved', text, phase: 'scope' };
  assert.deepEqual(instance.last.effects, [{ kind: 'incident', item: 0, node: 'p', ...incident }]);
  assert.deepEqual(instance.send({ kind: 'setVars', vars: { n: 1 } }).effects, [], 'it is not raised again');
  assert.deepEqual([instance.receive('h').open, instance.incidents], [['t'], []]);
  assert.deepEqual(instance.complete('t').incidents, ['p join.starved']);
});

test('an instance that ends with an error leaves no incident of its joins', async () => {
  const body = `${start()}${gateway('parallel', 'f')}${task('a')}${task('b')}${gateway('exclusive', 'g', 'default="g_e"')}${gateway('parallel', 'j')}${end('e', ERROR)}${flows('s>f f>a f>b a>j b>g g>j[n = 1] g>e')}`;
  const instance = (await instanceOf(body)).start().complete('a').complete('b');
  assert.deepEqual([instance.state.status, instance.last.effects.map(({ kind }) => kind)], ['error', ['complete']]);
});

test('an inclusive split takes all flows whose conditions hold, else the default flow, else raises an incident', async () => {
  const body = (rest = '') =>
    `${start()}${gateway('inclusive', 'g', rest)}${task('a')}${task('b')}${task('c')}${flows(`s>g g>a[n > 0] g>b[n > 1] g>c${rest ? '' : '[n > 5]'}`)}`;
  assert.deepEqual((await instanceOf(body('default="g_c"'))).start({ n: 2 }).open, ['a', 'b']);
  assert.deepEqual((await instanceOf(body('default="g_c"'))).start({ n: 0 }).open, ['c']);
  assert.deepEqual((await instanceOf(body())).start({ n: 0 }).incidents, ['g gateway.none']);
});

test('a flow without condition out of an inclusive gateway is always taken', async () => {
  const body = `${start()}${gateway('inclusive', 'g')}${task('a')}${task('b')}${flows('s>g g>a g>b[n > 1]')}`;
  assert.deepEqual((await instanceOf(body)).start({ n: 0 }).open, ['a']);
});

test('an inclusive join waits only for the branches that were taken', async () => {
  const body = `${start()}${gateway('inclusive', 'g')}${task('a')}${task('b')}${task('c')}${gateway('inclusive', 'j')}${task('d')}${flows('s>g g>a g>b[n > 1] g>c[n > 2] a>j b>j c>j j>d')}`;
  const two = (await instanceOf(body)).start({ n: 2 });
  assert.deepEqual(two.complete('a').open, ['b']);
  assert.deepEqual(two.complete('b').open, ['d']);
  assert.deepEqual((await instanceOf(body)).start({ n: 1 }).complete('a').open, ['d']);
});

test('an inclusive join waits for a token that may come by an interrupting boundary event, and counts its activity once', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}<boundaryEvent id="t" attachedToRef="b">${TIMER}</boundaryEvent>${task('n')}${gateway('inclusive', 'j')}${task('d')}${end('e')}${flows('s>g g>a g>b a>j t>n n>j b>e j>d')}`;
  const late = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(late.open, ['b'], 'b may still reach the join by its boundary');
  assert.deepEqual(late.complete('b').open, ['d']);
  const fired = (await instanceOf(body)).start().complete('a').fire('t');
  assert.deepEqual(fired.open, ['n']);
  assert.deepEqual(fired.complete('n').open, ['d']);
});

test('an inclusive join waits for the token that a non-interrupting boundary event may add', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}<boundaryEvent id="t" cancelActivity="false" attachedToRef="b">${TIMER}</boundaryEvent>${task('n')}${gateway('inclusive', 'j')}${task('d')}${flows('s>g g>a g>b a>j b>j t>n n>j j>d')}`;
  const quiet = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(quiet.complete('b').open, ['d']);
  const fired = (await instanceOf(body)).start().fire('t').complete('a').complete('b');
  assert.deepEqual(fired.open, ['n']);
  assert.deepEqual(fired.complete('n').open, ['d']);
});

test('an inclusive join waits for a token that comes over a link', async () => {
  const link = (name: string) => `<linkEventDefinition name="${name}"/>`;
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}<intermediateThrowEvent id="l1">${link('L')}</intermediateThrowEvent><intermediateCatchEvent id="l2">${link('L')}</intermediateCatchEvent>${gateway('inclusive', 'j')}${task('d')}${flows('s>g g>a g>b a>j b>l1 l2>j j>d')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['b']);
  assert.deepEqual(instance.complete('b').open, ['d']);
});

test('a token that can also reach a filled flow does not block an inclusive join', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}${gateway('exclusive', 'm')}${gateway('exclusive', 'x')}${gateway('inclusive', 'j')}${task('d')}${flows('s>g g>a g>b a>m b>x x>m[n = 1] x>j[n = 2] m>j j>d')}`;
  const instance = (await instanceOf(body)).start({ n: 2 }).complete('a');
  assert.deepEqual(instance.open, ['b', 'd']);
});

test('a finished sub-process continues before an inclusive join after it is decided', async () => {
  const inner = `${start('is')}${script('ix', '1')}${flows('is>ix')}`;
  const body = `${start()}${gateway('parallel', 'g')}${sub('q', inner)}<boundaryEvent id="t" attachedToRef="q">${TIMER}</boundaryEvent>${task('a')}${gateway('exclusive', 'm')}${gateway('inclusive', 'j')}${task('d')}${flows('s>g g>q g>m q>a a>j t>m m>j j>d')}`;
  assert.deepEqual((await instanceOf(body)).start().open, ['a']);
});

test('an event-based gateway takes the first event and cancels the others', async () => {
  const body = `${start()}<eventBasedGateway id="g"/>${catching('c1', TIMER)}${catching('c2', MESSAGE)}${catching('c3', SIGNAL)}${task('a')}${task('b')}${task('c')}${flows('s>g g>c1 g>c2 g>c3 c1>a c2>b c3>c')}`;
  const byTimer = (await instanceOf(body)).start({ key: 'k' });
  assert.deepEqual(
    byTimer.effects('subscribe').map((one) => [one.name, one.key]),
    [
      ['Paid', 'k'],
      ['Alarm', undefined],
    ],
  );
  const { item } = byTimer.armed('c2');
  byTimer.fire('c1');
  assert.deepEqual([byTimer.open, byTimer.effects('unsubscribe').length], [['a'], 2]);
  assert.equal(byTimer.send({ kind: 'messageReceived', item: item.id, node: 'c2' }).ignored, 'gone');
  const byMessage = (await instanceOf(body)).start({ key: 'k' }).receive('c2', { paid: 7 });
  assert.deepEqual([byMessage.open, byMessage.vars.paid], [['b'], 7]);
});

test('an event-based gateway with an event that cannot be armed waits for none until it is retried', async () => {
  const body = `${start()}<eventBasedGateway id="g"/>${catching('c1', TIMER)}${catching('c2', MESSAGE)}${flows('s>g g>c1 g>c2')}`;
  const instance = (await instanceOf(body)).start();
  assert.deepEqual(instance.incidents, ['g message.key']);
  assert.equal(instance.item('g').subs, undefined);
  instance.send({ kind: 'setVars', vars: { key: 'k' } });
  instance.send({ kind: 'retry', item: instance.item('g').id });
  assert.deepEqual([instance.incidents, Object.keys(instance.item('g').subs!)], [[], ['c1', 'c2']]);
});

test('a token at another join counts as one that may still arrive', async () => {
  const body = `${start()}${gateway('inclusive', 'j')}${gateway('inclusive', 'k')}${gateway('parallel', 'g')}${task('a')}${task('c')}${task('x')}${task('d')}${flows('s>g g>a g>c a>k x>k k>j c>j j>d')}`;
  assert.deepEqual(
    (await instanceOf(body)).start().complete('c').complete('a').open,
    ['d'],
    'the join behind fires first',
  );
});

test('the token that a non-interrupting boundary event may add does not replace that of its activity', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}<boundaryEvent id="t" cancelActivity="false" attachedToRef="b">${TIMER}</boundaryEvent>${gateway('exclusive', 'm')}${gateway('inclusive', 'j')}${task('d')}${flows('s>g g>a g>b a>m t>m m>j b>j j>d')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['b']);
  assert.deepEqual(instance.complete('b').open, ['d']);
});

test('a token that a non-interrupting boundary event may add is waited for separately', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}<boundaryEvent id="t" cancelActivity="false" attachedToRef="b">${TIMER}</boundaryEvent>${task('n')}${gateway('inclusive', 'j')}${task('d')}${end('e')}${flows('s>g g>a g>b a>j t>n n>j b>e j>d')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['b']);
  assert.deepEqual(instance.complete('b').open, ['d']);
});

test('a path through the join itself does not count', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('b')}${gateway('exclusive', 'r')}${gateway('inclusive', 'j')}${task('d')}${gateway('exclusive', 'x', 'default="x_e"')}${end('e')}${flows('s>g g>a g>b a>r r>j b>j j>d d>x x>r[again] x>e')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['b']);
  assert.deepEqual(instance.complete('b').open, ['d']);
  assert.deepEqual(instance.complete('d', { again: true }).open, ['d'], 'the next round needs the one token only');
});

test('a later boundary event counts as a path to the join', async () => {
  const body = `${start()}${gateway('parallel', 'g')}${task('a')}${task('u')}${task('b')}<boundaryEvent id="t" attachedToRef="b">${TIMER}</boundaryEvent>${gateway('inclusive', 'j')}${task('d')}${end('e')}${flows('s>g g>a g>u u>b a>j t>j b>e j>d')}`;
  const instance = (await instanceOf(body)).start().complete('a');
  assert.deepEqual(instance.open, ['u']);
  assert.deepEqual(instance.complete('u').open, ['b']);
  assert.deepEqual(instance.fire('t').open, ['d']);
});

test('joins that can fire together do so in document order', async () => {
  const split = `${start()}${gateway('parallel', 'f')}${task('a')}${task('b')}`;
  const joins = (...ids: string[]) => ids.map((id) => gateway('inclusive', id)).join('');
  const paths = flows('s>f f>a f>b a>g1 b>g2 g1>k g1>j g2>k g2>j j>sj k>sk sj>e sk>e');
  const scripts = `${script('sj', 'append(order, "j")', 'order')}${script('sk', 'append(order, "k")', 'order')}`;
  for (const [first, second] of [
    ['j', 'k'],
    ['k', 'j'],
  ] as const) {
    const body = `${split}${gateway('parallel', 'g1')}${gateway('parallel', 'g2')}${joins(first, second)}${scripts}${gateway('exclusive', 'e')}${task('t')}${paths}${flows('e>t')}`;
    const instance = (await instanceOf(body)).start({ order: [] });
    instance.complete('a').complete('b');
    assert.deepEqual(instance.vars.order, [first, second]);
    assert.deepEqual(instance.open, ['t', 't']);
  }
});

test('a token leaves an activity by its only flow, or by its default flow when no condition holds', async () => {
  const one = await instanceOf(`${start()}${task('a')}${task('b')}${flows('s>a a>b[n = 1]')}`);
  assert.deepEqual(one.start({ n: 2 }).complete('a').incidents, ['a gateway.none']);
  const byDefault = await instanceOf(
    `${start()}${task('a', 'default="a_c"')}${task('b')}${task('c')}${flows('s>a a>b[n = 1] a>c')}`,
  );
  assert.deepEqual(byDefault.start({ n: 2 }).complete('a').open, ['c']);
  const both = await instanceOf(`${start()}${task('a')}${task('b')}${task('c')}${flows('s>a a>b a>c')}`);
  assert.deepEqual(both.start().complete('a').open, ['b', 'c']);
  const only = await instanceOf(
    `${start()}${gateway('exclusive', 'g', 'default="g_a"')}${task('a')}${flows('s>g g>a')}`,
  );
  assert.deepEqual(only.start().open, ['a']);
});
