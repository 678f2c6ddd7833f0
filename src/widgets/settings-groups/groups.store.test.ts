import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import { isGroupId } from '../../shared/contracts/groups.rules.ts';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { createGroups, readUsernames } from './groups.store.ts';

test('ADM-02 the id of a new group follows its name, and is one the server accepts', () => {
  for (const [name, id] of [
    ['Quay workers', 'quay-workers'],
    ['Ülemuste klubi', 'ulemuste-klubi'],
    ['  3rd shift! ', 'rd-shift'],
    ['Группа', ''],
    ['X', ''],
  ] as const) {
    assert.equal(idForName(name), id);
    assert.equal(isGroupId(idForName(name)), id !== '', name);
  }
});

test('ADM-02 usernames are read from pasted lines and CSV files, without headings and duplicates', () => {
  assert.deepEqual(readUsernames('kadri.magi\r\n mart.kask \n\nkadri.magi'), ['kadri.magi', 'mart.kask']);
  assert.deepEqual(readUsernames('Username;Name\n"mart.kask";"Kask, Mart"\n'), ['mart.kask']);
  assert.deepEqual(readUsernames(' \n'), []);
});

test('ADM-02 groups are searched by name and id, and a change reloads them', async () => {
  const groups = [
    { id: 'crew', name: 'Crane drivers', description: null, kind: 'custom', people: 2, version: 1 },
    { id: 'alltasks', name: 'Everybody’s tasks', description: null, kind: 'product', people: 1, version: 1 },
  ];
  const sent: string[] = [];
  const send = (async ({ method, path }: { method: string; path: string }, { params }: { params?: object } = {}) => {
    sent.push(`${method} ${path} ${Object.values(params ?? {}).join(' ')}`.trim());
    return method === 'GET' ? groups : null;
  }) as unknown as typeof call;
  const store = createGroups({ send, q: 'CREW' });
  await store.load();
  assert.deepEqual(
    store.found.value.map(({ id }) => id),
    ['crew'],
  );
  store.search(' everybody ');
  assert.deepEqual(
    store.found.value.map(({ id }) => id),
    ['alltasks'],
  );
  await store.addMember('crew', 'mart.kask');
  await store.removeMember('crew', 'mart.kask');
  assert.deepEqual(sent, [
    'GET /api/identity/groups',
    'POST /api/identity/groups/{groupId}/members/{userId} crew mart.kask',
    'GET /api/identity/groups',
    'DELETE /api/identity/groups/{groupId}/members/{userId} crew mart.kask',
    'GET /api/identity/groups',
  ]);
});
