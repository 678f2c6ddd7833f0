import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { groupOf, isTall, priorityOf, requestsOf } from './groups.rules.ts';
import type { Setup } from './setup.rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const anna = { id: 'anna', key: 'k1', name: 'Anna' } as UserRef;
const bert = { id: 'bert', key: 'k2', name: 'Bert' } as UserRef;
const task = (more: object) => ({ priority: 50, ...more }) as Task;
const group = (name: Setup['group'], more: object) => groupOf(task(more), { group: name }, now, 'Europe/Tallinn');
const setup = (more: Partial<Setup>) => ({ filters: [], sort: 'due', group: 'none', ...more }) as unknown as Setup;
const filter = (column: string, value: string) => ({ column, operation: 'eq', value }) as Filter;

test('a task belongs to a group of the chosen grouping', () => {
  assert.equal(group('none', { priority: 90 }), '');
  assert.equal(group('process', { process: { key: 'leave' } }), 'leave');
  assert.equal(group('process', {}), '');
  assert.equal(group('priority', { priority: 90 }), 'high');
  assert.equal(group('onBehalfOf', { via: 'delegation', viaUser: anna }), 'k1');
  assert.equal(group('onBehalfOf', { via: 'delegation' }), '');
  assert.equal(group('onBehalfOf', { via: 'group', viaUser: anna }), '');
  assert.notEqual(group('due', { due: '2026-11-20T10:00:00Z' }), group('due', { due: '2027-11-20T10:00:00Z' }));
});

test('priorities from 67 are high, up to 33 low', () => {
  assert.deepEqual([0, 33, 34, 66, 67, 100].map(priorityOf), ['low', 'low', 'normal', 'normal', 'high', 'high']);
});

test('a row is taller if it names the delegator', () => {
  const delegated = task({ via: 'delegation', viaUser: anna });
  assert.equal(isTall(delegated, ['due', 'onBehalfOf']), true);
  assert.equal(isTall(delegated, ['due']), false);
  assert.equal(isTall(task({ via: 'delegation' }), ['onBehalfOf']), false);
  assert.equal(isTall(task({ via: 'group', viaUser: anna }), ['onBehalfOf']), false);
});

test('TSK-02 one request has the search and all conditions of a field', () => {
  assert.deepEqual(requestsOf(setup({}), '  ', [anna]), [{ sort: 'due' }]);
  const filters = [filter('name', 'a'), filter('process', 'leave'), filter('name', 'b'), filter('name', 'c')];
  assert.deepEqual(requestsOf(setup({ filters }), ' box ', []), [
    { sort: 'due', q: 'box', name: ['eq:a', 'eq:b', 'eq:c'], process: 'eq:leave' },
  ]);
});

test("a list by delegator has the user's own tasks first, then those of each delegator once", () => {
  const own = { sort: 'due', onBehalfOf: 'eq:' };
  const asked = (standsFor: UserRef[]) => requestsOf(setup({ group: 'onBehalfOf' }), '', standsFor);
  assert.deepEqual(asked([anna, bert, anna]), [
    own,
    { sort: 'due', onBehalfOf: 'eq:k1' },
    { sort: 'due', onBehalfOf: 'eq:k2' },
  ]);
  assert.deepEqual(asked([]), [{ sort: 'due' }]);
});
