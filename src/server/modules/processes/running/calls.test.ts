import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { analyze, forEachDatabase, testOn } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { handleProcessJobs } from '../index.ts';

const CLERKS = 'camunda:candidateGroups="clerks"';
const call = (of: string, loop = '') => `<callActivity id="call" calledElement="${of}">${loop}</callActivity>`;
const many = (n: number, order = '') =>
  `<multiInstanceLoopCharacteristics ${order}><loopCardinality>${n}</loopCardinality></multiInstanceLoopCharacteristics>`;
const SEQUENTIAL = 'isSequential="true"';

forEachDatabase('called processes', (db, kind) => {
  const once = testOn(kind);
  let tenant: TestTenant;
  let pia: Person;
  const handlers = new Map<string, JobHandler>();
  /** The same handlers in a server that stops before it commits. */
  const killed = new Map<string, JobHandler>();

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'], pia: ['verva.admin', 'admin'] });
    pia = tenant.people.pia!;
    const webhooks = { send: () => Promise.reject(new Error('None is sent.')) };
    const clock = () => tenant.clock.now;
    handleProcessJobs({ handle: (name, one) => void handlers.set(name, one) }, { db: db(), clock, webhooks });
    handleProcessJobs({ handle: (name, one) => void killed.set(name, one) }, { db: killedAtCommit(), clock, webhooks });
    await deploy('note', sequence(start, userTask('read', CLERKS), end));
    await deploy('quick', sequence(start, '<manualTask id="m"/>', end));
    await deploy(
      'round',
      `${sequence(start, '<manualTask id="m"/>')}<sequenceFlow id="r" sourceRef="m" targetRef="m"/>`,
    );
  });

  const killedAtCommit = (): DatabaseHandle => ({
    ...db(),
    tenantTransaction: (who, work) =>
      db().tenantTransaction(who, async (tx) => {
        await work(tx);
        throw new Error('killed');
      }),
  });
  const deploy = (key: string, inside: string) => tenant.deploy(bpmn(key, inside));
  const begin = async (key: string) => (await tenant.startInstance({ key })).instanceId;
  const detail = async (id: string) => (await pia.get(`/api/instances/${id}`)).body;
  const turns = async (id: string) =>
    (await detail(id)).places.find(
      (place: { nodeId: string; turns?: unknown }) => place.nodeId === 'call' && place.turns,
    )?.turns;
  const codes = async (id: string): Promise<string[]> =>
    (await detail(id)).incidents.map(({ nodeId, code }: { nodeId: string; code: string }) => `${nodeId} ${code}`);

  interface Counts {
    all: number;
    open: number;
    tokens: number;
    tasks: number;
  }
  /** Counts the instances below a root: all, running ones, distinct calls, and open tasks. */
  const below = async (rootId: string): Promise<Counts> => {
    const { rows } = await tenant.transaction((tx) =>
      sql<Counts>`SELECT count(*)::int AS all, count(*) FILTER (WHERE status IN ('active', 'incident'))::int AS open,
          count(DISTINCT (parent_id, parent_token))::int AS tokens,
          (SELECT count(*)::int FROM task t JOIN process_instance c ON c.id = t.instance_id WHERE c.root_id = ${rootId}::uuid AND t.status = 'open') AS tasks
        FROM process_instance WHERE root_id = ${rootId}::uuid`.execute(tx),
    );
    return rows[0]!;
  };

  /** Adds ended instances, as if the instance had called them. */
  const fill = async (id: string, count: number) => {
    await tenant.transaction((tx) =>
      sql`INSERT INTO process_instance (process_key, number, parent_id, parent_token, root_id, status, state)
        SELECT 'note', 1, ${id}::uuid, '-1', ${id}::uuid, 'completed', '{"v":1,"seq":1,"status":"completed","items":[]}'
        FROM generate_series(1, ${count})`.execute(tx),
    );
    await analyze(db());
  };
  const complete = async (id: string) => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string }>`SELECT id FROM task WHERE instance_id = ${id}::uuid AND status = 'open'`.execute(tx),
    );
    assert.equal((await tenant.people.ann!.post(`/api/tasks/${rows[0]!.id}`, { action: 'complete' })).status, 200);
  };

  const INFO = { attempt: 1, signal: new AbortController().signal };

  /**
   * Runs waiting jobs, up to `limit`. Each is killed once before its transaction commits, and then runs twice at the same
   * time. Returns how many jobs there were.
   */
  async function work(limit = 100_000): Promise<number> {
    for (let count = 0; ; ) {
      const { rows } = await db().systemTransaction((tx) =>
        sql<{ id: string; payload: { job: string } }>`
          UPDATE outbox SET sent_at = now() WHERE id IN (SELECT id FROM outbox WHERE topic = 'job' AND sent_at IS NULL
            AND tenant_id = ${tenant.tenantId} ORDER BY id LIMIT ${Math.min(limit - count, 50)}) RETURNING id, payload`.execute(
          tx,
        ),
      );
      if (rows.length === 0) return count;
      for (const { id, payload } of rows) {
        count += 1;
        const info = { id, tenantId: tenant.tenantId, ...INFO };
        await assert.rejects(async () => killed.get(payload.job)!(payload, info), /killed/);
        const run = () => handlers.get(payload.job)!(payload, info);
        await Promise.all([run(), run()]);
      }
    }
  }

  test('TSK-18 a list of calls starts twenty in the request and the rest by jobs, and reports its progress', async () => {
    await deploy('many', sequence(start, call('note', many(50)), end));
    const id = await begin('many');
    assert.deepEqual(await below(id), { all: 20, open: 20, tokens: 20, tasks: 20 });
    assert.deepEqual(await turns(id), { of: 50, started: 20, ended: 0 });
    await work();
    assert.deepEqual(await below(id), { all: 50, open: 50, tokens: 50, tasks: 50 });
    assert.deepEqual(await turns(id), { of: 50, started: 50, ended: 0 });
    const cancelled = await pia.post(`/api/instances/${id}/cancel`, { reason: 'Enough.' });
    assert.equal(cancelled.status, 200);
    assert.equal((await below(id)).open, 30, 'twenty are cancelled with the parent');
    await work();
    assert.deepEqual(await below(id), { all: 50, open: 0, tokens: 50, tasks: 0 });
  });

  once('no more calls start after the parent is cancelled', async () => {
    await deploy('halfway', sequence(start, call('note', many(70)), end));
    const id = await begin('halfway');
    for (let round = 0; (await below(id)).all < 40; round += 1) assert.ok(round < 100 && (await work(1)) === 1);
    await pia.post(`/api/instances/${id}/cancel`, { reason: 'Enough.' });
    await work();
    assert.deepEqual(await below(id), { all: 40, open: 0, tokens: 40, tasks: 0 });
  });

  for (const [name, order] of [
    ['parallel', ''],
    ['sequential', SEQUENTIAL],
  ] as const) {
    test(`TSK-18 calls in calls, ${name}: each is started once, and the process ends after the last`, async () => {
      await deploy(`inner-${name}`, sequence(start, call('quick', many(7, order)), end));
      await deploy(`outer-${name}`, sequence(start, call(`inner-${name}`, many(6, order)), end));
      const id = await begin(`outer-${name}`);
      assert.ok((await below(id)).all <= 20 + 20 * 7);
      await work();
      assert.deepEqual(await below(id), { all: 48, open: 0, tokens: 48, tasks: 0 });
      assert.equal((await detail(id)).status, 'completed');
    });
  }

  once('called instances that have not begun can be cancelled with their parent or alone', async () => {
    await deploy('inner', sequence(start, call('note', many(15)), end));
    await deploy('outer', sequence(start, call('inner', many(4)), end));
    const id = await begin('outer');
    const { all, tasks } = await below(id);
    assert.ok(tasks < 20 && all > tasks);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        id: string;
      }>`SELECT id FROM process_instance WHERE root_id = ${id}::uuid AND state ? 'begin' ORDER BY id`.execute(tx),
    );
    const alone = rows[0]!.id;
    assert.equal((await pia.post(`/api/instances/${alone}/cancel`, { reason: 'This one.' })).status, 200);
    assert.equal((await detail(alone)).status, 'cancelled');
    await pia.post(`/api/instances/${id}/cancel`, { reason: 'All.' });
    await work();
    const after = await below(id);
    assert.deepEqual([after.open, after.tasks], [0, 0]);
  });

  once(
    'the calling activity gets the error of a process that loops without waiting, also when it begins by a job',
    async () => {
      await deploy('turning', sequence(start, call('round', many(4)), end));
      const id = await begin('turning');
      await work();
      assert.deepEqual(await codes(id), new Array(4).fill('call error.uncaught'));
      await deploy('wide', sequence(start, call('turning', many(20)), end));
      const wide = await begin('wide');
      await work();
      const { open } = await below(wide);
      assert.equal(open, 20, 'each of them stopped, none of what they called is left');
    },
  );

  once(
    'more than ten thousand instances below one root raise an incident at the call; a retry continues when there are fewer',
    async () => {
      await deploy('full', sequence(start, userTask('first', CLERKS), call('note', many(30)), end));
      const id = await begin('full');
      await fill(id, 9_980);
      await complete(id);
      await work();
      assert.deepEqual([(await below(id)).all, await turns(id)], [10_000, { of: 30, started: 20, ended: 0 }]);
      assert.deepEqual([await codes(id), (await detail(id)).status], [['call call.total'], 'incident']);
      await pia.post(`/api/instances/${id}/retry`, {});
      await work();
      assert.deepEqual(await codes(id), ['call call.total']);
      await tenant.transaction((tx) => sql`DELETE FROM process_instance WHERE parent_token = '-1'`.execute(tx));
      await pia.post(`/api/instances/${id}/retry`, {});
      await work();
      assert.deepEqual([(await below(id)).all, await codes(id)], [30, []]);
      // A call outside of a loop: the incident is at the activity itself, and error events do not catch it.
      await deploy('single', sequence(start, userTask('first', CLERKS), call('note'), end));
      const single = await begin('single');
      await fill(single, 10_000);
      await complete(single);
      await work();
      assert.deepEqual(await codes(single), ['call call.total']);
    },
  );

  test('a called process that ended in the transaction in which its caller ended is stored as completed', async () => {
    const flow = (id: string, from: string, to: string) =>
      `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`;
    await deploy(
      'both',
      `<startEvent id="start"/><parallelGateway id="split"/>${call('quick')}
        <endEvent id="done"/><endEvent id="stop"><terminateEventDefinition/></endEvent>
        ${flow('f1', 'start', 'split')}${flow('f2', 'split', 'call')}${flow('f3', 'split', 'stop')}${flow('f4', 'call', 'done')}`,
    );
    const id = await begin('both');
    await work();
    assert.equal((await detail(id)).status, 'completed');
    assert.deepEqual(await below(id), { all: 1, open: 0, tokens: 1, tasks: 0 });
  });

  test('instances that call at the same time do not pass the limit together', async () => {
    await deploy('gate', sequence(start, userTask('first', CLERKS), call('note', many(20)), end));
    await deploy('gates', sequence(start, call('gate', many(8)), end));
    const id = await begin('gates');
    await fill(id, 9_950);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string }>`SELECT t.id FROM task t JOIN process_instance c ON c.id = t.instance_id
        WHERE c.root_id = ${id}::uuid AND t.status = 'open'`.execute(tx),
    );
    const replies = await Promise.all(
      rows.map(({ id: taskId }) => tenant.people.ann!.post(`/api/tasks/${taskId}`, { action: 'complete' })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      new Array(8).fill(200),
    );
    assert.equal((await below(id)).all, 10_000);
  });
});
