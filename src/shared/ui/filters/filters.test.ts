import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_OPTION_TEXT, LANGUAGES } from '../../contracts/constants.ts';
import { OPERATORS } from '../../contracts/filters.rules.ts';
import {
  askedBy,
  componentOf,
  type FilterColumn,
  type FilterText,
  isComplete,
  operatorsOf,
  readDay,
  writeDay,
} from './columns.ts';
import { describeFilter } from './describe.ts';
import { filterMessages } from './filters.messages.ts';

const t: FilterText = (key, values) => filterMessages.text('en', key, values);
const DUE: FilterColumn = { field: 'due', title: 'Due date', type: 'instant' };
const NAME: FilterColumn = { field: 'name', title: 'Name', type: 'text' };
const PROCESS: FilterColumn = {
  field: 'process',
  title: 'Process',
  type: 'key',
  options: [{ id: 'permit', text: 'Permit check' }],
};
const WHO: FilterColumn = { field: 'assignee', title: 'Assignee', type: 'person' };

test('FIL-01 FIL-02 each operator of a type can be chosen, also blank and not blank', () => {
  for (const type of ['text', 'key', 'person', 'number', 'day', 'instant', 'keys'] as const) {
    const offered = new Set<string>(operatorsOf(type));
    // ilike is like: both ignore case.
    for (const operation of OPERATORS[type])
      assert.ok(operation === 'ilike' || offered.has(operation), `${type} ${operation}`);
    assert.ok(offered.has('blank') && offered.has('notBlank'), type);
  }
});

test('FIL-03 the column determines the component', () => {
  assert.equal(componentOf(NAME), 'text');
  assert.equal(componentOf(DUE), 'datepicker');
  assert.equal(componentOf(PROCESS), 'dropdown');
  assert.equal(componentOf(WHO), 'userDropdown');
  assert.equal(componentOf({ ...NAME, type: 'boolean' }), 'dropdown');
});

test('FIL-03 a condition is requested when its value is complete', () => {
  assert.ok(isComplete(DUE, 'lt', 'today+7'));
  assert.ok(isComplete(DUE, 'lt', 'now'));
  assert.ok(!isComplete({ ...DUE, type: 'day' }, 'lt', 'now'));
  assert.ok(!isComplete(DUE, 'lt', 'today+'));
  assert.ok(!isComplete(DUE, 'lt', ''));
  assert.ok(isComplete(DUE, 'blank', ''));
  assert.ok(isComplete(DUE, 'inrange', '2026-01-01,'));
  assert.ok(!isComplete(DUE, 'inrange', ','));
  assert.ok(!isComplete({ ...NAME, type: 'number' }, 'gte', '7,5'));
  assert.ok(!isComplete(PROCESS, 'in', ''));
});

test('FIL-02 relative days are parsed and printed', () => {
  for (const value of ['today', 'today+7', 'today-30', 'thisweek', 'nextmonth', 'now', '2026-11-21']) {
    assert.equal(writeDay(readDay(value)), value);
  }
  assert.deepEqual(readDay('today 7'), { kind: 'ahead', count: '7' });
});

test('FIL-03 a condition is described in words', () => {
  const described = (column: FilterColumn, operation: string, value: string) =>
    describeFilter({ column: column.field, operation: operation as 'eq', value }, column, t, (who) => `<${who}>`);
  assert.equal(described(DUE, 'lt', '2026-11-21'), 'Due date before 21 Nov 2026');
  assert.equal(described(DUE, 'eq', 'thisweek'), 'Due date is this week');
  assert.equal(described(DUE, 'inrange', 'today,today+7'), 'Due date between today – 7 days from now');
  assert.equal(described(DUE, 'eq', ''), 'Due date is empty');
  assert.equal(described(PROCESS, 'in', 'permit,other'), 'Process any of Permit check, other');
  assert.equal(described(WHO, 'neq', 'mart.kask'), 'Assignee is not <mart.kask>');
  assert.equal(described(WHO, 'eq', 'me'), 'Assignee is Me');
  assert.equal(askedBy({ column: 'name', operation: 'ilike', value: 'a' }), 'like');
});

test('FRM-03 “(empty)” has the same text in filters and in values of a dropdown, in each language', () => {
  for (const language of LANGUAGES) assert.equal(filterMessages.text(language, 'empty'), EMPTY_OPTION_TEXT[language]);
  const filter = { column: 'process', operation: 'in', value: 'emptyValue,permit' } as const;
  assert.match(describeFilter(filter, PROCESS, t), /\(empty\), Permit check/);
});
