import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { identityInstance, refreshBody, type TestClock, testClock } from '../../../../../test/support/identity.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { bucket } from './throttle.rules.ts';
import { createThrottle } from './throttle.ts';

const PASSWORD = 'Sügis-2026-tuleb';
const HERE = '192.0.2.10';
const THERE = '198.51.100.20';
const DAY = 86_400_000;

onDatabase('throttling of the sign-in', (db) => {
  let passwordHash: string;
  let tenantId: number;
  let count = 0;

  before(async () => {
    passwordHash = await hashPassword(PASSWORD);
    ({ tenantId } = await createTenant(db(), { slug: 'throttle', name: 'Throttle' }));
  });

  async function start() {
    const clock: TestClock = testClock();
    const username = `throttled.${++count}`;
    await createPerson(db(), { tenantId, username, name: username, passwordHash });
    return { clock, username, identity: await identityInstance(db(), { clock }) };
  }

  test('LOG-22 (57) after five failures even the correct password must wait, and then works', async () => {
    const { clock, username, identity } = await start();
    for (let i = 0; i < 5; i++) {
      assert.equal((await identity.signIn(username, 'wrong', HERE)).body.message, 'Incorrect username or password.');
    }
    const refused = await identity.signIn(username, PASSWORD, HERE);
    assert.deepEqual(refused.body, { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' });
    clock.pass(999);
    assert.equal((await identity.signIn(username, PASSWORD, HERE)).body.message, 'Password attempts exceeded');
    clock.pass(1);
    assert.equal((await identity.signIn(username, PASSWORD, HERE)).status, 200);
    assert.equal((await identity.signIn(username, 'wrong', HERE)).body.message, 'Incorrect username or password.');
  });

  test('LOG-22 (57) each further failure doubles the delay', async () => {
    const { clock, username, identity } = await start();
    for (let i = 0; i < 5; i++) await identity.signIn(username, 'wrong', HERE);
    for (const wait of [1000, 2000, 4000]) {
      clock.pass(wait - 1);
      assert.equal((await identity.signIn(username, 'wrong', HERE)).body.message, 'Password attempts exceeded');
      clock.pass(1);
      assert.equal((await identity.signIn(username, 'wrong', HERE)).body.message, 'Incorrect username or password.');
    }
  });

  test('LOG-22 (58) failures from one address do not lock the user out at another', async () => {
    const { username, identity } = await start();
    for (let i = 0; i < 6; i++) await identity.signIn(username, 'wrong', THERE);
    assert.equal((await identity.signIn(username, PASSWORD, THERE)).body.message, 'Password attempts exceeded');
    assert.equal((await identity.signIn(username, PASSWORD, HERE)).status, 200);
  });

  test('LOG-22 unknown usernames are counted like others, so that a refusal reveals nothing', async () => {
    const { username, identity } = await start();
    const messages = async (name: string) => {
      const replies = [];
      for (let i = 0; i < 6; i++) replies.push((await identity.signIn(name, 'wrong', HERE)).body.message);
      return replies.indexOf('Password attempts exceeded');
    };
    assert.equal(await messages(`nobody.${count}`), 5);
    assert.equal(await messages(username), 5);
  });

  test('LOG-22 concurrent guesses are all counted', async () => {
    const { username, identity } = await start();
    const replies = await Promise.all(Array.from({ length: 12 }, () => identity.signIn(username, 'wrong', HERE)));
    const evaluated = replies.filter((reply) => reply.body.message === 'Incorrect username or password.');
    assert.ok(evaluated.length <= 5, `${evaluated.length} were evaluated`);
  });

  test('LOG-22 two instances share their counts', async () => {
    const { clock, username, identity } = await start();
    const other = await identityInstance(db(), { clock });
    for (let i = 0; i < 5; i++) await (i % 2 ? identity : other).signIn(username, 'wrong', HERE);
    for (const instance of [identity, other]) {
      assert.equal((await instance.signIn(username, PASSWORD, HERE)).body.message, 'Password attempts exceeded');
    }
  });

  test('LOG-22 a name under attack from many addresses is open only to known addresses of the user', async () => {
    const clock = testClock();
    const throttle = createThrottle(db(), () => clock.now);
    const name = `famous.${++count}`;
    await throttle.attempt(name, HERE);
    await throttle.succeeded(name, HERE);
    for (let i = 0; i < 30; i++) {
      assert.deepEqual(await throttle.attempt(name, `203.0.113.${i}`), { admitted: true });
    }
    const stranger = await throttle.attempt(name, '203.0.113.99');
    assert.equal(stranger.admitted, false);
    assert.deepEqual(await throttle.attempt(name, HERE), { admitted: true });
    clock.pass(5 * 60_000);
    assert.deepEqual(await throttle.attempt(name, '203.0.113.100'), { admitted: true });
  });

  test('LOG-22 one address may try three hundred passwords a minute', async () => {
    const clock = testClock();
    const throttle = createThrottle(db(), () => clock.now);
    const ip = `2001:db8:${(++count).toString(16)}::1`;
    for (let i = 0; i < 300; i++) assert.equal((await throttle.attempt(`many.${count}.${i}`, ip)).admitted, true);
    const same = `2001:db8:${count.toString(16)}::2`;
    assert.deepEqual(await throttle.attempt('one.more', same), { admitted: false, because: 'address', seconds: 60 });
    clock.pass(60_000);
    assert.equal((await throttle.attempt('one.more', same)).admitted, true);
  });

  test('LOG-22 an address with forged refresh tokens is refused before a look-up', async () => {
    const { clock, identity, username } = await start();
    const throttle = createThrottle(db(), () => clock.now);
    const { RefreshToken } = (await identity.signIn(username, PASSWORD, HERE)).body.AuthenticationResult;
    const ip = `10.9.${count}.1`;
    for (let i = 0; i < 300; i++) await throttle.refreshFailed(ip);
    const reply = await identity.call('InitiateAuth', refreshBody(RefreshToken), { ip });
    assert.deepEqual([reply.status, reply.type], [429, 'TooManyRequestsException']);
    assert.ok(Number(reply.headers['retry-after']) > 0);
    assert.equal((await identity.call('InitiateAuth', refreshBody(RefreshToken), { ip: HERE })).status, 200);
  });

  test('LOG-22 with a full password queue further requests get a retry time and are not counted', async () => {
    const { identity } = await start();
    const names = Array.from({ length: 40 }, (_, i) => `crowd.${count}.${i}`);
    const crowd = `10.8.${count}.1`;
    const replies = await Promise.all(names.map((name) => identity.signIn(name, 'wrong', crowd)));
    const busy = replies.filter((reply) => reply.status === 429);
    assert.ok(busy.length > 0 && busy.length < 40, `${busy.length}`);
    assert.ok(busy.every((reply) => reply.type === 'TooManyRequestsException' && reply.headers['retry-after'] === '1'));
    const attempts = await db().signinTransaction((tx) =>
      sql<{ count: number }>`SELECT count FROM idn_throttle WHERE bucket = ${bucket('attempt', crowd)}`.execute(tx),
    );
    assert.equal(attempts.rows[0]!.count, 40 - busy.length, 'who was refused did not reach the database');
    const { identity: again, username } = await start();
    assert.equal((await again.signIn(username, PASSWORD, HERE)).status, 200);
  });

  test('LOG-22 a clock set forward by 40 days allows nothing, and set back it locks no user out longer', async () => {
    const { clock, username, identity } = await start();
    for (let i = 0; i < 5; i++) await identity.signIn(username, 'wrong', HERE);
    for (const ms of [40 * DAY, -40 * DAY, -300_000]) {
      clock.now = new Date(clock.now.getTime() + ms);
      assert.equal((await identity.signIn(username, PASSWORD, HERE)).body.message, 'Password attempts exceeded');
    }
    clock.pass(1000);
    assert.equal((await identity.signIn(username, PASSWORD, HERE)).status, 200);
  });

  test('LOG-22 counts of a server with a clock 40 days ahead lock no user out on the others', async () => {
    const clock = testClock();
    const fastThrottle = createThrottle(db(), () => new Date(clock.now.getTime() + 40 * DAY));
    const throttle = createThrottle(db(), () => clock.now);
    const name = `ahead.${++count}`;
    const ip = `10.7.${count}.1`;
    for (let i = 0; i < 6; i++) await fastThrottle.attempt(name, ip);
    for (let i = 0; i < 300; i++) await fastThrottle.refreshFailed(ip);
    for (let i = 0; i < 31; i++) await fastThrottle.lookup(ip);
    assert.equal((await throttle.attempt(name, ip)).admitted, false);
    assert.equal((await throttle.lookup(ip)).admitted, false);
    assert.deepEqual(await throttle.mayRefresh(ip), { admitted: true });
    clock.pass(60_000);
    assert.deepEqual(await throttle.attempt(name, ip), { admitted: true });
    assert.deepEqual(await throttle.lookup(ip), { admitted: true });
  });
});
