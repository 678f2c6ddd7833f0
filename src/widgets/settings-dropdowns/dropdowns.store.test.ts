import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { Option } from '../../shared/contracts/dropdowns.contract.ts';
import { createDropdowns, type DropdownsStore } from './dropdowns.store.ts';

const optionOf = (id: string, position: number): Option => ({
  id,
  text: id,
  defaultText: id,
  texts: {},
  properties: {},
  position,
  active: true,
  version: 1,
});

/** A store with one dropdown of options a, b, c; records the requests. */
async function open(refuse: { orders?: boolean; list?: boolean } = {}) {
  const sent: { method: string; path: string; body?: unknown }[] = [];
  let options = ['a', 'b', 'c'].map(optionOf);
  const dropdown = () => ({ id: 'colours', name: 'Colours', description: null, options: options.length, version: 1 });
  const send = async (
    { method, path }: { method: string; path: string },
    { body }: { body?: { positions?: string[]; id?: string } } = {},
  ) => {
    sent.push({ method, path, ...(body ? { body } : {}) });
    if (path === '/api/i18n/languages') {
      return [
        { languageId: 'en', name: 'English', enabled: true },
        { languageId: 'fi', name: 'Suomi', enabled: false },
      ];
    }
    if (path.startsWith('/api/uses')) return [];
    if (path === '/api/dropdowns' && refuse.list) throw new ApiError('access.denied', 403);
    if (path === '/api/dropdowns') return { items: [dropdown()], next: null, previous: null, total: 1 };
    if (path === '/api/dropdowns/{id}') return dropdown();
    if (body?.positions) {
      if (refuse.orders) throw new ApiError('network', 0);
      options = body.positions.map((id, index) => ({ ...optionOf(id, index), version: 2 }));
      return options;
    }
    if (method === 'POST') return { ...optionOf(body!.id!, 3), text: 'New' };
    if (method === 'GET') return options;
    return null;
  };
  const store = createDropdowns({ send: send as unknown as typeof call });
  await store.load();
  await store.open('colours');
  return { store, sent };
}

const idsOf = ({ opened }: DropdownsStore) =>
  opened.value.status === 'ready' ? opened.value.options.map(({ id }) => id).join('') : opened.value.status;

test('ADM-06 an order is shown at once and sent completely; of two in a row the last one wins', async () => {
  const { store, sent } = await open();
  const first = store.move('colours', 0, 2);
  assert.equal(idsOf(store), 'bca');
  await Promise.all([first, store.move('colours', 0, 1)]);
  assert.equal(idsOf(store), 'cba');
  assert.deepEqual(sent.findLast(({ method }) => method === 'PUT')?.body, { positions: ['c', 'b', 'a'] });
  // The versions are the server's, so the next change of an option does not conflict.
  const { value } = store.opened;
  assert.equal(value.status === 'ready' && value.options[0]!.version, 2);
});

test('ADM-06 an order that the server refuses is reverted', async () => {
  const { store } = await open({ orders: true });
  await assert.rejects(store.move('colours', 0, 2), ApiError);
  assert.equal(idsOf(store), 'abc');
});

test('ADM-06 a new option is last, a deleted one disappears, and the count follows', async () => {
  const { store } = await open();
  const counted = () => (store.list.value.status === 'ready' ? store.list.value.items[0]!.options : null);
  const made = await store.saveOption('colours', null, { id: 'd', defaultText: 'New' });
  assert.deepEqual([idsOf(store), counted()], ['abcd', 4]);
  await store.removeOption('colours', made);
  assert.deepEqual([idsOf(store), counted()], ['abc', 3]);
  assert.deepEqual(store.languageIds.value, ['en']);
});

test('ADM-06 ROLE-02 a user without permission sees a message', async () => {
  const { store } = await open({ list: true });
  assert.deepEqual(store.list.value, { status: 'failed', code: 'access.denied' });
});
