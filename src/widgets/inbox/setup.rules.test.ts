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
