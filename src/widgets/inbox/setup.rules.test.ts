import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import {
  changesOf,
  definitionOf,
  GROUPINGS,
  groupedBy,
  isSame,
  overridden,
  type Setup,
  SORTS,
  STANDARD,
  setupOf,
  sortedBy,
  type ViewParameters,
} from './setup.rules.ts';

const urgent: Filter = { column: 'priority', operation: 'gte', value: '70' };
const late: Filter = { column: 'due', operation: 'lt', value: 'now' };

test('BEY-19 a list saved as a view, an address or attributes is restored unchanged', () => {
  const setups: Setup[] = [
    STANDARD,
    { ...STANDARD, filters: [urgent, late], density: 'comfortable', columns: [] },
    { ...STANDARD, filters: [late], sort: 'priority:desc', group: 'priority', columns: ['due', 'assignee'] },
    { ...STANDARD, sort: 'process:asc', group: 'process' },
    { ...STANDARD, sort: 'created:desc', group: 'onBehalfOf' },
    { ...STANDARD, sort: 'created:desc', group: 'none' },
  ];
  for (const setup of setups) {
    assert.deepEqual(setupOf(definitionOf(setup)), setup);
    for (const base of setups) {
      const again = overridden(base, changesOf(base, setup));
      assert.ok(isSame(setup, again), JSON.stringify([base, setup, again]));
    }
  }
  assert.deepEqual(changesOf(STANDARD, STANDARD), {});
});

test('TSK-17 groups are contiguous in the order of the list, whatever was chosen last', () => {
  const lies = ({ sort, group }: Setup) =>
    group === 'none' || group === 'onBehalfOf' || (group === 'due' ? sort.startsWith('due') : sort.startsWith(group));
  for (const group of GROUPINGS) {
    const grouped = groupedBy(STANDARD, group);
    assert.equal(grouped.group, group);
    for (const sort of SORTS) {
      const sorted = sortedBy(grouped, sort);
      assert.equal(sorted.sort, sort);
      assert.ok(lies(sorted), `${group} ${sort}`);
      for (const other of GROUPINGS) assert.ok(lies(groupedBy(sorted, other)), `${group} ${sort} ${other}`);
    }
  }
});

test('invalid parameters of an address are ignored', () => {
  const asked = 'sort=colour&group=colour&columns=due,colour&rows=tiny&filters=due%3Dcolour';
  const parameters = Object.fromEntries(new URLSearchParams(asked)) as ViewParameters;
  assert.deepEqual(overridden(STANDARD, parameters), { ...STANDARD, columns: ['due'] });
  assert.equal(overridden(STANDARD, Object.fromEntries([['sort', 'created']])).sort, 'created:asc');
});

test('BEY-19 a change of sort order or grouping keeps what still fits', () => {
  const at = (sort: Setup['sort'], group: Setup['group']) => ({ ...STANDARD, sort, group });
  const both = ({ sort, group }: Setup) => `${sort} ${group}`;
  assert.equal(both(sortedBy(at('due:asc', 'due'), 'due:desc')), 'due:desc due');
  assert.equal(both(sortedBy(at('due:asc', 'due'), 'created:desc')), 'created:desc none');
  assert.equal(both(sortedBy(at('process:asc', 'process'), 'due:asc')), 'due:asc due');
  assert.equal(both(sortedBy(at('priority:desc', 'priority'), 'created:asc')), 'created:asc none');
  assert.equal(both(sortedBy(at('priority:desc', 'priority'), 'priority:desc')), 'priority:desc priority');
  assert.equal(both(sortedBy(at('created:desc', 'onBehalfOf'), 'due:asc')), 'due:asc onBehalfOf');
  assert.equal(both(sortedBy(at('created:desc', 'none'), 'due:asc')), 'due:asc none');
  assert.equal(both(groupedBy(at('due:desc', 'none'), 'due')), 'due:desc due');
  assert.equal(both(groupedBy(at('created:desc', 'none'), 'due')), 'due:asc due');
  assert.equal(both(groupedBy(at('process:asc', 'process'), 'none')), 'due:asc none');
  assert.equal(both(groupedBy(at('process:asc', 'process'), 'onBehalfOf')), 'due:asc onBehalfOf');
  assert.equal(both(groupedBy(at('priority:desc', 'priority'), 'none')), 'priority:desc none');
});

test('BEY-19 only differences are written to an address, and a view stores the name column too', () => {
  const other: Setup = { filters: [urgent], sort: 'due:desc', group: 'none', columns: [], density: 'comfortable' };
  assert.deepEqual(changesOf(STANDARD, { ...STANDARD, sort: 'due:desc' }), { sort: 'due:desc' });
  assert.deepEqual(changesOf(STANDARD, { ...STANDARD, group: 'none' }), { group: 'none' });
  assert.deepEqual(changesOf(STANDARD, { ...STANDARD, columns: [] }), { columns: 'name' });
  assert.deepEqual(changesOf(STANDARD, { ...STANDARD, density: 'comfortable' }), { rows: 'comfortable' });
  assert.deepEqual(changesOf(other, other), {});
  assert.deepEqual(definitionOf({ ...other, columns: ['due'] }).columns, ['name', 'due']);
  assert.deepEqual(setupOf({ filters: [] }), STANDARD);
  assert.deepEqual(setupOf(null), STANDARD);
});

test('TSK-17 an inbox offers these orders and columns', () => {
  assert.deepEqual(SORTS, ['due:asc', 'due:desc', 'created:desc', 'created:asc', 'priority:desc', 'process:asc']);
  const columns = 'process,businessKey,due,assignee,priority,created,onBehalfOf';
  assert.deepEqual(overridden(STANDARD, { columns }).columns, columns.split(','));
});
