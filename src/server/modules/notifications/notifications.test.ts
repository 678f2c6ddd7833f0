import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { reminderDeadlines } from './due.rules.ts';
import { sealUnsubscribe } from './index.ts';
import { PRODUCT_DEFAULTS } from './settings.rules.ts';

onDatabase('settings of notifications', (db) => {
  let tenant: TestTenant;
  let anna: Person;
  let chief: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { anna: [], mart: [], chief: ['admin'] });
    ({ anna, chief } = tenant.people as Record<'anna' | 'chief', Person>);
  });
  beforeEach(async () => {
    await tenant.transaction(async (tx) => {
      await sql`DELETE FROM notification_setting`.execute(tx);
      await sql`DELETE FROM tenant_setting`.execute(tx);
    });
  });

  const json = { 'content-type': 'application/json' };
  const put = (who: Person, path: string, body: unknown) =>
    who.send('PUT', `/api/notifications/${path}`, JSON.stringify(body), json);
  const choicesOf = async (who: Person) => (await who.get('/api/notifications/settings')).body.choices;

  test('users without preferences follow the organisation, and the organisation follows the product', async () => {
    assert.deepEqual(await choicesOf(anna), PRODUCT_DEFAULTS.choices);
    const defaults = { choices: { ...PRODUCT_DEFAULTS.choices, offered: 'daily' }, hour: 7, actionDays: 3 };
    assert.equal((await put(chief, 'defaults', defaults)).status, 200);
    assert.deepEqual((await chief.get('/api/notifications/defaults')).body, defaults);
    const { body } = await anna.get('/api/notifications/settings');
    assert.equal(body.choices.offered, 'daily');
    assert.equal(body.hour, 7);
    const own = { choices: { ...PRODUCT_DEFAULTS.choices, overdue: 'off' }, hour: 16 };
    await put(anna, 'settings', own);
    await put(chief, 'defaults', { ...defaults, hour: 6 });
    const mine = (await anna.get('/api/notifications/settings')).body;
    assert.deepEqual([mine.choices.overdue, mine.hour], ['off', 16]);
  });

  test('kinds that are not sent keep their choice: a page from before an upgrade does not know the new ones', async () => {
    await put(anna, 'settings', { choices: { ...PRODUCT_DEFAULTS.choices, security: 'off' }, hour: 9 });
    const { security: _, requestReply: _reply, ...known } = PRODUCT_DEFAULTS.choices;
    const { status, body } = await put(anna, 'settings', { choices: { ...known, overdue: 'off' }, hour: 10 });
    assert.equal(status, 200);
    assert.deepEqual(body, { choices: { ...PRODUCT_DEFAULTS.choices, overdue: 'off', security: 'off' }, hour: 10 });
    assert.deepEqual(await choicesOf(anna), body.choices);
    const defaults = { choices: known, hour: 7, actionDays: 3 };
    const saved = (await put(chief, 'defaults', defaults)).body;
    assert.deepEqual(Object.keys(saved.choices).toSorted(), Object.keys(PRODUCT_DEFAULTS.choices).toSorted());
  });

  test('a preference is audited, the organisation’s require an administrator, and invalid values are refused', async () => {
    const own = { choices: { ...PRODUCT_DEFAULTS.choices, assigned: 'off' }, hour: 8 };
    await put(anna, 'settings', own);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ actor_id: string; after: { choices: { assigned: string } } }>`
        SELECT actor_id, after FROM audit_log WHERE entity = 'notification_setting' ORDER BY id DESC LIMIT 1`.execute(
        tx,
      ),
    );
    assert.equal(rows[0]!.actor_id, anna.userId);
    assert.equal(rows[0]!.after.choices.assigned, 'off');
    assert.equal((await anna.get('/api/notifications/defaults')).status, 403);
    assert.equal((await put(anna, 'defaults', { ...own, actionDays: 1 })).status, 403);
    for (const wrong of [
      { ...own, hour: 24 },
      { ...own, choices: { ...own.choices, standIn: 'daily' } },
      { ...own, choices: { ...own.choices, other: 'now' } },
    ]) {
      assert.equal((await put(anna, 'settings', wrong)).status, 400);
    }
  });

  test('the unsubscribe link stops its kinds of e-mail by one POST without signing in, and by nothing else', async () => {
    const token = sealUnsubscribe(tenant.context.config.masterKey, {
      tenantId: tenant.tenantId,
      userId: anna.userId,
      kinds: ['dueSoon', 'overdue', 'of a later version'],
    });
    const url = `/api/public/notifications/unsubscribe/${token}`;
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      assert.ok((await tenant.app.inject({ method, url })).statusCode < 405);
      assert.deepEqual(await choicesOf(anna), PRODUCT_DEFAULTS.choices);
    }
    const oneClick = await tenant.app.inject({
      method: 'POST',
      url,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(oneClick.statusCode, 200);
    assert.deepEqual(await choicesOf(anna), { ...PRODUCT_DEFAULTS.choices, dueSoon: 'off', overdue: 'off' });
    assert.deepEqual(await choicesOf(tenant.people.mart!), PRODUCT_DEFAULTS.choices);
    const again = await tenant.app.inject({ method: 'POST', url });
    assert.equal(again.statusCode, 200);
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    assert.equal((await tenant.app.inject({ method: 'POST', url, payload: form, headers: multipart })).statusCode, 200);
  });

  test('a forged or altered unsubscribe link stops nothing', async () => {
    const token = sealUnsubscribe('another key that is at least 32 characters', {
      tenantId: tenant.tenantId,
      userId: anna.userId,
      kinds: ['assigned'],
    });
    for (const wrong of [token, 'x', `${token}x`, '%2e%2e']) {
      const { statusCode } = await tenant.app.inject({
        method: 'POST',
        url: `/api/public/notifications/unsubscribe/${wrong}`,
      });
      assert.equal(statusCode, 404);
    }
    assert.deepEqual(await choicesOf(anna), PRODUCT_DEFAULTS.choices);
  });
});

test('day notifications are sent in the morning of the organisation, also at clock changes', () => {
  const at = (iso: string) => {
    const { dueSoonDay, overdueDay } = reminderDeadlines(new Date(iso), 'Europe/Tallinn');
    return [dueSoonDay.toISOString(), overdueDay.toISOString()];
  };
  // 07:59 and 08:00 in summer: tomorrow begins to count.
  assert.deepEqual(at('2026-06-10T04:59:00Z'), ['2026-06-10T20:59:59.999Z', '2026-06-08T20:59:59.999Z']);
  assert.deepEqual(at('2026-06-10T05:00:00Z'), ['2026-06-11T20:59:59.999Z', '2026-06-09T20:59:59.999Z']);
  // The clock goes back on 25 October 2026: that day has 25 hours.
  assert.deepEqual(at('2026-10-24T05:00:00Z'), ['2026-10-25T21:59:59.999Z', '2026-10-23T20:59:59.999Z']);
  assert.deepEqual(at('2026-10-25T06:00:00Z'), ['2026-10-26T21:59:59.999Z', '2026-10-24T20:59:59.999Z']);
});
