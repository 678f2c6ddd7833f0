import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deployBpmn, startInstance } from '../../src/server/modules/processes/index.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { bpmn, end, sequence, start, userTask } from '../support/bpmn.ts';
import { killWorkers, startWorker, untilEvent } from '../support/job-workers.ts';
import { openMany } from '../support/many-tasks.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant } from '../support/test-tenant.ts';

const TASKS = 240;
const KILLS = 2;

const NOTE = bpmn(
  'note',
  sequence(
    start,
    userTask('read', 'camunda:candidateGroups="clerks"'),
    userTask('keep', 'camunda:candidateGroups="clerks"'),
    end,
  ),
);

test('BEY-05 TSK-18 killed servers leave each task completed once and each item with a result', {
  skip: !hasPostgres,
  timeout: 180_000,
}, async () => {
  const databaseUrl = await freshDatabase();
  const db = await openDatabase({ databaseUrl });
  const tenant = await createTestTenant(db, 'acme', { ann: ['clerks'], bob: ['clerks'] });
  const { ann, bob } = tenant.people;
  const scope = { db, tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null, now: tenant.clock.now };
  await tenant.transaction((tx) => deployBpmn(tx, scope, NOTE));
  const first = await tenant.transaction((tx) => startInstance(tx, scope, { key: 'note' }));
  const ids = await openMany(tenant, first.tasks[0]!.id, TASKS);
  const [taken] = ids.slice(-1) as [string];
  await bob!.post(`/api/tasks/${taken}`, { action: 'complete' });

  const workers = await Promise.all([startWorker(databaseUrl), startWorker(databaseUrl)]);
  try {
    const action = { action: 'complete' };
    const { body } = await ann!.post('/api/mass-task-action/tasks', { taskIds: ids, action });
    const run = async () => (await ann!.get(`/api/mass-task-action/runs/${body.id}`)).body;
    const settled = async () => {
      const { rows } = await tenant.transaction((tx) =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM mass_action_item
          WHERE mass_action_id = ${body.id}::uuid AND state <> 'waiting'`.execute(tx),
      );
      return rows[0]!.n;
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await untilEvent(db, async () => (await settled()) >= (kill * TASKS) / (KILLS + 2));
      // Whichever of the two works on it: both die, and new ones start. Without a worker nothing changes.
      await killWorkers(workers);
      assert.equal((await run()).state, 'running');
      for (const index of [0, 1]) workers[index] = await startWorker(databaseUrl);
    }
    await untilEvent(db, async () => (await run()).state === 'done');
    const ended = await run();
    assert.deepEqual([ended.done, ended.failed], [TASKS - 1, 1]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ task_id: string; state: string; code: string | null; completed: number }>`
        SELECT i.task_id, i.state, i.code, (SELECT count(*)::int FROM process_history h WHERE h.task_id = i.task_id AND h.kind = 'completed') AS completed
        FROM mass_action_item i WHERE i.mass_action_id = ${body.id}::uuid ORDER BY i.position`.execute(tx),
    );
    assert.equal(rows.length, TASKS);
    for (const row of rows) {
      assert.equal(row.completed, 1, row.task_id);
      assert.deepEqual(
        [row.state, row.code],
        row.task_id === taken ? ['failed', 'task.already_completed'] : ['done', null],
      );
    }
    const next = await tenant.transaction((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM task WHERE node_id = 'keep' AND status = 'open'`.execute(tx),
    );
    assert.equal(next.rows[0]!.n, TASKS, 'every case has gone on, once');
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await db.close();
  }
});
