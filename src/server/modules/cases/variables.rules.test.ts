import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  catching,
  definitionOf,
  end,
  flows,
  gateway,
  MESSAGE,
  script,
  start,
  task,
} from '../../../../test/processes/model.ts';
import { keysOf, missingVariables } from './variables.rules.ts';

const keysOfForm = (id: string) => (id === 'decide' ? ['approved'] : null);
const CONDITIONS =
  start() +
  task('t', 'verva:formKey="decide" verva:assignee="=approver"') +
  script('count', 'days * 2', 'total') +
  gateway('exclusive', 'g', 'default="g_e2"') +
  end('e1') +
  end('e2') +
  flows('s>t t>count count>g g>e1[=approved and total > limit and requester.department = "HR"] g>e2');

test('PRV-04 variables that neither form, default values nor a step sets are named', async () => {
  const definition = await definitionOf(CONDITIONS);
  assert.deepEqual(missingVariables(definition, [], keysOfForm), ['approver', 'days', 'limit']);
  assert.deepEqual(missingVariables(definition, ['days', 'limit', 'approver'], keysOfForm), []);
  assert.deepEqual(missingVariables(definition, ['days', 'approver'], keysOfForm), ['limit']);
});

test('PRV-04 a form that is not known can set any variable', async () => {
  const definition = await definitionOf(CONDITIONS);
  assert.deepEqual(
    missingVariables(definition, [], () => null),
    [],
  );
});

test('PRV-04 a message can set any variable', async () => {
  const waits = CONDITIONS.replace(flows('s>t'), catching('m', MESSAGE) + flows('s>m m>t'));
  assert.deepEqual(missingVariables(await definitionOf(waits), [], keysOfForm), []);
});

test('PRV-04 names that an expression binds are no variables of the process', async () => {
  const definition = await definitionOf(
    start() + script('c', 'for x in list return x + 1') + end('e') + flows('s>c c>e'),
  );
  assert.deepEqual(missingVariables(definition, [], keysOfForm), []);
});

test('PRV-04 fields inside sections are keys of the form, columns of tables are not', () => {
  const field = (key: string) => ({ type: 'text' as const, key, label: {} });
  const body = {
    root: {
      type: 'section' as const,
      id: 'root',
      children: [field('a'), { type: 'section' as const, id: 'inner', children: [field('b')] }],
    },
  };
  assert.deepEqual(keysOf(body as unknown as Parameters<typeof keysOf>[0]), ['a', 'b']);
});
