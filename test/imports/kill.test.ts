import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/database.ts';
import { killWorkers, startWorker, untilEvent } from '../support/job-workers.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant } from '../support/test-tenant.ts';

const USERS = 6000;

test('ADM-08 a killed server leaves each row of an import written once, by another server', {
  skip: !hasPostgres,
  timeout: 180_000,
}, async () => {
  const databaseUrl = await freshDatabase();
  const db = await openDatabase({ databaseUrl });
  const tenant = await createTestTenant(db, 'acme', { ann: ['admin'] });
  const ann = tenant.people.ann!;
  const lines = Array.from({ length: USERS }, (_, index) => {
    // Each tenth user is the manager of the next nine, and comes last in the file.
    const manager = index % 10 === 9 ? '' : `user.${index - (index % 10) + 9}`;
    return `user.${index},User ${index},user.${index}@x.test,${manager}`;
  });
  const csv = `username,name,email,manager\n${lines.join('\n')}`;
  const plan = (await ann.send('POST', '/api/records/people/import', csv, { 'content-type': 'text/csv' })).body;
  assert.equal(plan.counts.add, USERS);
  const read = async () => (await ann.get(`/api/imports/${plan.id}`)).body;

  const workers = await Promise.all([startWorker(databaseUrl), startWorker(databaseUrl)]);
  try {
    await ann.post(`/api/imports/${plan.id}/run`);
    await untilEvent(db, async () => (await read()).done >= USERS / 3);
    await killWorkers(workers);
    const left = await read();
    assert.equal(left.state, 'running');
    assert.ok(left.done < USERS);
    workers[0] = await startWorker(databaseUrl);
    await untilEvent(db, async () => (await read()).state === 'done');
    const ended = await read();
    assert.deepEqual([ended.done, ended.counts.refuse], [USERS, 0]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ users: number; versions: number; managed: number; audited: number }>`SELECT
          (SELECT count(*)::int FROM app_user WHERE username LIKE 'user.%') AS users,
          (SELECT max(version) FROM app_user WHERE username LIKE 'user.%') AS versions,
          (SELECT count(*)::int FROM user_manager) AS managed,
          (SELECT count(*)::int FROM audit_log WHERE entity = 'app_user' AND verb = 'insert' AND request_id = ${`import-${plan.id}`}) AS audited`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows[0], { users: USERS, versions: 1, managed: (USERS / 10) * 9, audited: USERS });
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await db.close();
  }
});
