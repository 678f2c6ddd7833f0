import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { takeEmails } from '../../../../test/support/emails.ts';
import { PARKING_KIND, prepareParking, putJson } from '../../../../test/support/parking.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { insertRegistry } from '../registries/index.ts';
import { sendTaskMails } from '../task-mails/index.ts';

const KEYS: FormBody = {
  formatVersion: 1,
  id: 'key',
  title: { en: 'Key' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: { en: 'Name' } },
      { type: 'record', key: 'place', label: { en: 'Place' }, resource: 'places' },
    ],
  },
};

const listed = (from: string) => ({ field: `data.${from}`, from, listed: true, searchable: false, filter: true });

onDatabase('what belongs to a record', (db) => {
  let tenant: TestTenant;
  let people: Record<'chief' | 'ann' | 'vic' | 'eve' | 'root' | 'grete', Person>;
  let zoe: Person;
  let record: { id: string; number: string };
  const path = (rest = '') => `/api/records/places/${record.id}${rest}`;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ...{ chief: ['chiefs'], ann: [], vic: ['viewers'], eve: ['clerks'], root: ['admin'], grete: ['verva.admin'] },
    });
    people = tenant.people as typeof people;
    const other = await createTestTenant(db(), 'other', { zoe: ['admin', 'chiefs'] }, tenant);
    zoe = other.people.zoe!;
    await prepareParking(tenant);
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, { id: 'key', kind: 'record', title: KEYS.title, body: KEYS });
      const shared = { formId: 'key', titleFrom: 'name', statuses: [], writeGroups: ['chiefs'], series: null };
      await insertRegistry(tx, { ...shared, id: 'keys', title: { en: 'Keys', et: 'Võtmed' }, readGroups: [] });
      await sql`UPDATE registry SET read_groups = '{viewers}', owner_reads = true WHERE id = 'places'`.execute(tx);
    });
    const made = await people.grete.post('/api/caseconfiguration', PARKING_KIND);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const item = { id: 'parking', kind: 'case', target: 'parking', title: { en: 'Parking, please' } };
    assert.equal((await people.grete.post('/api/catalogue/items', item)).status, 201);
    const started = await people.ann.post(
      '/api/catalogue/parking/start',
      { variables: { plate: '123 ABC' } },
      { 'idempotency-key': 'parking-1' },
    );
    assert.equal(started.status, 201, JSON.stringify(started.body));
    ({ record } = started.body);
  });

  test('PRV-01 a record has its cases and open tasks in words, and what can be started for its registry', async () => {
    const { body } = await people.chief.get(path('/related'));
    assert.deepEqual(
      body.cases.map(({ title, number, status, isOwn }: Record<string, unknown>) => [title, number, status, isOwn]),
      [['Request for a parking place', record.number, 'active', false]],
    );
    assert.deepEqual(
      body.tasks.map(({ name, mayOpen }: Record<string, unknown>) => [name, mayOpen]),
      [['decide', true]],
    );
    assert.deepEqual(body.starts, [{ id: 'parking', title: 'Parking, please' }]);
    assert.deepEqual(body.linked, []);
    // Readers see the same; the tasks of others cannot be opened. The owner follows the case as their request.
    const reader = (await people.vic.get(path('/related'))).body;
    assert.deepEqual([reader.cases[0].isOwn, reader.tasks[0].mayOpen], [false, false]);
    const owner = (await people.ann.get(path('/related'))).body;
    assert.deepEqual([owner.cases[0].isOwn, owner.tasks[0].mayOpen], [true, false]);
    await tenant.transaction((tx) => sql`UPDATE task SET confidential = 'health'`.execute(tx));
    assert.deepEqual((await people.root.get(path('/related'))).body.tasks, []);
    assert.equal((await people.chief.get(path('/related'))).body.tasks.length, 1);
    await tenant.transaction((tx) => sql`UPDATE task SET confidential = NULL`.execute(tx));
  });

  test('PRV-01 records that refer to a record are found through the column of their field, by readers of their registry', async () => {
    const key = await people.chief.post('/api/records/keys', { data: { name: 'Gate key', place: record.id } });
    assert.equal(key.status, 201, JSON.stringify(key.body));
    const linked = async (who: Person) => (await who.get(path('/related'))).body.linked;
    assert.deepEqual(await linked(people.chief), [], 'the field is no column yet');
    const { body: keys } = await people.grete.get('/api/registries/keys');
    const { id: _, version, records: __, lastNumbers: ___, ...definition } = keys;
    const changed = { ...definition, columns: [...definition.columns, listed('place')] };
    const saved = await putJson(people.grete, '/api/registries/keys', changed, { 'if-match': String(version) });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    await tenant.transaction((tx) => sql`SELECT index_records('keys', NULL, 5000)`.execute(tx));
    assert.deepEqual(await linked(people.chief), [
      { id: key.body.id, resource: 'keys', registry: 'Keys', number: null, title: 'Gate key', status: null },
    ]);
    assert.deepEqual(await linked(people.vic), [], 'readers of the record only');
  });

  test('PRV-01 TSK-17 readers comment on a record, mention other readers, edit and remove what they wrote', async () => {
    const { vic, chief, ann, eve, root } = people;
    const added = await vic.post(path('/comments'), { text: ' Gate 3? ', mentions: [chief.username, ann.userId] });
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.deepEqual([added.body.text, added.body.mentions.length, added.body.mayEdit], ['Gate 3?', 2, true]);
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ type: string; principals: string[] }>`
        SELECT payload ->> 'type' AS type, payload -> 'principals' AS principals FROM outbox
        WHERE payload -> 'data' ->> 'commentId' = ${added.body.id} ORDER BY id`.execute(tx),
    );
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['comment.added', 'mention.added'],
    );
    assert.ok(rows[0]!.principals.includes('g:viewers') && rows[0]!.principals.includes('g:chiefs'));
    const own = `${path('/comments')}/${added.body.id}`;
    assert.equal((await putJson(chief, own, { text: 'Mine now' })).status, 403);
    const edited = await putJson(vic, own, { text: 'Gate 4?' }, { 'if-match': String(added.body.version) });
    assert.deepEqual([edited.status, edited.body.text, edited.body.mentions], [200, 'Gate 4?', []]);
    assert.equal((await putJson(vic, own, { text: 'Late' }, { 'if-match': '1' })).body.code, 'edit.conflict');
    const outside = await vic.post(path('/comments'), { text: 'Hi', mentions: [eve.userId], invite: true });
    assert.deepEqual([outside.status, outside.body.code], [422, 'mention.not_visible']);
    assert.equal((await vic.post(path('/comments'), { text: 'Hi', mentions: ['nemo'] })).body.code, 'user.not_found');
    assert.equal((await vic.post(path('/comments'), { text: ' ' })).body.code, 'comment.required');
    assert.equal((await root.send('DELETE', own)).status, 204);
    const { body: comments } = await ann.get(path('/comments'));
    assert.deepEqual([comments.length, comments[0].text], [1, null]);
    assert.equal((await vic.send('DELETE', own)).status, 404);
    for (const stranger of [eve, zoe]) {
      for (const rest of ['/comments', '/related']) assert.equal((await stranger.get(path(rest))).status, 404);
      assert.equal((await stranger.post(path('/comments'), { text: 'Hi' })).status, 404);
    }
  });

  test('PRV-01 TSK-17 a mentioned reader gets an e-mail with the comment and a link to the record, once, and none if it was removed', async () => {
    await tenant.transaction((tx) => sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx));
    const { log, clock, config } = tenant.context;
    const { publicUrl, masterKey } = config;
    const emails = async () => {
      await sendTaskMails({ db: db(), log, clock, publicUrl, masterKey, gatherSeconds: 0 });
      return takeEmails(db());
    };
    await emails();
    const { vic, chief } = people;
    assert.equal((await vic.post(path('/comments'), { text: 'Gate 3?', mentions: [chief.username] })).status, 201);
    const [email, ...others] = await emails();
    assert.deepEqual(others, []);
    assert.deepEqual([email!.to, email!.subject], ['chief.acme@acme.test', 'You were mentioned: 123 ABC']);
    assert.match(email!.text, new RegExp(`> Gate 3\\?[^]*${record.id}`));
    assert.deepEqual(await emails(), []);
    const removed = await vic.post(path('/comments'), { text: 'No', mentions: [chief.username] });
    assert.equal((await vic.send('DELETE', `${path('/comments')}/${removed.body.id}`)).status, 204);
    assert.deepEqual(await emails(), []);
  });

  test('PRV-01 comments go with the record when the bin is emptied', async () => {
    const { chief } = people;
    const count = async () =>
      (
        await tenant.transaction((tx) =>
          sql<{ n: number }>`SELECT count(*)::int AS n FROM comment WHERE owner_kind = 'record'`.execute(tx),
        )
      ).rows[0]!.n;
    const before = await count();
    const { body: key } = await chief.post('/api/records/keys', { data: { name: 'Old key' } });
    await chief.post(`/api/records/keys/${key.id}/comments`, { text: 'Lost' });
    assert.equal(await count(), before + 1);
    await tenant.transaction((tx) =>
      sql`UPDATE record SET removed_at = now() - interval '40 days' WHERE id = ${key.id}::uuid`.execute(tx),
    );
    await purgeExpired(db());
    assert.equal(await count(), before);
  });
});
