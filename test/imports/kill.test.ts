import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/database.ts';
import { LIVE_CHANNEL } from '../../src/server/platform/live-channel.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant } from '../support/test-tenant.ts';

const WORKER = join(import.meta.dirname, 'worker.ts');
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
    await heard(db, async () => (await read()).done >= USERS / 3);
    const gone = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(gone);
    const left = await read();
    assert.equal(left.state, 'running');
    assert.ok(left.done < USERS);
    workers[0] = await startWorker(databaseUrl);
    await heard(db, async () => (await read()).state === 'done');
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

async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout!, 'data');
  return worker;
}

/** Resolves when the condition is true, checked after each live event. */
async function heard(db: Awaited<ReturnType<typeof openDatabase>>, isSo: () => Promise<boolean>): Promise<void> {
  let wake = () => {};
  const stop = await db.listen(LIVE_CHANNEL, () => wake());
  try {
    for (;;) {
      const next = new Promise<void>((done) => {
        wake = done;
      });
      if (await isSo()) return;
      await next;
    }
  } finally {
    await stop();
  }
}
