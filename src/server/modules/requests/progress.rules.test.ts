import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from '../processes/index.ts';
import { expectedEnd, shownTo, stagesOf, stateOf, withdrawalRefusal } from './progress.rules.ts';

const NOW = new Date('2026-11-18T10:00:00.000Z');
const facts = { withdrawnBy: null, hasOwnTask: false, hasTask: true };

type Node = Definition['nodes'][string];

/** Builds a definition: nodes as `scope/id kind`, flows as `from>to`. Nodes without an incoming flow start their scope. */
function definitionOf(nodes: string, flows: string): Definition {
  const all: Record<string, Node> = {};
  const add = (id: string, kind: Node['kind'], scope: string | null) => {
    all[id] = { id, kind, name: id, scope, in: [], out: [], boundary: [], starts: [], eventStarts: [] };
  };
  add('p', 'root', null);
  for (const one of nodes.split(', ')) {
    const [, scope, id, kind] = /^(\w+)\/(\w+) (\w+)$/.exec(one)!;
    add(id!, kind as Node['kind'], scope!);
  }
  const joined: Definition['flows'] = {};
  for (const id of flows.split(' ')) {
    const [from, to] = id.split('>') as [string, string];
    joined[id] = { id, from, to };
    all[from]!.out.push(id);
    all[to]!.in.push(id);
  }
  for (const { id, scope, in: incoming } of Object.values(all)) {
    if (scope !== null && incoming.length === 0) all[scope]!.starts.push(id);
  }
  return { format: 1, id: 'p', name: 'p', root: 'p', nodes: all, flows: joined, starterGroups: [] };
}

const CHOICE = definitionOf(
  'p/s start, p/check user, p/way exclusive, p/pay user, p/refuse user, p/e end, p/refused end',
  's>check check>way way>pay way>refuse pay>e refuse>refused',
);

test('CAT-02 the state says whom a request waits for, or how it ended', () => {
  assert.equal(stateOf({ ...facts, status: 'active' }), 'waiting');
  assert.equal(stateOf({ ...facts, status: 'active', hasTask: false }), 'working');
  assert.equal(stateOf({ ...facts, status: 'active', hasOwnTask: true }), 'needsYou');
  assert.equal(stateOf({ ...facts, status: 'incident' }), 'delayed');
  assert.equal(stateOf({ ...facts, status: 'incident', hasOwnTask: true }), 'needsYou');
  assert.equal(stateOf({ ...facts, status: 'completed' }), 'finished');
  assert.equal(stateOf({ ...facts, status: 'error' }), 'failed');
  assert.equal(stateOf({ ...facts, status: 'cancelled' }), 'cancelled');
  for (const status of ['cancelled', 'completed']) {
    assert.equal(stateOf({ ...facts, status, withdrawnBy: 'rita' }), 'withdrawn');
  }
});

test('CAT-02 stages that can no longer be reached are left out, and usual ones are marked', () => {
  const stages = (completed: string[], current: string[], isRunning = true) =>
    stagesOf(
      CHOICE,
      {
        completed: new Map(completed.map((id) => [id, NOW.toISOString()])),
        current: new Set(current),
        isRunning,
        usual: new Map([['check', { node: 'pay', share: 0.6 }]]),
      },
      'en',
    ).map(({ name, state, usual }) => `${name} ${state}${usual ? ' usual' : ''}`);
  assert.deepEqual(stages([], ['check']), ['check now', 'pay next usual', 'refuse next']);
  assert.deepEqual(stages(['check'], ['refuse']), ['check done', 'refuse now']);
  assert.deepEqual(stages(['check', 'pay'], [], false), ['check done', 'pay done']);
});

test('CAT-02 a sub-process leads on to what follows it', () => {
  const definition = definitionOf(
    'p/s start, p/sub sub, sub/in start, sub/a user, sub/b user, sub/out end, p/c user, p/e end',
    's>sub sub>c c>e in>a a>b b>out',
  );
  const progress = { completed: new Map(), current: new Set(['sub', 'a']), isRunning: true, usual: new Map() };
  assert.deepEqual(
    stagesOf(definition, progress, 'en').map(({ name, state }) => `${name} ${state}`),
    ['a now', 'b next', 'c next'],
  );
});

test('CAT-02 the expected end is that of the latest position, from at least 20 cases', () => {
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const pace = (p50: number, p80: number, seen = 20) => ({ seen, p50: p50 * 60, p80: p80 * 60 });
  assert.equal(expectedEnd([], NOW), null);
  assert.equal(expectedEnd([{ since: NOW, pace: undefined }], NOW), null);
  assert.equal(expectedEnd([{ since: NOW, pace: pace(1, 2, 19) }], NOW), null);
  const two = [
    { since: NOW, pace: pace(10, 20) },
    { since: at(-5), pace: pace(30, 40, 25) },
  ];
  assert.deepEqual(expectedEnd(two, NOW), {
    half: at(25).toISOString(),
    most: at(35).toISOString(),
    isLate: false,
    cases: 20,
  });
  assert.deepEqual(expectedEnd([{ since: at(-15), pace: pace(10, 20) }], NOW), {
    half: null,
    most: at(5).toISOString(),
    isLate: false,
    cases: 20,
  });
  assert.equal(expectedEnd([{ since: at(-21), pace: pace(10, 20) }], NOW)?.isLate, true);
});

test('CAT-02 partners see groups where employees see users', () => {
  assert.equal(shownTo('person', { isPartner: false }), 'person');
  assert.equal(shownTo('person', { isPartner: true }), 'group');
  assert.equal(shownTo('none', { isPartner: true }), 'none');
});

test('CAT-02 a request is withdrawn by its requester, while it runs and as long as the process allows it', () => {
  const base = {
    setting: 'beforeFirst',
    status: 'active',
    isWithdrawn: false,
    hasCompletedTask: false,
    isOwn: true,
  } as const;
  assert.equal(withdrawalRefusal(base), null);
  assert.equal(withdrawalRefusal({ ...base, status: 'incident' }), null);
  assert.equal(withdrawalRefusal({ ...base, hasCompletedTask: true }), 'started');
  assert.equal(withdrawalRefusal({ ...base, hasCompletedTask: true, setting: 'always' }), null);
  assert.equal(withdrawalRefusal({ ...base, setting: 'never' }), 'never');
  assert.equal(withdrawalRefusal({ ...base, status: 'completed' }), 'ended');
  assert.equal(withdrawalRefusal({ ...base, isWithdrawn: true }), 'ended');
  assert.equal(withdrawalRefusal({ ...base, isOwn: false }), 'other');
});
