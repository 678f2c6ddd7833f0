import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  type TestClock,
  testClock,
} from '../../../../../test/support/identity.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';

const PASSWORD = 'Kevad-2026-tuleb';
const HOUR = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const NEW = 'New sign-in to your Verva account';
const FAILED = 'Failed attempts to sign in to your Verva account';

onDatabase('e-mails about sign-ins', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let tenantId: number;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    ({ tenantId } = await createTenant(db(), { slug: 'acme', name: 'Acme' }));
  });

  async function person() {
    count += 1;
    const [username, email] = [`told.${count}`, `told.${count}@acme.test`];
    const { sub } = await createPerson(db(), { tenantId, username, name: username, password: PASSWORD, email });
    const signIn = (ip = '192.0.2.1', userAgent = FIREFOX, password = PASSWORD) =>
      identity.call(
        'InitiateAuth',
        {
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: CLIENT_ID,
          AuthParameters: { USERNAME: username, PASSWORD: password },
        },
        { ip, headers: { 'user-agent': userAgent } },
      );
    const subjects = async () => (await identity.sentTo(email)).map(({ subject }) => subject);
    return { username, email, sub, signIn, subjects };
  }

  test('SEC-03 a sign-in from a new browser or network is reported to the user, the first and familiar ones are not', async () => {
    const { signIn, subjects, email, username } = await person();
    await signIn();
    await signIn();
    assert.deepEqual(await subjects(), []);
    await signIn('192.0.2.1', CHROME);
    assert.deepEqual(await subjects(), [NEW]);
    const [mail] = await identity.sentTo(email);
    for (const part of ['Chrome, Windows', '192.0.2.1', username]) assert.ok(mail!.text.includes(part), part);
    clock.pass(HOUR);
    await signIn('198.51.100.9');
    assert.deepEqual(await subjects(), [NEW, NEW]);
    clock.pass(HOUR);
    await signIn('198.51.100.9', CHROME);
    assert.deepEqual(await subjects(), [NEW, NEW], 'both are known by now');
  });

  test('SEC-03 an address of the same IPv6 network is no new one', async () => {
    const { signIn, subjects } = await person();
    await signIn('2001:db8:1:2::1');
    await signIn('2001:db8:1:2:ffff::9');
    assert.deepEqual(await subjects(), []);
    await signIn('2001:db8:1:3::1');
    assert.deepEqual(await subjects(), [NEW]);
  });

  test('SEC-03 the user gets at most one e-mail an hour about new sign-ins', async () => {
    const { signIn, subjects } = await person();
    await signIn();
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await signIn(address);
    assert.deepEqual(await subjects(), [NEW]);
    clock.pass(HOUR);
    await signIn('198.51.100.4');
    assert.deepEqual(await subjects(), [NEW, NEW]);
  });

  test('SEC-03 after 30 days without a session a sign-in is reported, and beside sessions without an address it is not', async () => {
    const absent = await person();
    await db().signinTransaction((tx) =>
      sql`UPDATE user_identity SET last_used_at = '2026-01-01' WHERE subject = ${absent.sub}`.execute(tx),
    );
    await absent.signIn();
    assert.deepEqual(await absent.subjects(), [NEW]);
    const upgraded = await person();
    await upgraded.signIn();
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_refresh SET address = NULL, browser = NULL, system = NULL WHERE user_sub = ${upgraded.sub}::uuid`.execute(
        tx,
      ),
    );
    await upgraded.signIn('198.51.100.1', CHROME);
    assert.deepEqual(await upgraded.subjects(), []);
  });

  test('SEC-03 AUD-01 a run of failures is reported once an hour, and hides no sign-in that follows', async () => {
    const { signIn, subjects } = await person();
    await signIn();
    const fail = () => signIn('203.0.113.5', CHROME, 'Wrong-2026-guess');
    for (let i = 0; i < 4; i++) await fail();
    assert.deepEqual(await subjects(), [], 'a few typing errors');
    for (let i = 0; i < 6; i++) await fail();
    assert.deepEqual(await subjects(), [FAILED]);
    clock.pass(15 * 60_000);
    for (let i = 0; i < 6; i++) await fail();
    assert.deepEqual(await subjects(), [FAILED]);
    clock.pass(16 * 60_000);
    assert.equal((await signIn('203.0.113.5', CHROME)).status, 200);
    assert.deepEqual(await subjects(), [FAILED, NEW]);
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ verb: string }>`SELECT DISTINCT verb FROM audit_log WHERE verb LIKE 'sign-in-%' ORDER BY verb`.execute(tx),
    );
    assert.deepEqual(
      rows.map(({ verb }) => verb),
      ['sign-in-failed', 'sign-in-locked'],
    );
  });
});
