import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { insertRecord, insertRegistry } from '../../src/server/modules/registries/index.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { killWorkers, startWorker, untilEvent } from '../support/job-workers.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant } from '../support/test-tenant.ts';

const RECORDS = 600;
const KILLS = 2;

test('BEY-05 PRV-01 killed servers leave the status of each record changed once, and each record with a result', {
  skip: !hasPostgres,
  timeout: 180_000,
}, async () => {
  const databaseUrl = await freshDatabase();
  const db = await openDatabase({ databaseUrl });
  const tenant = await createTestTenant(db, 'acme', { ann: ['keepers'] });
  const ann = tenant.people.ann!;
  const ids = Array.from({ length: RECORDS }, () => uuid7());
  await tenant.transaction(async (tx) => {
    await insertRegistry(tx, {
      ...{ id: 'tools', title: { en: 'Tools' }, formId: null, readGroups: [], writeGroups: ['keepers'], series: null },
      statuses: ['new', 'used'].map((id) => ({ id, title: { en: id } })),
    });
    for (const [index, id] of ids.entries()) {
      const record = { title: `Tool ${index}`, status: 'new', ownerId: null, data: {}, number: null, formNumber: null };
      await insertRecord(tx, { ...record, id, registryId: 'tools' });
    }
  });
  // One of them has been changed by the time it is its turn.
  const [other] = ids.slice(-1) as [string];

  const workers = await Promise.all([startWorker(databaseUrl), startWorker(databaseUrl)]);
  try {
    const { body } = await ann.post('/api/records/tools/status-changes', { recordIds: ids, status: 'used' });
    await tenant.transaction((tx) => sql`UPDATE record SET title = 'Mine' WHERE id = ${other}::uuid`.execute(tx));
    const run = async () => (await ann.get(`/api/status-changes/${body.id}`)).body;
    const settled = async () => {
      const { rows } = await tenant.transaction((tx) =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM mass_action_item
          WHERE mass_action_id = ${body.id}::uuid AND state <> 'waiting'`.execute(tx),
      );
      return rows[0]!.n;
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await untilEvent(db, async () => (await settled()) >= (kill * RECORDS) / (KILLS + 3));
      await killWorkers(workers);
      assert.equal((await run()).state, 'running');
      for (const index of [0, 1]) workers[index] = await startWorker(databaseUrl);
    }
    await untilEvent(db, async () => (await run()).state === 'done');
    const ended = await run();
    assert.deepEqual([ended.done, ended.failed], [RECORDS - 1, 1]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string; status: string; version: number; state: string; code: string | null; audited: number }>`
        SELECT r.id, r.status, r.version, i.state, i.code, (SELECT count(*)::int FROM audit_log a
          WHERE a.entity = 'record' AND a.entity_id = r.id::text AND a.request_id = ${`mass-${body.id}`}) AS audited
        FROM mass_action_item i JOIN record r ON r.id = i.task_id WHERE i.mass_action_id = ${body.id}::uuid`.execute(
        tx,
      ),
    );
    assert.equal(rows.length, RECORDS);
    for (const { id, ...row } of rows) {
      const expected =
        id === other
          ? { status: 'new', version: 2, state: 'failed', code: 'edit.conflict', audited: 0 }
          : { status: 'used', version: 2, state: 'done', code: null, audited: 1 };
      assert.deepEqual(row, expected, id);
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await db.close();
  }
});
