import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registryAddress } from './registry-address.ts';

test('PRV-01 BEY-19 the address of a registry keeps filters, order, search and columns', () => {
  const query =
    'data.serial=startWith:x-1&status=eq:pending&sort=data.bought%3Adesc&q=crane&columns=number,data.serial';
  const shown = registryAddress.read(query);
  assert.deepEqual(shown, {
    question: {
      filters: [
        { column: 'data.serial', operation: 'startWith', value: 'x-1' },
        { column: 'status', operation: 'eq', value: 'pending' },
      ],
      sort: 'data.bought:desc',
      q: 'crane',
    },
    columns: ['number', 'data.serial'],
  });
  assert.equal(registryAddress.print(shown), query);
  assert.deepEqual(registryAddress.read('columns='), { question: { filters: [], sort: '', q: '' }, columns: null });
});
