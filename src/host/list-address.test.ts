import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterAddress } from './list-address.ts';

const address = filterAddress(
  { q: '', kind: '' as '' | 'task' | 'start', state: 'active', own: false as boolean },
  {
    kind: ['', 'task', 'start'],
  },
);

test('filters are in the address, without those that are at their default', () => {
  assert.equal(address.print({ q: '', kind: '', state: 'active', own: false }), '');
  const shown = { q: 'a & b', kind: 'task', state: '', own: true } as const;
  assert.equal(address.print(shown), 'q=a+%26+b&kind=task&state=&own=true');
  assert.deepEqual(address.read(address.print(shown)), shown);
  assert.deepEqual(address.read('?kind=start'), { q: '', kind: 'start', state: 'active', own: false });
});

test('an unknown choice in the address is the default', () => {
  assert.equal(address.read('kind=record').kind, '');
  assert.equal(address.read('own=perhaps').own, false);
});
