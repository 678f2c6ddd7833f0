import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDefinition } from './index.ts';

const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const formOf = (children: readonly unknown[]) => ({
  formatVersion: 1,
  id: 'f',
  title: { en: 'x' },
  root: {
    type: 'stack',
    id: 'r',
    children: list(Math.ceil(children.length / 100), (part) => ({
      type: 'section',
      id: `s${part}`,
      children: children.slice(part * 100, part * 100 + 100),
    })),
  },
});

test('a chain through the columns of 480 tables is followed to its end', () => {
  const tables = list(480, (table) => ({
    type: 'table',
    key: `t${table}`,
    label: { en: 'a' },
    columns: list(20, (index) => {
      const next = (table * 20 + index + 1) % 9600;
      return {
        type: 'number',
        key: `c${index}`,
        label: { en: 'a' },
        computed: `sum(t${Math.floor(next / 20)}.c${next % 20})`,
      };
    }),
  }));
  assert.ok(checkDefinition(formOf(tables)).length > 0);
});

test('fields that depend on each other in a cycle are named in its order', () => {
  const fields = list(3, (index) => ({
    type: 'number',
    key: `k${index}`,
    label: { en: 'a' },
    computed: `k${(index + 1) % 3} + 1`,
  }));
  const problems = checkDefinition(formOf(fields));
  assert.deepEqual(
    problems.map(({ params }) => [params?.fault, params?.list]),
    [['circle', 'k0 → k1 → k2 → k0']],
  );
});

test('a form with too many fields is refused before they are compared', () => {
  const fields = list(8000, (index) => ({
    type: 'text',
    key: `k${index}`,
    label: { en: 'a' },
    computed: `k${index} + "x"`,
  }));
  assert.deepEqual(
    checkDefinition(formOf(fields)).map(({ params }) => params?.fault),
    ['tooManyFields'],
  );
});
