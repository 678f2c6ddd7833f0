import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTenant, onDatabase } from '../../../../../test/support/databases.ts';
import type { SigninMail } from './signin.mails.ts';
import { mediumFor, type SigninRecipient, sendSignin } from './signin.post.ts';

const EMAIL = 'mari@acme.test';
const PHONE = '+3725551234';
const OTP: SigninMail = { kind: 'oneTimePassword', code: '481516', minutes: 3 };
const production = { hasSmsGateway: false, devOutbox: false };

test('LOG-15 a one-time password goes to the phone, and by e-mail without a gateway', () => {
  const both = { email: EMAIL, phoneNumber: PHONE };
  const onlyPhone = { email: null, phoneNumber: PHONE };
  const gateway = { hasSmsGateway: true, devOutbox: false };
  assert.equal(mediumFor(both, 'oneTimePassword', gateway), 'SMS');
  assert.equal(mediumFor(both, 'oneTimePassword', production), 'EMAIL');
  assert.equal(mediumFor(both, 'oneTimePassword', { hasSmsGateway: false, devOutbox: true }), 'EMAIL');
  assert.equal(mediumFor(onlyPhone, 'oneTimePassword', gateway), 'SMS');
  assert.equal(mediumFor(onlyPhone, 'oneTimePassword', production), undefined);
  assert.equal(mediumFor(onlyPhone, 'oneTimePassword', { hasSmsGateway: false, devOutbox: true }), 'SMS');
});

test('LOG-17 all other messages go by e-mail or not at all', () => {
  const everything = { hasSmsGateway: true, devOutbox: true };
  for (const kind of ['recoveryCode', 'temporaryPassword', 'passwordChanged'] as const) {
    assert.equal(mediumFor({ email: EMAIL, phoneNumber: PHONE }, kind, everything), 'EMAIL');
    assert.equal(mediumFor({ email: null, phoneNumber: PHONE }, kind, everything), undefined);
  }
});

onDatabase('sending what belongs to signing in', (db) => {
  let count = 0;

  /** Returns the outbox rows after sending to a user of a new tenant. */
  async function sent(mail: SigninMail, to: Partial<SigninRecipient>, options = production) {
    const { tenantId, userId } = await addTenant(db(), `post-${++count}`);
    const recipient = { email: null, phoneNumber: null, userId, languageId: 'et', timeZone: 'Europe/Tallinn', ...to };
    const medium = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sendSignin(tx, recipient, mail, options),
    );
    const rows = await db().systemTransaction((tx) =>
      tx.selectFrom('outbox').select(['topic', 'payload']).where('tenant_id', '=', tenantId).execute(),
    );
    return { medium, userId, rows: rows as { topic: string; payload: Record<string, unknown> }[] };
  }

  test('LOG-17 an e-mail is in the language of the user and marked as secret', async () => {
    const { medium, userId, rows } = await sent(OTP, { email: EMAIL });
    assert.equal(medium, 'EMAIL');
    assert.equal(rows.length, 1);
    const { topic, payload } = rows[0]!;
    const { text, html, ...rest } = payload;
    assert.equal(topic, 'mail');
    assert.match(String(text), /Teie ühekordne parool[\s\S]*481516/);
    assert.match(String(html), /481516/);
    const about = { template: 'oneTimePassword', languageId: 'et', secret: true, userId };
    assert.deepEqual(rest, { to: EMAIL, subject: 'Verva ühekordne parool', ...about });
  });

  test('LOG-15 a text message is marked as secret, too', async () => {
    const { medium, userId, rows } = await sent(OTP, { phoneNumber: PHONE }, { hasSmsGateway: true, devOutbox: false });
    assert.equal(medium, 'SMS');
    const text = '481516 on teie Verva ühekordne parool. See kehtib 3 minutit. Ärge andke seda kellelegi.';
    const payload = { to: PHONE, text, template: 'oneTimePassword', languageId: 'et', secret: true, userId };
    assert.deepEqual(rows, [{ topic: 'sms', payload }]);
  });

  test('LOG-17 nothing is written for a user who cannot be reached', async () => {
    const { medium, rows } = await sent(OTP, { phoneNumber: PHONE });
    assert.equal(medium, undefined);
    assert.deepEqual(rows, []);
  });
});
