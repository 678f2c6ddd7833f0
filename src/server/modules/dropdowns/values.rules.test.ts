import assert from 'node:assert/strict';
import { test } from 'node:test';
import { propertyConditions } from './values.rules.ts';

test('ADM-06 FIL-02 values are filtered by their properties; other parameters are left alone', () => {
  assert.deepEqual(
    propertyConditions({
      'properties.companyId': 'eq:LLV',
      'properties.a': 'neq:',
      'properties.b': 'in:x,y',
      q: 'eq:1',
    }),
    [
      { property: 'companyId', test: 'in', values: ['LLV'] },
      { property: 'a', test: 'notIn', values: [''] },
      { property: 'b', test: 'in', values: ['x', 'y'] },
    ],
  );
});

test('FIL-04 a malformed condition on a property is named', () => {
  const name = 'properties.a';
  const refused = (text: string, code: string, params: object) =>
    assert.throws(() => propertyConditions({ [name]: text }), {
      code,
      params,
      extra: { errors: [{ pointer: '?properties.a', code, params }] },
    });
  refused('LLV', 'filter.malformed', {});
  const allowed = 'eq, neq, in';
  refused('gt:5', 'filter.unknown_operator', { field: name, operator: 'gt', allowed });
  refused('like:5', 'filter.unknown_operator', { field: name, operator: 'like', allowed });
  refused(`${'x'.repeat(50)}:5`, 'filter.unknown_operator', { field: name, operator: 'x'.repeat(40), allowed });
  const list = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`).join();
  assert.equal(propertyConditions({ [name]: `in:${list(200)}` })[0]?.values.length, 200);
  refused(`in:${list(201)}`, 'filter.bad_value', { value: list(201).slice(0, 80), type: 'list' });
  refused('in:', 'filter.bad_value', { value: '', type: 'list' });
});
