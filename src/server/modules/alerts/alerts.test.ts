import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { identityInstance, sentTo } from '../../../../test/support/identity.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import {
  ALERT_KINDS,
  type AlertKind,
  LARGE_EXPORT_ROWS,
  MANY_DEACTIVATIONS,
  MANY_FAILURES,
} from '../../../shared/contracts/alert-kinds.ts';
import type { Alert } from '../../../shared/contracts/alerts.contract.ts';
import { sealAudit } from '../audit/index.ts';
import { createPerson, resetSecondFactor } from '../signin/index.ts';
import { callWebhook } from './call-webhook.ts';
import { raiseAlerts, WEBHOOK_JOB } from './raise.ts';

const DAY = 86_400_000;
const PASSWORD = 'Kevad-2026-tuleb';
const HOOK = 'https://hooks.example.org/alerts';

onDatabase('alerts to administrators', (db) => {
  let verva: TestTenant;
  let other: TestTenant;
  let boss: Person;
  let olev: Person;
  let users = 0;

  before(async () => {
    verva = await createTestTenant(db(), 'verva', {
      boss: ['admin', 'verva.admin'],
      olev: ['admin', 'verva.admin'],
      mart: ['crew'],
    });
    other = await createTestTenant(db(), 'strangers', { eva: ['admin'] }, verva);
    boss = verva.people.boss!;
    olev = verva.people.olev!;
    await verva.transaction((tx) =>
      sql`UPDATE app_user SET email = username || '@verva.test', language_id = CASE WHEN id = ${olev.userId}::uuid THEN 'et' ELSE 'en' END`.execute(
        tx,
      ),
    );
    await scan();
  });

  const scan = () => raiseAlerts({ ...verva.context, config: { ...verva.context.config, alertWebhookUrl: HOOK } });
  const listOf = async (who: Person): Promise<Alert[]> => (await who.get('/api/alerts')).body.alerts;
  const ofKind = async (kind: AlertKind, who = olev) => (await listOf(who)).filter((alert) => alert.kind === kind);
  const insertUsers = async (count: number, status = 'active') => {
    users += 1;
    await verva.transaction((tx) =>
      sql`INSERT INTO app_user (username, status) SELECT 'many.' || ${users}::text || '.' || n, ${status} FROM generate_series(1, ${count}) n`.execute(
        tx,
      ),
    );
    return `many.${users}.%`;
  };
  const newAdministrator = async (name: string) => {
    const { userId, sub } = await createPerson(db(), {
      ...{ tenantId: verva.tenantId, username: name, name, password: PASSWORD, groups: [] },
    });
    const { status } = await boss.post('/api/identity/groups/admin/members', { userIds: [name] });
    assert.equal(status, 200);
    return { userId, sub };
  };

  /** Makes each kind happen; returns words that its text has to contain. */
  const HAPPEN: Readonly<Record<AlertKind, () => Promise<string>>> = {
    async newAdministrator() {
      await newAdministrator('new.admin');
      return 'new.admin';
    },
    async secondFactorRemoved() {
      const { sub } = await newAdministrator('lost.factor');
      await db().signinTransaction((tx) =>
        sql`INSERT INTO idn_factor (user_sub, kind, name, secret, confirmed_at) VALUES (${sub}::uuid, 'totp', 'App', ${randomBytes(20)}, now())`.execute(
          tx,
        ),
      );
      assert.equal(await resetSecondFactor(db(), { username: 'lost.factor', now: new Date() }), 'changed');
      return 'lost.factor';
    },
    async failedSignIns() {
      await newAdministrator('guessed.name');
      const identity = await identityInstance(db(), { clock: verva.clock });
      for (let n = 0; n < MANY_FAILURES; n++) {
        verva.clock.pass(60_000);
        assert.equal((await identity.signIn('guessed.name', 'Wrong-2026-guess', `192.0.2.${n}`)).status, 400);
      }
      // Failures are counted after the response.
      await identity.sentTo('guessed.name');
      return 'guessed.name';
    },
    async newNetwork() {
      await newAdministrator('far.away');
      const identity = await identityInstance(db(), { clock: verva.clock });
      for (const ip of ['192.0.2.1', '198.51.100.7']) {
        assert.equal((await identity.signIn('far.away', PASSWORD, ip)).status, 200);
      }
      return 'far.away';
    },
    async manyDeactivations() {
      const names = await insertUsers(MANY_DEACTIVATIONS);
      await db().tenantTransaction({ tenantId: verva.tenantId, userId: boss.userId }, (tx) =>
        sql`UPDATE app_user SET status = 'disabled' WHERE username LIKE ${names}`.execute(tx),
      );
      return `${MANY_DEACTIVATIONS}`;
    },
    async secretCreated() {
      assert.equal((await boss.post('/api/scim/clients', { name: 'Entra of Norden' })).status, 201);
      return 'Entra of Norden';
    },
    async largeExport() {
      await insertUsers(LARGE_EXPORT_ROWS);
      const { body } = await boss.post('/api/downloads', { list: '/api/records/people' });
      const { statusCode, payload } = await verva.app.inject({ method: 'GET', url: body.url });
      assert.equal(statusCode, 200);
      assert.ok(payload.split('\r\n').length > LARGE_EXPORT_ROWS);
      return `${LARGE_EXPORT_ROWS}`;
    },
    async sealBroken() {
      await sealAudit(verva.context);
      await db().ownerTransaction(async (tx) => {
        const alter = (what: string) => sql.raw(`ALTER TABLE audit_log ${what}`).execute(tx);
        await alter('DISABLE TRIGGER USER');
        await alter('NO FORCE ROW LEVEL SECURITY');
        await sql`UPDATE audit_log SET verb = 'hidden' WHERE id = (SELECT min(id::text)::uuid FROM audit_log WHERE tenant_id = ${verva.tenantId})`.execute(
          tx,
        );
        await alter('ENABLE TRIGGER USER');
        await alter('FORCE ROW LEVEL SECURITY');
      });
      verva.clock.pass(DAY + 60_000);
      return 'seals';
    },
    async directorySilent() {
      const { body } = await boss.post('/api/scim/clients', { name: 'Okta of Norden' });
      await verva.transaction((tx) =>
        sql`UPDATE scim_client SET last_used_at = ${new Date(verva.clock.now.getTime() - 3 * DAY)} WHERE id = ${body.id}::uuid`.execute(
          tx,
        ),
      );
      return 'Okta of Norden';
    },
    async erasureRequested() {
      const { userId } = await createPerson(db(), {
        ...{ tenantId: verva.tenantId, username: 'to.erase', name: 'To Erase', groups: [] },
      });
      await verva.transaction((tx) =>
        sql`UPDATE app_user SET status = 'disabled' WHERE id = ${userId}::uuid`.execute(tx),
      );
      const { status } = await boss.post('/api/identity/users/to.erase/erase', { reason: 'Asked for it' });
      assert.equal(status, 201);
      return 'To Erase';
    },
  };

  for (const kind of ALERT_KINDS) {
    test(`AUD-01 ${kind}: each administrator is informed in the application, by e-mail, by the webhook and in the metrics, once`, async () => {
      const countBefore = await metricOf(kind);
      const mailsBefore = (await sentTo(db(), 'olev.verva@verva.test')).length;
      const words = await HAPPEN[kind]();
      await scan();
      await scan();
      const found = (await ofKind(kind)).filter(({ text }) => text.includes(words) || kind === 'sealBroken');
      assert.equal(found.length, 1, JSON.stringify(await listOf(olev)));
      const alert = found[0]!;
      assert.equal(alert.isSeen, false);
      assert.match(alert.path, /^\/settings\//);
      // Who requests an erasure cannot approve it, so only the others are informed.
      assert.equal(
        (await ofKind(kind, boss)).some(({ id }) => id === alert.id),
        kind !== 'erasureRequested',
      );
      const mails = (await sentTo(db(), 'olev.verva@verva.test')).slice(mailsBefore);
      const mail = mails.find(({ text }) => text.includes(alert.text.split('.')[0]!) || text.includes(words));
      assert.match(String(mail?.subject), /^Turvahoiatus: /);
      assert.ok(mail!.text.includes(`${verva.context.config.publicUrl}${alert.path}`));
      assert.ok((await metricOf(kind)) > countBefore);
      const calls: Record<string, unknown>[] = [];
      const webhooks = {
        send: async (request: object) => {
          calls.push({ ...request });
          return { status: 204, headers: {}, body: '' };
        },
      };
      const url = HOOK;
      assert.deepEqual(
        (await webhookJobs()).filter((id) => id === alert.id),
        [alert.id],
      );
      await callWebhook({ db: db(), webhooks, url, publicUrl: 'https://verva.test' }, { alertId: alert.id }, verva);
      const { body, idempotencyKey } = calls[0] as { body: Record<string, string>; idempotencyKey: string };
      assert.deepEqual([body.kind, body.organisation, idempotencyKey], [kind, 'verva', alert.id]);
      assert.deepEqual(await listOf(other.people.eva!), []);
    });
  }

  const metricOf = async (kind: AlertKind): Promise<number> =>
    (await verva.context.metrics.alerts.get()).values.find(({ labels }) => labels.kind === kind)!.value;
  const webhookJobs = async (): Promise<readonly string[]> => {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{
        id: string;
      }>`SELECT payload->>'alertId' AS id FROM outbox WHERE topic = 'job' AND payload->>'job' = ${WEBHOOK_JOB}`.execute(
        tx,
      ),
    );
    return rows.map(({ id }) => id);
  };

  test('ORG-02 the other administrators of the provider are informed of a requested erasure of an organisation', async () => {
    assert.equal((await boss.post('/api/tenants/strangers/erase', { reason: 'Contract ended' })).status, 201);
    await scan();
    const paths = (await ofKind('erasureRequested')).map(({ path }) => path);
    assert.ok(paths.includes('/settings/organisations/strangers'), String(paths));
    assert.deepEqual(await ofKind('erasureRequested', boss), []);
    assert.deepEqual(await listOf(other.people.eva!), []);
  });

  test('AUD-01 a second event within the hour raises no second alert of the kind and subject, and servers searching at once raise one', async () => {
    await newAdministrator('twice.admin');
    await boss.send('DELETE', '/api/identity/groups/admin/members/twice.admin');
    await boss.post('/api/identity/groups/admin/members', { userIds: ['twice.admin'] });
    await Promise.all([scan(), scan(), scan()]);
    assert.equal((await ofKind('newAdministrator')).filter(({ text }) => text.includes('twice.admin')).length, 1);
  });

  test('AUD-01 alerts that were seen stay in the list, of the caller alone', async () => {
    const [newest] = await listOf(olev);
    assert.ok((await olev.get('/api/alerts/unseen')).body.count > 0);
    assert.equal((await olev.post('/api/alerts/seen', { until: newest!.id })).status, 204);
    assert.deepEqual((await olev.get('/api/alerts/unseen')).body, { count: 0 });
    assert.equal((await listOf(olev))[0]!.isSeen, true);
    assert.equal((await listOf(boss))[0]!.isSeen, false);
    assert.equal((await verva.people.mart!.get('/api/alerts')).status, 403);
    assert.equal((await olev.post('/api/alerts/seen', { until: randomUUID() })).status, 204);
  });

  test('AUD-01 e-mails of alerts can be switched off, the alerts in the application cannot', async () => {
    const { choices } = (await olev.get('/api/notifications/settings')).body;
    const body = JSON.stringify({ choices: { ...choices, security: 'off' }, hour: 8 });
    const json = { 'content-type': 'application/json' };
    assert.equal((await olev.send('PUT', '/api/notifications/settings', body, json)).status, 200);
    const before = (await sentTo(db(), 'olev.verva@verva.test')).length;
    await newAdministrator('quiet.admin');
    await scan();
    assert.equal((await sentTo(db(), 'olev.verva@verva.test')).length, before);
    assert.ok((await ofKind('newAdministrator')).some(({ text }) => text.includes('quiet.admin')));
    const digest = JSON.stringify({ choices: { ...choices, security: 'daily' }, hour: 8 });
    assert.equal((await olev.send('PUT', '/api/notifications/settings', digest, json)).status, 400);
  });

  test('AUD-01 what happened before an organisation is searched for the first time is no news', async () => {
    const late = await createTestTenant(db(), 'late', { ann: ['admin'], bob: ['admin'] }, verva);
    await scan();
    await scan();
    assert.deepEqual(await listOf(late.people.ann!), []);
  });
});
