import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue, hashPassword, PasswordQueueFull, verifyPassword } from './passwords.ts';

test('a password matches its own hash and no other does', async () => {
  const stored = await hashPassword('correct horse battery');
  assert.match(stored, /^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.deepEqual(await verifyPassword('correct horse battery', stored), { ok: true, outdated: false });
  assert.equal((await verifyPassword('Correct horse battery', stored)).ok, false);
});

test('two encodings of the same character are equal', async () => {
  const stored = await hashPassword('t\u00f5ru');
  assert.equal((await verifyPassword('to\u0303ru', stored)).ok, true);
});

test('a password of 64 to 256 characters is compared to its last character', async () => {
  for (const length of [64, 256]) {
    const stored = await hashPassword('p'.repeat(length));
    assert.equal((await verifyPassword('p'.repeat(length), stored)).ok, true);
    assert.equal((await verifyPassword(`${'p'.repeat(length - 1)}q`, stored)).ok, false);
  }
});

test('a hash with other parameters is verified with them and reported as outdated', async () => {
  const { scryptSync } = await import('node:crypto');
  const salt = Buffer.alloc(16, 7);
  const hash = scryptSync('old password', salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  const stored = `scrypt$12$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
  assert.deepEqual(await verifyPassword('old password', stored), { ok: true, outdated: true });
});

test('without a stored hash no password is correct', async () => {
  assert.equal((await verifyPassword('', undefined)).ok, false);
  assert.equal((await verifyPassword('anything', null)).ok, false);
});

test('the queue has limits for running and waiting work and refuses the rest', async () => {
  const enqueue = createQueue(2, 3, 3);
  const releases: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => releases.push(resolve));
    running -= 1;
  };
  const accepted = Array.from({ length: 5 }, (_, index) => enqueue(`${index}`, work));
  await assert.rejects(enqueue('late', work), PasswordQueueFull);
  while (releases.length > 0) {
    releases.shift()!();
    await new Promise(setImmediate);
  }
  await Promise.all(accepted);
  assert.equal(most, 2);
  const again = enqueue('late', async () => 'free');
  assert.equal(await again, 'free');
});

test('failed work releases its slot', async () => {
  const enqueue = createQueue(1, 0, 0);
  await assert.rejects(
    enqueue('one', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await enqueue('one', async () => 1), 1);
});

test('LOG-22 one caller cannot fill the queue', async () => {
  const enqueue = createQueue(1, 3, 2);
  let release = () => {};
  const first = enqueue('flood', () => new Promise<void>((done) => (release = done)));
  const waiting = [enqueue('flood', async () => 'flood'), enqueue('flood', async () => 'flood')];
  await assert.rejects(
    enqueue('flood', async () => 'flood'),
    PasswordQueueFull,
  );
  const other = enqueue('other', async () => 'other');
  release();
  await first;
  assert.deepEqual(await Promise.all([...waiting, other]), ['flood', 'flood', 'other']);
});
