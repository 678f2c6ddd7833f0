import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { insertRegistry } from './index.ts';
import { endDueRetention } from './retention.jobs.ts';

const FORM = {
  formatVersion: 1,
  id: 'asset',
  title: { en: 'Asset' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: { en: 'Name' } },
      { type: 'date', key: 'until', label: { en: 'Until' } },
      { type: 'attachment', key: 'papers', label: { en: 'Papers' } },
    ],
  },
} as unknown as FormBody;

onDatabase('retention of records', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let root: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['assetadmin'], root: ['verva.admin', 'admin'] });
    [ann, root] = [tenant.people.ann!, tenant.people.root!];
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, { id: 'asset', kind: 'record', title: FORM.title, body: FORM });
      for (const id of ['removed', 'blanked', 'plain']) {
        await insertRegistry(tx, {
          id,
          title: { en: id },
          formId: 'asset',
          titleFrom: 'name',
          statuses: ['pending', 'archived'].map((one) => ({ id: one, title: { en: one } })),
          readGroups: [],
          writeGroups: ['assetadmin'],
          series: { id, pattern: `${id}-{0}`, resets: 'never' },
        });
      }
    });
  });

  const retain = async (id: string, retention: object | null) => {
    const body = JSON.stringify({ retention });
    const { status } = await root.send('PUT', `/api/registries/${id}`, body, { 'content-type': 'application/json' });
    assert.equal(status, 200);
  };
  const add = async (registry: string, data: object, more: object = {}) =>
    (await ann.post(`/api/records/${registry}`, { data, ...more })).body;
  const read = async (registry: string, id: string) => (await ann.get(`/api/records/${registry}/${id}`)).body;
  const put = async (registry: string, id: string, body: object, who = ann) =>
    who.send('PUT', `/api/records/${registry}/${id}`, JSON.stringify(body), { 'content-type': 'application/json' });
  /** Runs the job at the organisation's night, some days from today. */
  const night = async (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        hour: number;
      }>`SELECT extract(hour FROM ${at}::timestamptz AT TIME ZONE time_zone)::int AS hour FROM tenant`.execute(tx),
    );
    await endDueRetention({ db: db(), clock: () => at }, rows[0]!.hour);
  };
  const dayIn = (months: number) => {
    const day = new Date();
    const date = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day.getUTCDate(), last));
    return date.toISOString().slice(0, 10);
  };

  test('PRV-01 records are moved to the bin at the end of their retention, except those on hold, with an audit row', async () => {
    const old = await add('removed', { name: 'Old' });
    const held = await add('removed', { name: 'Held' });
    assert.equal(old.keptUntil, null);
    await retain('removed', { months: 1, from: 'created', action: 'remove' });
    assert.equal((await put('removed', held.id, { hold: true })).body.hold, true);
    const later = await add('removed', { name: 'Later' });
    assert.equal(later.keptUntil, dayIn(1));
    await night(0);
    assert.deepEqual(
      [(await read('removed', old.id)).keptUntil, (await read('removed', old.id)).version],
      [dayIn(1), 1],
    );
    await night(32);
    assert.equal((await read('removed', old.id)).code, 'record.not_found');
    assert.equal((await read('removed', later.id)).code, 'record.not_found');
    assert.equal((await read('removed', held.id)).title, 'Held');
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        verb: string;
        actor_id: string | null;
      }>`SELECT verb, actor_id FROM audit_log WHERE entity = 'record' AND entity_id = ${old.id} ORDER BY id`.execute(
        tx,
      ),
    );
    assert.deepEqual(
      rows.map(({ verb, actor_id }) => [verb, actor_id === null]),
      [
        ['insert', false],
        ['update', true],
      ],
    );
    assert.equal((await ann.post(`/api/records/removed/${old.id}/restore`)).status, 200);
    await put('removed', held.id, { hold: false });
    await night(32);
    assert.equal((await read('removed', held.id)).code, 'record.not_found');
  });

  test('PRV-01 retention counts from a status or a day of the form, and follows their changes', async () => {
    await retain('plain', { months: 2, from: 'status:archived', action: 'remove' });
    await night(0);
    const made = await add('plain', { name: 'A' });
    assert.equal(made.keptUntil, null);
    const archived = (await put('plain', made.id, { status: 'archived' })).body;
    assert.equal(archived.keptUntil, dayIn(2));
    assert.equal((await put('plain', made.id, { data: { name: 'B' } })).body.keptUntil, dayIn(2));
    assert.equal((await put('plain', made.id, { status: 'pending' })).body.keptUntil, null);
    await retain('plain', { months: 1, from: 'data.until', action: 'remove' });
    assert.equal((await put('plain', made.id, { data: { until: '2030-01-31' } })).body.keptUntil, '2030-02-28');
    await retain('plain', null);
    await night(0);
    assert.equal((await read('plain', made.id)).keptUntil, null);
  });

  test('PRV-01 anonymising removes values, title, owner and files once, and keeps number, status and dates', async () => {
    await retain('blanked', { months: 1, from: 'created', action: 'anonymise' });
    const made = await add('blanked', { name: 'Ann Smith' }, { owner: ann.username });
    const data = Buffer.from('Passport').toString('base64');
    const { body: file } = await ann.post(`/api/attachments/${made.id}`, {
      fieldName: 'papers',
      fileName: 'p.txt',
      data,
    });
    assert.equal((await put('blanked', made.id, { data: { papers: [file] } })).status, 200);
    assert.equal((await ann.post(`/api/records/blanked/${made.id}/comments`, { text: 'Her car' })).status, 201);
    await night(32);
    assert.deepEqual((await ann.get(`/api/records/blanked/${made.id}/comments`)).body, []);
    const after = await read('blanked', made.id);
    assert.deepEqual(
      [after.title, after.data, after.owner, after.keptUntil, after.number, after.status, after.created],
      ['', {}, null, null, made.number, 'pending', made.created],
    );
    assert.deepEqual((await ann.get(`/api/attachments/${made.id}`)).body, []);
    await night(33);
    assert.equal((await read('blanked', made.id)).version, after.version);
  });

  test('PRV-01 only users who may delete a record hold it, and nothing happens outside of the night', async () => {
    const made = await add('removed', { name: 'X' });
    await tenant.transaction((tx) =>
      sql`UPDATE registry SET delete_groups = '{stewards}' WHERE id = 'removed'`.execute(tx),
    );
    assert.equal((await put('removed', made.id, { hold: true })).body.code, 'access.denied');
    assert.equal((await put('removed', made.id, { hold: true }, root)).body.hold, true);
    assert.equal((await put('removed', made.id, { hold: false }, root)).body.hold, false);
    await endDueRetention({ db: db(), clock: () => new Date(Date.now() + 90 * 86_400_000) }, 24);
    assert.equal((await read('removed', made.id)).title, 'X');
  });
});
