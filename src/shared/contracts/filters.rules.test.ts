import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyFilters,
  type Filter,
  filterChanges,
  joinParts,
  OPERATORS,
  parseFilter,
  parseFilters,
  printFilters,
  splitParts,
  splitRange,
} from './filters.rules.ts';

const due: Filter = { column: 'due', operation: 'lt', value: 'today+7' };
const name: Filter = { column: 'name', operation: 'like', value: 'A & B=100%, "ü" + c:d' };
const free: Filter = { column: 'assignee', operation: 'eq', value: '' };

test('FIL-02 FIL-03 conditions are unchanged after printing and parsing, whatever their value', () => {
  const all = [due, name, free, { ...name, value: '\\,\\\\#?' }];
  assert.deepEqual(parseFilters(printFilters(all)), all);
  assert.equal(printFilters([due, free]), 'due=lt:today%2B7&assignee=eq:');
});

test("FIL-02 eq: and eq:'' are both blank", () => {
  assert.deepEqual(parseFilter('assignee', "eq:''"), free);
  assert.deepEqual(parseFilter('assignee', 'eq:'), free);
});

test('FIL-01 FIL-02 every operator of the list view and of the query syntax belongs to some type', () => {
  const known = new Set<string>(Object.values(OPERATORS).flat());
  const wanted = 'gt gte lt lte eq like in ilike nlike neq startWith endWith inrange'.split(' ');
  assert.deepEqual([...known].sort(), wanted.sort());
});

test('FIL-04 invalid conditions are ignored', () => {
  assert.equal(parseFilter('due', 'today'), undefined);
  assert.equal(parseFilter('due', 'before:today'), undefined);
  assert.deepEqual(parseFilters('sort=due&limit=5&due=lt:today&q=x&taskId=1'), [{ ...due, value: 'today' }]);
  assert.deepEqual(parseFilters('name=like:100%'), [{ ...name, value: '100%' }]);
});

test('BEY-19 an address changes a view: a named field replaces its conditions, an empty one removes them', () => {
  const base = [due, { ...due, operation: 'gte' as const, value: 'today' }, free];
  assert.deepEqual(applyFilters(base, 'sort=due'), base);
  assert.deepEqual(applyFilters(base, 'due=eq:today'), [free, { ...due, operation: 'eq', value: 'today' }]);
  assert.deepEqual(applyFilters(base, 'due=&assignee='), []);
});

test('BEY-19 only changes to a view are printed', () => {
  const sets = [[], [due], [due, free], [free, name], [{ ...due, value: '' }, free]];
  for (const base of sets) {
    for (const now of sets) {
      const after = applyFilters(base, filterChanges(base, now));
      assert.deepEqual(sorted(after), sorted(now));
    }
    assert.equal(filterChanges(base, base), '');
  }
  assert.equal(filterChanges([due, free], [free]), 'due=');
});

test('FIL-02 lists and ranges keep commas and backslashes', () => {
  const parts = ['a,b', 'c\\d', 'e'];
  assert.deepEqual(splitParts(joinParts(parts)), parts);
  assert.deepEqual(splitRange('2026-01-01,'), ['2026-01-01', '']);
  assert.deepEqual(splitRange(',5'), ['', '5']);
});

function sorted(filters: readonly Filter[]): string[] {
  return filters.map((one) => printFilters([one])).sort();
}
