import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taskFile } from '../../src/server/modules/tasks/lists/export.columns.ts';
import { ALL_TASKS_SQL, INBOX_SQL } from '../../src/server/modules/tasks/lists/field-sql.ts';
import { VIEWABLE } from '../../src/server/modules/views/views.resources.ts';
import { operationOf } from '../../src/server/platform/http/openapi.ts';
import { allTasksFields, listAllTasks } from '../../src/shared/contracts/all-tasks.contract.ts';
import { FIELD_CHOICES, TASK_FIELDS } from '../../src/shared/contracts/task-fields.ts';
import { listTasks, taskListFields } from '../../src/shared/contracts/tasks.contract.ts';
import { columnsOf } from '../../src/widgets/inbox/panels/columns.ts';
import { panelMessages } from '../../src/widgets/inbox/panels/panels.messages.ts';
import { COLUMNS, filterColumns, SORTS, STANDARD } from '../../src/widgets/tasks/columns.ts';

const TYPES: Readonly<Record<string, string>> = TASK_FIELDS;

/** Returns the parameters of a list's document that are filters, without those of every list. */
function documented(endpoint: Parameters<typeof operationOf>[0]): [string, string | undefined][] {
  const { querystring } = operationOf(endpoint) as {
    querystring: { properties: Record<string, { description?: string }> };
  };
  return Object.entries(querystring.properties).flatMap(([name, { description }]) => {
    const [, type] = /^operator:value \((\w+)\)/.exec(description ?? '') ?? [];
    return type === undefined ? [] : [[name, type] as [string, string]];
  });
}

const label = ((key: string) => key) as never;
const inboxFilters = columnsOf({ processes: { value: [] } } as never, label);
const typed = (columns: readonly { field: string; type: string }[]): [string, string][] =>
  columns.map(({ field, type }) => [field, type]);
const fieldsOf = ({ fields }: typeof taskListFields): [string, string][] =>
  Object.entries(fields).map(([field, { type }]) => [field, type]);

test('FIL-03 every filter of tasks, in the browser, the API and its document, is a declared field with its type', () => {
  const lists: Readonly<Record<string, [string, string | undefined][]>> = {
    inbox: fieldsOf(taskListFields),
    'all tasks': fieldsOf(allTasksFields),
    'document of the inbox': documented(listTasks),
    'document of all tasks': documented(listAllTasks),
    'filters of the inbox': typed(inboxFilters),
    'filters of all tasks': typed(filterColumns(label, [])),
  };
  for (const [list, fields] of Object.entries(lists)) {
    assert.ok(fields.length > 5, list);
    assert.deepEqual(
      fields.filter(([field, type]) => TYPES[field] !== type),
      [],
      list,
    );
  }
  // Ids are conditions of requests only.
  assert.deepEqual(
    lists['filters of all tasks'],
    lists['all tasks']!.filter(([field]) => field !== 'id'),
  );
  assert.deepEqual(
    SORTS.toSorted(),
    Object.keys(allTasksFields.fields)
      .filter((field) => allTasksFields.fields[field]!.sortable)
      .toSorted(),
  );
  assert.deepEqual(lists['document of the inbox']!.toSorted(), lists.inbox!.toSorted());
  assert.deepEqual(lists['document of all tasks']!.toSorted(), lists['all tasks']!.toSorted());
});

test('every column of tasks, in the browser, saved views, files and SQL, is a declared field', () => {
  const lists: Readonly<Record<string, readonly string[]>> = {
    'views of the inbox': VIEWABLE.tasks.columns,
    'views of all tasks': VIEWABLE['tasks.all'].columns,
    files: taskFile.columns,
    'columns of all tasks': [...STANDARD, ...COLUMNS],
    'SQL of the inbox': Object.keys(INBOX_SQL),
    'SQL of all tasks': Object.keys(ALL_TASKS_SQL),
  };
  for (const [list, fields] of Object.entries(lists)) {
    assert.ok(fields.length > 5, list);
    assert.deepEqual(
      fields.filter((field) => !(field in TYPES)),
      [],
      list,
    );
  }
});

test('every declared field of a task is used by a list', () => {
  const used = new Set([
    ...Object.keys(taskListFields.fields),
    ...Object.keys(allTasksFields.fields),
    ...taskFile.columns,
  ]);
  assert.deepEqual([...used].toSorted(), Object.keys(TASK_FIELDS).toSorted());
});

test('every fixed value of a field that the inbox filters by has a label', () => {
  const filters = new Set(inboxFilters.map(({ field }) => field));
  const keys = Object.entries(FIELD_CHOICES)
    .filter(([field]) => filters.has(field))
    .flatMap(([field, values]) => values.map((value) => `${field}.${value}`));
  assert.ok(keys.length > 0);
  assert.deepEqual(
    keys.filter((key) => !(key in panelMessages.sources.en)),
    [],
  );
});
