import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import { ApiError } from '../../shared/api/index.ts';
import type { NewUser } from '../../shared/contracts/people.contract.ts';
import { createUsers } from './users.store.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly userId: string | undefined;
  readonly key: string | undefined;
}

function users(answer: (sent: Sent) => unknown) {
  const sent: Sent[] = [];
  const send = (async (
    { method, path }: { method: string; path: string },
    { params, idempotencyKey }: { params?: { userId?: string }; idempotencyKey?: string } = {},
  ) => {
    const request = { method, path, userId: params?.userId, key: idempotencyKey };
    sent.push(request);
    return answer(request);
  }) as unknown as typeof call;
  return { sent, store: createUsers({ send }) };
}

test('ADM-01 a user whose creation got no answer is created once', async () => {
  let isLost = true;
  const { sent, store } = users(() => {
    if (!isLost) return { id: 'mari.kask' };
    isLost = false;
    throw new ApiError('network', 0);
  });
  const body: NewUser = { id: 'mari.kask', name: 'Mari Kask', invite: true };
  await assert.rejects(store.create(body), { code: 'network' });
  await store.create(body);
  assert.equal(sent.length, 2);
  assert.ok(sent[0]!.key);
  assert.equal(sent[0]!.key, sent[1]!.key);
});

test('ADM-01 each action on a user is one request, and a new password has a masked destination', async () => {
  const { sent, store } = users(() => ({ destination: 'm***@v***' }));
  await store.dependentsOf('k1');
  await store.deactivate('k1', { reassign: 'manager' });
  await store.reactivate('k1');
  assert.equal(await store.resetPassword('k1'), 'm***@v***');
  assert.equal(await store.sendCode('k1'), 'm***@v***');
  assert.deepEqual(
    sent.map(({ method, path, userId }) => `${method} ${path.replace('{userId}', userId ?? '')}`),
    [
      'GET /api/identity/users/k1/dependents',
      'DELETE /api/identity/users/k1',
      'POST /api/identity/users/k1/reactivate',
      'POST /api/identity/users/k1/password',
      'POST /api/identity/users/k1/recover',
    ],
  );
});

test('ADM-01 groups are loaded once, and searched by name and id; a failure is not kept', async () => {
  let isFailing = true;
  const { sent, store } = users(() => {
    if (isFailing) throw new ApiError('server.error', 500);
    return [
      { id: 'crew', name: 'Crane drivers' },
      { id: 'alltasks', name: 'All tasks' },
    ];
  });
  await assert.rejects(store.lookUps.groups(''), { code: 'server.error' });
  isFailing = false;
  assert.deepEqual(
    (await store.lookUps.groups('CRANE')).map(({ id }) => id),
    ['crew'],
  );
  assert.deepEqual(
    (await store.lookUps.groups('alltasks')).map(({ id }) => id),
    ['alltasks'],
  );
  assert.equal(sent.length, 2);
});
