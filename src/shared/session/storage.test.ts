import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeStorage } from './session.support.ts';
import { createTimedStorage } from './storage.ts';
import { createStoredSession, SESSION_KEY } from './stored-session.ts';

const MINUTE = 60_000;

test('CONST-01 interface data is kept under vva_ for 60 minutes', () => {
  let now = 0;
  const backend = fakeStorage();
  const storage = createTimedStorage(
    () => backend,
    () => now,
  );
  storage.set('view', { dense: true });
  assert.deepEqual([...backend.entries.keys()], ['vva_view']);
  now = 60 * MINUTE - 1;
  assert.deepEqual(storage.get('view'), { dense: true });
  now = 60 * MINUTE;
  assert.equal(storage.get('view'), undefined);
  assert.equal(backend.entries.size, 0, 'removed when read');
});

test('data without expiry stays, and a purge removes only expired data of Verva', () => {
  let now = 0;
  const backend = fakeStorage();
  const storage = createTimedStorage(
    () => backend,
    () => now,
  );
  backend.setItem('theirs', '{"value":1,"expire":0}');
  backend.setItem(SESSION_KEY, '{"v":"token","exp":9999}');
  storage.set('ssoUser', 'kati', null);
  storage.set('short', 1, 1);
  now = 24 * 60 * MINUTE;
  storage.purge();
  assert.deepEqual([...backend.entries.keys()].sort(), ['theirs', SESSION_KEY, 'vva_ssoUser'].sort());
  assert.equal(storage.get('ssoUser'), 'kati');
  storage.remove('ssoUser');
  assert.equal(storage.get('ssoUser'), undefined);
});

test('full, forbidden or broken storage is treated as empty', () => {
  const full = fakeStorage();
  full.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  const forbidden = () => {
    throw new Error('SecurityError');
  };
  for (const backend of [() => full, forbidden, () => undefined]) {
    const storage = createTimedStorage(backend);
    storage.set('a', 1);
    assert.equal(storage.get('a'), undefined);
    storage.remove('a');
    storage.purge();
    const session = createStoredSession(backend);
    session.write({ refreshToken: 'token', idpName: null });
    assert.equal(session.read()?.refreshToken, 'token', 'as long as the page');
    session.clear();
    assert.equal(session.read(), null);
  }
  const broken = fakeStorage();
  broken.setItem('vva_a', '{');
  broken.setItem(SESSION_KEY, '[]');
  assert.equal(createTimedStorage(() => broken).get('a'), undefined);
  assert.equal(createStoredSession(() => broken).read(), null);
});

test('LOG-21 the stored session lasts thirty days and names its provider', () => {
  let now = 1000;
  const backend = fakeStorage();
  const session = createStoredSession(
    () => backend,
    () => now,
  );
  session.write({ refreshToken: 'refresh', idpName: null });
  assert.deepEqual(JSON.parse(backend.getItem(SESSION_KEY)!), { v: 'refresh', exp: 1000 + 30 * 86_400_000 });
  assert.deepEqual(session.read(), { refreshToken: 'refresh', idpName: null });
  session.write({ refreshToken: 'other', idpName: 'corp' });
  assert.deepEqual(session.read(), { refreshToken: 'other', idpName: 'corp' });
  now += 30 * 86_400_000;
  assert.equal(session.read(), null);
});
