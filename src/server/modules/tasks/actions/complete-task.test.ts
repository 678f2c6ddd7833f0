import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { forEachDatabase, testOn } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { deferredActionKinds } from '../../../app.ts';
import { executeDeferredActions } from '../../deferred-actions/index.ts';

const TWO_STEPS = bpmn(
  'two',
  sequence(
    start,
    userTask('first', 'camunda:candidateGroups="clerks" camunda:dueDate="2026-03-28"'),
    userTask('second', 'camunda:candidateGroups="clerks"'),
    end,
  ),
);

forEachDatabase('completing tasks', (db, kind) => {
  const once = testOn(kind);
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let carl: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['clerks'],
      bob: ['clerks'],
      carl: ['visitors'],
      adam: ['admin'],
    });
    ({ ann, bob, carl } = tenant.people as { ann: Person; bob: Person; carl: Person });
    await tenant.deploy(TWO_STEPS);
  });

  /** Starts a case and returns the ID of its first task. */
  async function open(): Promise<{ task: string; instance: string }> {
    const started = await tenant.startInstance({ key: 'two' });
    return { task: started.tasks[0]!.id, instance: started.instanceId };
  }

  const complete = (who: Person, task: string, headers: Record<string, string> = {}): Promise<Reply> =>
    who.post(`/api/tasks/${task}`, { action: 'complete' }, headers);

  once('TSK-08 TSK-09 completing returns the current task and the next one', async () => {
    const { task, instance } = await open();
    const { status, body } = await complete(ann, task);
    assert.equal(status, 200);
    assert.equal(body.task.status, 'completed');
    assert.equal(body.task.endedBy.id, ann.username);
    assert.equal(body.task.outcome, 'complete');
    assert.equal(body.task.mayComplete, false);
    const next = await ann.get(`/api/tasks/${body.next}`);
    assert.equal(next.body.instanceId, instance);
    assert.equal(next.body.taskKey, 'second');
  });

  once(
    'BEY-20 a completion through an element has its client in history and audit, also after the undo window',
    async () => {
      const adam = tenant.people.adam!;
      const origin = 'https://portal.example';
      await tenant.transaction((tx) => sql`INSERT INTO embed_origin (origin) VALUES (${origin})`.execute(tx));
      const client = (await adam.post('/api/embed/clients', { name: 'Portal', scopes: ['inbox', 'task'] })).body;
      const opened = await tenant.app.inject({
        method: 'POST',
        url: '/api/embed/sessions',
        headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
        payload: { userId: ann.username, scopes: ['inbox', 'task'], origin },
      });
      const { task, instance } = await open();
      const inElement = (id: string, prefer: Record<string, string>) =>
        tenant.app.inject({
          method: 'POST',
          url: `/api/tasks/${id}`,
          headers: {
            authorization: `Bearer ${opened.json().token}`,
            origin,
            'idempotency-key': randomUUID(),
            ...prefer,
          },
          payload: { action: 'complete' },
        });
      const first = await inElement(task, {});
      assert.equal(first.statusCode, 200, first.payload);
      const { next } = first.json();
      assert.equal((await inElement(next, { prefer: 'undo=10' })).statusCode, 202);
      const later = new Date(tenant.clock.now.getTime() + 11_000);
      await executeDeferredActions({ ...tenant.context, clock: () => later }, deferredActionKinds(tenant.context));
      const via = { id: client.id, name: 'Portal', origin };
      const history = (await adam.get(`/api/instances/${instance}/history`)).body;
      const completed = history.filter(({ kind }: { kind: string }) => kind === 'completed');
      assert.deepEqual(
        completed.map((item: { client?: object }) => item.client),
        [via, via],
      );
      const { rows } = await tenant.transaction((tx) =>
        sql<{ after: object; actor_id: string }>`SELECT after, actor_id FROM audit_log
        WHERE entity = 'task' AND entity_id = ANY(${[task, next]}::text[])`.execute(tx),
      );
      assert.deepEqual(rows, Array(2).fill({ after: { via }, actor_id: ann.userId }));
      const own = await open();
      await complete(ann, own.task);
      const [mine] = (await adam.get(`/api/instances/${own.instance}/history`)).body.filter(
        ({ kind }: { kind: string }) => kind === 'completed',
      );
      assert.equal(mine.client, undefined);
    },
  );

  test('TSK-18 a second completion gets who completed it and when, and changes nothing', async () => {
    const { task, instance } = await open();
    await complete(ann, task);
    const second = await complete(bob, task);
    assert.equal(second.status, 409);
    assert.equal(second.body.code, 'task.already_completed');
    assert.equal(second.body.params.name, 'Ann');
    assert.equal(second.body.by.id, ann.username);
    assert.equal(second.body.at, tenant.clock.now.toISOString());
    assert.equal(second.body.onBehalfOf, null);
    const history = await tenant.people.adam!.get(`/api/instances/${instance}/history`);
    assert.equal(history.body.filter((row: { kind: string }) => row.kind === 'completed').length, 1);
  });

  test('TSK-18 the same idempotency key gets the first response again', async () => {
    const { task } = await open();
    const key = { 'idempotency-key': randomUUID() };
    const first = await complete(ann, task, key);
    const again = await complete(ann, task, key);
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  test('TSK-18 one of twenty concurrent completions wins, the others get the user who did it', async () => {
    const { task, instance } = await open();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => complete(index % 2 ? ann : bob, task)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
    for (const { status, body } of replies) if (status === 409) assert.equal(body.code, 'task.already_completed');
    const detail = await tenant.people.adam!.get(`/api/instances/${instance}`);
    assert.deepEqual(
      detail.body.places.map((place: { nodeId: string }) => place.nodeId),
      ['second'],
    );
  });

  if (kind === 'postgres') {
    test('TSK-18 a connection killed before the commit leaves the task open, and a retry completes it', async () => {
      const { task } = await open();
      const failed = tenant.context.db.tenantTransaction(
        { tenantId: tenant.tenantId, userId: ann.userId },
        async (tx) => {
          await sql`UPDATE task SET status = 'completed' WHERE id = ${task}::uuid`.execute(tx);
          await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
        },
      );
      await assert.rejects(failed);
      assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'open');
      assert.equal((await complete(ann, task)).status, 200);
    });
  }

  once('a claimed task belongs to its assignee until it is released', async () => {
    const { task } = await open();
    const act = (who: Person, action: string) => who.post(`/api/tasks/${task}`, { action });
    const claimed = await act(ann, 'claim');
    assert.equal(claimed.body.task.assignee.id, ann.username);
    assert.equal(claimed.body.task.via, 'assignee');
    for (const action of ['claim', 'complete', 'save', 'release']) {
      const refused = await act(bob, action);
      assert.equal(refused.status, 409, action);
      assert.equal(refused.body.code, 'task.claimed_by_other');
      assert.equal(refused.body.params.name, 'Ann');
    }
    assert.equal(
      (await bob.get('/api/tasks')).body.items.some(({ id }: { id: string }) => id === task),
      false,
    );
    assert.equal((await bob.get(`/api/tasks/${task}`)).status, 200);
    assert.equal((await act(ann, 'claim')).status, 200);
    assert.equal((await act(ann, 'release')).body.task.assignee, null);
    assert.equal((await act(ann, 'release')).body.code, 'task.not_claimed');
    assert.equal((await complete(bob, task)).status, 200);
  });

  test('one of two concurrent claims wins', async () => {
    const { task } = await open();
    const replies = await Promise.all([ann, bob].map((who) => who.post(`/api/tasks/${task}`, { action: 'claim' })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  });

  once('ROLE-05 GRD-06 a user without rights to a task does not learn that it exists', async () => {
    const { task, instance } = await open();
    for (const url of ['', '/variables', '/form', '/active-tasks', '/history']) {
      assert.equal((await carl.get(`/api/tasks/${task}${url}`)).status, 404, url);
    }
    assert.equal((await carl.get(`/api/tasks/next/${task}`)).status, 404);
    assert.equal((await complete(carl, task)).body.code, 'task.not_found');
    assert.equal((await carl.post(`/api/instances/${instance}/adhoc/x/activate`, { activity: 'y' })).status, 404);
    const other = await createTestTenant(db(), 'globex', { gus: ['clerks', 'admin', 'verva.admin'] }, tenant);
    assert.equal((await other.people.gus!.get(`/api/tasks/${task}`)).status, 404);
    assert.equal((await complete(other.people.gus!, task)).status, 404);
    assert.equal((await other.people.gus!.get(`/api/instances/${instance}`)).status, 404);
    assert.deepEqual((await other.people.gus!.get('/api/tasks')).body.items, []);
    assert.equal((await complete(ann, task)).status, 200);
  });

  once('TSK-08 a multipart request has the action as a part', async () => {
    const send = (task: string, parts: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(parts)) form.append(name, value);
      return multipart(ann, `/api/tasks/${task}`, form);
    };
    const { task } = await open();
    for (const [parts, pointer] of [
      [{ action: 'not json' }, '#action'],
      [{ action: '{"action":"explode"}' }, '#action'],
      [{ attachments: '[]' }, '#action'],
      [{ action: '{"action":"complete"}', attachments: '[{"fieldName":"a"}]' }, '#attachments'],
      [{ action: '{"action":"complete"}', attachments: '{' }, '#attachments'],
    ] as const) {
      const refused = await send(task, parts);
      assert.equal(refused.status, 400, JSON.stringify(parts));
      assert.equal(refused.body.errors[0].pointer, pointer);
    }
    const broken = '--x\r\ncontent-disposition: form-data; name="action"\r\n\r\n{"action":"complete"}';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    assert.equal((await ann.send('POST', `/api/tasks/${task}`, broken, headers)).status, 400);
    const done = await send(task, { action: '{"action":"complete"}', attachments: '[]' });
    assert.equal(done.status, 200);
    assert.equal(done.body.task.status, 'completed');
  });

  once('unsupported input is refused: outcomes, variables without a form, unknown actions', async () => {
    const { task } = await open();
    const post = (body: unknown) => ann.post(`/api/tasks/${task}`, body);
    assert.equal((await post({ action: 'complete', outcome: 'burn' })).body.code, 'outcome.unknown');
    const unknown = await post({ action: 'complete', variables: { 'a/b': 1 } });
    assert.equal(unknown.status, 422);
    assert.deepEqual(unknown.body.errors[0].pointer, '/variables/a~1b');
    assert.equal((await post({ action: 'dance' })).status, 400);
    assert.equal((await ann.get('/api/tasks/not-an-id')).status, 404);
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'open');
  });

  once('TSK-16 TSK-06 a task shows its name, candidates and their rules; a due day ends with that day', async () => {
    const { task, instance } = await open();
    const { body } = await ann.get(`/api/tasks/${task}`);
    assert.equal(body.name, 'first');
    assert.deepEqual(body.process, { key: 'two', name: 'two', version: 1 });
    assert.equal(body.instanceId, instance);
    assert.equal(body.dueDate, '2026-03-28');
    assert.equal(body.due, '2026-03-28T21:59:59.999Z');
    assert.equal(body.via, 'group');
    assert.equal(body.viaGroup, 'clerks');
    assert.deepEqual(
      body.identityLinks.map((one: { groupId: string; rule: unknown }) => [one.groupId, one.rule]),
      [['clerks', { source: 'process' }]],
    );
    assert.deepEqual(
      body.outcomes.map(({ id }: { id: string }) => id),
      ['complete'],
    );
    assert.equal(body.mayComplete && body.mayClaim && body.mayAssign, true);
    assert.deepEqual((await ann.get(`/api/tasks/${task}/variables`)).body, {});
  });

  once('TSK-04 assigning gives the task to a user and appears in the history', async () => {
    const { task } = await open();
    const links = await ann.post(`/api/tasks/${task}/identitylinks`, { kind: 'assignee', userId: carl.username });
    assert.equal(links.status, 200);
    const assigned = links.body.find((one: { kind: string }) => one.kind === 'assignee');
    assert.equal(assigned.user.id, carl.username);
    assert.equal(assigned.rule.source, 'person');
    assert.equal(assigned.rule.by.id, ann.username);
    assert.deepEqual(
      (await carl.get('/api/tasks')).body.items.map(({ id }: { id: string }) => id),
      [task],
    );
    assert.equal(
      (await bob.post(`/api/tasks/${task}/identitylinks`, { kind: 'assignee', userId: bob.username })).status,
      403,
    );
    assert.equal((await complete(carl, task)).status, 200);
    const history = (await carl.get(`/api/tasks/${task}/history`)).body;
    assert.deepEqual(
      history
        .filter((row: { kind: string }) => ['assigned', 'completed'].includes(row.kind))
        .map((row: { kind: string; by: { id: string } }) => [row.kind, row.by.id]),
      [
        ['assigned', ann.username],
        ['completed', carl.username],
      ],
    );
  });

  once('TSK-04 candidates can be added and removed, but at least one must remain', async () => {
    const { task } = await open();
    const post = (body: unknown) => ann.post(`/api/tasks/${task}/identitylinks`, body);
    assert.equal((await post({ kind: 'candidate', groupId: 'nosuch' })).body.code, 'group.not_found');
    assert.equal((await post({ kind: 'candidate', userId: 'nobody.here' })).body.code, 'user.not_found');
    assert.equal((await post({ kind: 'assignee', groupId: 'clerks' })).status, 400);
    assert.equal((await post({ kind: 'candidate', groupId: 'visitors' })).status, 200);
    assert.equal((await post({ kind: 'candidate', groupId: 'clerks', remove: true })).status, 200);
    assert.equal((await carl.get(`/api/tasks/${task}`)).body.mayComplete, true);
    assert.equal(
      (await carl.post(`/api/tasks/${task}/identitylinks`, { kind: 'candidate', groupId: 'visitors', remove: true }))
        .status,
      403,
    );
  });
});

async function multipart(who: Person, url: string, form: FormData): Promise<Reply> {
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return who.send('POST', url, payload, { 'content-type': encoded.headers.get('content-type')! });
}
