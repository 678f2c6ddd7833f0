import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { takeEmails } from '../../../../test/support/emails.ts';
import { PARKING_KIND, prepareParking } from '../../../../test/support/parking.ts';
import { createTestTenant, type Person } from '../../../../test/support/test-tenant.ts';
import { sendTaskMails } from './index.ts';

onDatabase('e-mails about cases', (db) => {
  test('PRV-04 BEY-27 name the kind of case, in the language of their reader', async (t) => {
    const users = { pia: ['verva.admin'], ann: [], tiit: ['chiefs'], rosa: ['chiefs'] };
    const tenant = await createTestTenant(db(), 'kinds', users);
    t.after(() => tenant.app.close());
    const { pia, ann, tiit, rosa } = tenant.people;
    await prepareParking(tenant);
    assert.equal((await pia!.post('/api/caseconfiguration', PARKING_KIND)).status, 201);
    const item = { id: 'place', kind: 'case', target: 'parking', title: PARKING_KIND.title };
    assert.equal((await pia!.post('/api/catalogue/items', item)).status, 201);
    await tenant.transaction(async (tx) => {
      for (const [{ userId }, languageId] of [
        [tiit!, 'et'],
        [rosa!, 'en'],
      ] as const) {
        await sql`UPDATE app_user SET email = username || '@kinds.test', language_id = ${languageId} WHERE id = ${userId}::uuid`.execute(
          tx,
        );
        await sql`INSERT INTO notification_setting (user_id, choices) VALUES (${userId}::uuid, '{"offered": "now"}')`.execute(
          tx,
        );
      }
    });
    const started = await ann!.post('/api/catalogue/place/start', { variables: { plate: '123 ABC' }, formVersion: 1 });
    assert.equal(started.status, 201, JSON.stringify(started.body));
    const { log, clock, config } = tenant.context;
    await sendTaskMails({
      ...{ db: db(), log, clock, publicUrl: 'https://verva.test', masterKey: config.masterKey, gatherSeconds: 0 },
    });
    const mails = await takeEmails(db());
    const textTo = ({ username }: Person) => mails.find(({ to }) => to === `${username}@kinds.test`)?.text ?? '';
    assert.match(textTo(tiit!), /Parkimiskoha taotlus/);
    assert.match(textTo(rosa!), /Request for a parking place/);
    // The name of the process is that of its administrators.
    for (const person of [tiit!, rosa!]) assert.doesNotMatch(textTo(person), /\bparking\b(?! place)/);
  });
});
