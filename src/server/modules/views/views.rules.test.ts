import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewDefinition } from '../../../shared/contracts/views.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { VIEWABLE } from './views.resources.ts';
import { assertDefinition, isUnused, queryOf } from './views.rules.ts';

const context = { timeZone: 'Europe/Tallinn', now: new Date('2026-11-21T10:00:00Z'), userId: 'me' };
const judged = (definition: Partial<ViewDefinition>) =>
  assertDefinition({ filters: [], ...definition } as ViewDefinition, VIEWABLE.tasks, context);
/** Returns the code and pointers of a refusal. */
function refusal(definition: Partial<ViewDefinition>) {
  try {
    judged(definition);
  } catch (error) {
    assert.ok(error instanceof AppError);
    const errors = error.extra.errors ?? [];
    assert.deepEqual([errors[0]?.code, errors[0]?.params], [error.code, error.params]);
    return { code: error.code, pointer: errors[0]?.pointer, column: error.params.column };
  }
  return undefined;
}

test('BEY-19 a view queries its list by a regular query', () => {
  assert.equal(
    queryOf({
      filters: [
        { column: 'due', operation: 'lt', value: 'today+7' },
        { column: 'name', operation: 'like', value: 'a&b=c' },
      ],
      sort: 'priority:desc,due',
    }),
    'due=lt:today%2B7&name=like:a%26b%3Dc&sort=priority%3Adesc%2Cdue',
  );
  assert.equal(queryOf({ filters: [] }), '');
});

test('BEY-19 a view is unused when it was neither used nor created for twelve months', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const old = new Date('2025-11-21T09:59:59Z');
  assert.equal(isUnused(null, old, now), true);
  assert.equal(isUnused(old, old, now), true);
  assert.equal(isUnused(now, old, now), false);
  assert.equal(isUnused(null, new Date('2025-11-21T10:00:00Z'), now), false);
});

test('BEY-19 a definition with fields of its list is accepted', () => {
  const filters = [{ column: 'name', operation: 'like', value: 'a' }] as ViewDefinition['filters'];
  judged({});
  judged({ filters, sort: 'priority:desc', columns: ['name', 'due'], widths: { name: 100 }, group: 'process' });
});

test('BEY-19 unknown fields are refused with a pointer', () => {
  const known = { column: 'name', operation: 'like', value: 'a' };
  const filters = [known, { column: 'nowhere', operation: 'eq', value: 'a' }] as ViewDefinition['filters'];
  assert.equal(refusal({ filters })?.pointer, '/definition/filters/1');
  assert.equal(refusal({ sort: 'nowhere' })?.pointer, '/definition/sort');
  const code = 'view.unknown_column';
  const columns = ['name', 'nowhere'] as ViewDefinition['columns'];
  assert.deepEqual(refusal({ columns }), { code, pointer: '/definition/columns/1', column: 'nowhere' });
  const group = 'nowhere' as ViewDefinition['group'];
  assert.deepEqual(refusal({ group }), { code, pointer: '/definition/group', column: 'nowhere' });
});

test('BEY-19 the pointer to a width is escaped as a JSON pointer', () => {
  const widths = { name: 100, 'a/b~c/~': 100 } as ViewDefinition['widths'];
  assert.equal(refusal({ widths })?.pointer, '/definition/widths/a~1b~0c~1~0');
});
