import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { JobHandler, JobOptions } from '../../../platform/jobs.ts';
import { TIMER_JOB } from '../../../platform/jobs.ts';
import { handleProcessJobs } from '../index.ts';

const CLERKS = 'camunda:candidateGroups="clerks"';

onDatabase('processes', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let pia: Person;
  const handlers = new Map<string, { handler: JobHandler; options?: JobOptions }>();
  /** The requests of the http action. */
  const requests: { url: string; idempotencyKey?: string }[] = [];
  let answer: () => { status: number; headers: Record<string, string>; body: unknown };

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['clerks'],
      pia: ['verva.admin', 'admin'],
      carl: ['visitors'],
    });
    ann = tenant.people.ann!;
    pia = tenant.people.pia!;
    handleProcessJobs(
      { handle: (name, handler, options) => void handlers.set(name, { handler, ...(options ? { options } : {}) }) },
      {
        db: db(),
        clock: () => tenant.clock.now,
        webhooks: {
          async send(request) {
            requests.push(request);
            return answer();
          },
        },
      },
    );
  });

  const deploy = (xml: string) => tenant.deploy(xml);
  const begin = (key: string, variables = {}) => tenant.startInstance({ key, variables });
  const detail = async (id: string) => (await pia.get(`/api/instances/${id}`)).body;
  const places = async (id: string): Promise<string[]> =>
    (await detail(id)).places.map((place: { nodeId: string }) => place.nodeId);

  const taken = new Set<string>();
  interface Row {
    id: string;
    payload: Record<string, unknown> & { job: string };
  }
  async function jobRows(): Promise<Row[]> {
    const { rows } = await db().systemTransaction((tx) =>
      sql<Row>`SELECT id, payload FROM outbox WHERE topic = 'job' AND tenant_id = ${tenant.tenantId} ORDER BY id`.execute(
        tx,
      ),
    );
    return rows.filter(({ id }) => !taken.has(id));
  }

  /** Runs the jobs in the outbox, as the relay and the queue do. `twice` delivers each job again. */
  async function work(twice = false): Promise<void> {
    for (let rows = await jobRows(); rows.length > 0; rows = await jobRows()) {
      for (const { id, payload } of rows) {
        taken.add(id);
        const { handler, options } = handlers.get(payload.job)!;
        const info = { id, tenantId: tenant.tenantId, attempt: 1, signal: AbortSignal.timeout(60_000) };
        for (let round = twice ? 2 : 1; round > 0; round -= 1) {
          try {
            await handler(payload, info);
          } catch (error) {
            await options?.failed?.(payload, { tenantId: tenant.tenantId, error: (error as Error).message });
          }
        }
      }
    }
  }

  async function fireTimers(): Promise<number> {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{
        id: string;
      }>`SELECT id FROM process_timer WHERE tenant_id = ${tenant.tenantId} AND fire_at <= ${tenant.clock.now}`.execute(
        tx,
      ),
    );
    const fire = (timerId: string) =>
      handlers
        .get(TIMER_JOB)!
        .handler(
          { timerId },
          { id: timerId, tenantId: tenant.tenantId, attempt: 1, signal: AbortSignal.timeout(60_000) },
        );
    await Promise.all(rows.flatMap(({ id }) => [fire(id), fire(id)]));
    return rows.length;
  }

  test('a file is deployed as a version; the same content creates no new version', async () => {
    const xml = bpmn('plain', sequence(start, userTask('a', CLERKS), end));
    const body = { xml };
    const first = await pia.post('/api/processes/plain/deploy', body);
    assert.equal(first.status, 200);
    assert.deepEqual(first.body.deployed, [{ key: 'plain', name: 'plain', number: 1, changed: true }]);
    assert.deepEqual((await pia.post('/api/processes/plain/deploy', body)).body.deployed[0].changed, false);
    const changed = bpmn('plain', sequence(start, userTask('a', CLERKS), userTask('b', CLERKS), end));
    assert.equal(
      (await pia.post('/api/processes/plain/deploy', { xml: changed, checkOnly: true })).body.deployed[0].number,
      2,
    );
    assert.equal((await pia.get('/api/processes')).body.find(({ key }: { key: string }) => key === 'plain').active, 1);
    assert.equal((await pia.post('/api/processes/plain/deploy', { xml: changed })).body.deployed[0].number, 2);
    assert.equal((await ann.post('/api/processes/plain/deploy', body)).status, 403);
  });

  test('an invalid model is rejected by element, name and line, and nothing is stored', async () => {
    const xml = bpmn(
      'bad',
      sequence(start, '<businessRuleTask id="rule" name="Decide"/>', userTask('a', 'camunda:dueDate="=1 +"'), end),
    );
    const { status, body } = await pia.post('/api/processes/bad/deploy', { xml });
    assert.equal(status, 422);
    assert.equal(body.code, 'process.refused');
    assert.deepEqual(body.problems.map((one: { element: string }) => one.element).sort(), ['a', 'rule']);
    assert.equal(
      body.problems.every((one: { line: number }) => one.line > 0),
      true,
    );
    assert.equal((await pia.post('/api/processes/x/deploy', { xml: '<nonsense/>' })).body.code, 'process.unreadable');
    assert.equal(
      (await pia.post('/api/processes/other/deploy', { xml: bpmn('bad', sequence(start, end)) })).body.code,
      'process.refused',
    );
    assert.equal((await pia.post('/api/processes/bad/start', {})).body.code, 'process.not_found');
  });

  test('starting returns the instance and the first task of the caller; starter groups are enforced', async () => {
    await deploy(bpmn('open', sequence(start, userTask('a', CLERKS), end), 'camunda:candidateStarterGroups="clerks"'));
    const started = await ann.post('/api/processes/open/start', { businessKey: 'B-1' });
    assert.equal(started.status, 201);
    assert.equal((await ann.get(`/api/tasks/${started.body.firstTask}`)).body.businessKey, 'B-1');
    assert.equal((await tenant.people.carl!.post('/api/processes/open/start', {})).status, 404);
    const seen = await pia.get('/api/instances?businessKey=eq:B-1');
    assert.deepEqual(
      seen.body.items.map(({ id }: { id: string }) => id),
      [started.body.instanceId],
    );
    assert.equal((await ann.get(`/api/instances/${started.body.instanceId}`)).status, 403);
  });

  test('TSK-11 parallel tasks list each other as open; the case ends with the last', async () => {
    await deploy(
      bpmn(
        'fork',
        `${start}<parallelGateway id="split"/>${userTask('a', CLERKS)}${userTask('b', 'camunda:candidateGroups="visitors"')}<parallelGateway id="join"/>${end}
        <sequenceFlow id="f1" sourceRef="start" targetRef="split"/><sequenceFlow id="f2" sourceRef="split" targetRef="a"/><sequenceFlow id="f3" sourceRef="split" targetRef="b"/>
        <sequenceFlow id="f4" sourceRef="a" targetRef="join"/><sequenceFlow id="f5" sourceRef="b" targetRef="join"/><sequenceFlow id="f6" sourceRef="join" targetRef="end"/>`,
      ),
    );
    const { instanceId, tasks } = await begin('fork');
    const [a, b] = [tasks[0]!, tasks[1]!];
    const others = (await ann.get(`/api/tasks/${a.id}/active-tasks`)).body;
    assert.deepEqual(
      others.map((one: { id: string; mayOpen: boolean }) => [one.id, one.mayOpen]),
      [[b.id, false]],
    );
    await ann.post(`/api/tasks/${a.id}`, { action: 'complete' });
    assert.equal((await detail(instanceId)).status, 'active');
    await tenant.people.carl!.post(`/api/tasks/${b.id}`, { action: 'complete' });
    const ended = await detail(instanceId);
    assert.deepEqual([ended.status, ended.places, typeof ended.ended], ['completed', [], 'string']);
    const kinds = (await pia.get(`/api/instances/${instanceId}/history`)).body.map(
      ({ kind }: { kind: string }) => kind,
    );
    assert.deepEqual(
      kinds.filter((kind: string) => ['started', 'completed', 'ended'].includes(kind)),
      ['started', 'completed', 'completed', 'ended'],
    );
  });

  test('members of its group start activities of an ad-hoc sub-process in any order and repeatedly', async () => {
    const inner = `<adHocSubProcess id="bag" name="Bag" camunda:candidateGroups="clerks">${userTask('x', CLERKS)}${userTask('y', CLERKS)}</adHocSubProcess>`;
    await deploy(bpmn('case', sequence(start, inner, end)));
    const { instanceId } = await begin('case');
    const activate = (who: Person, activity: string) =>
      who.post(`/api/instances/${instanceId}/adhoc/bag/activate`, { activity });
    assert.equal((await activate(tenant.people.carl!, 'x')).status, 404);
    const y = await activate(ann, 'y');
    assert.equal(y.status, 201);
    const x = await activate(ann, 'x');
    assert.equal((await activate(ann, 'z')).body.code, 'adhoc.node_unknown');
    const shown = (await ann.get(`/api/tasks/${x.body.taskId}`)).body;
    assert.deepEqual(
      shown.adhoc[0].activities.map(({ nodeId }: { nodeId: string }) => nodeId),
      ['x', 'y'],
    );
    await ann.post(`/api/tasks/${y.body.taskId}`, { action: 'complete' });
    const again = await activate(ann, 'y');
    assert.notEqual(again.body.taskId, y.body.taskId);
    const finished = await ann.post(`/api/instances/${instanceId}/adhoc/bag/finish`, {});
    assert.deepEqual(finished.body, { status: 'completed' });
    assert.equal((await ann.get(`/api/tasks/${x.body.taskId}`)).body.status, 'cancelled');
    assert.equal((await ann.post(`/api/tasks/${x.body.taskId}`, { action: 'complete' })).body.code, 'task.cancelled');
    assert.equal((await activate(ann, 'x')).body.code, 'instance.ended');
  });

  test('BEY-26 a task for the initiator of a model of Camunda is assigned to the user who started the process', async () => {
    const asked = '<startEvent id="start" camunda:initiator="asker"/>';
    await deploy(bpmn('asked', sequence(asked, userTask('a', `camunda:assignee="$\{asker}"`), end)));
    const { body } = await ann.post('/api/processes/asked/start', {});
    const { assignee } = (await ann.get(`/api/tasks/${body.firstTask}`)).body;
    assert.equal(assignee.id, 'ann.acme');
  });

  test('a timer fires once with several dispatchers, and not before it is due', async () => {
    const timer = '<timeDuration>PT1H</timeDuration>';
    await deploy(
      bpmn(
        'late',
        `${start}${userTask('a', CLERKS)}<boundaryEvent id="b" attachedToRef="a" cancelActivity="false"><timerEventDefinition>${timer}</timerEventDefinition></boundaryEvent>
        ${userTask('remind', CLERKS)}${end}<sequenceFlow id="f1" sourceRef="start" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="end"/><sequenceFlow id="f3" sourceRef="b" targetRef="remind"/>`,
      ),
    );
    const { instanceId } = await begin('late');
    assert.equal(await fireTimers(), 0);
    tenant.clock.pass(3_600_000);
    assert.equal(await fireTimers(), 1);
    assert.deepEqual((await places(instanceId)).sort(), ['a', 'remind']);
    assert.equal(await fireTimers(), 0);
  });

  test('completing a task in time cancels its timer', async () => {
    const { tasks } = await begin('late');
    await ann.post(`/api/tasks/${tasks[0]!.id}`, { action: 'complete' });
    tenant.clock.pass(7_200_000);
    assert.equal(await fireTimers(), 0);
  });

  test('a timer start event fires at its planned times, and a new version replaces it', async () => {
    const every = (cycle: string) =>
      bpmn(
        'daily',
        sequence(
          `<startEvent id="start"><timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition></startEvent>`,
          userTask('a', CLERKS),
          end,
        ),
      );
    await deploy(every('R/PT1H'));
    tenant.clock.pass(3_600_000);
    assert.equal(await fireTimers(), 1);
    tenant.clock.pass(5 * 3_600_000);
    assert.equal(await fireTimers(), 1);
    const list = async () => (await pia.get('/api/instances?process=eq:daily')).body.items.length;
    assert.equal(await list(), 2);
    await deploy(every('R/P1D'));
    tenant.clock.pass(2 * 3_600_000);
    assert.equal(await fireTimers(), 0);
  });

  test('a message reaches the instance with its key once; an early message is stored', async () => {
    const wait =
      '<message id="m" name="paid"/><intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>';
    const xml = bpmn(
      'pay',
      sequence(start, wait.split('/>').slice(1).join('/>'), userTask('a', CLERKS), end) +
        '<message id="m" name="paid"/>',
    ).replace(
      '<message id="m" name="paid"/>',
      '<message id="m" name="paid"><extensionElements><subscription xmlns="http://camunda.org/schema/zeebe/1.0" correlationKey="=order"/></extensionElements></message>',
    );
    await deploy(xml);
    const publish = (correlationKey: string, variables = {}) =>
      pia.post('/api/messages', { name: 'paid', correlationKey, variables });
    const { instanceId } = await begin('pay', { order: 'A1' });
    assert.deepEqual(await places(instanceId), ['wait']);
    assert.deepEqual((await publish('A2')).body, { correlated: 0, started: null, kept: true });
    assert.deepEqual((await publish('A1', { amount: 7 })).body, { correlated: 1, started: null, kept: false });
    assert.deepEqual(await places(instanceId), ['a']);
    assert.equal((await detail(instanceId)).variables.amount, 7);
    const second = await begin('pay', { order: 'A2' });
    await work(true);
    assert.deepEqual(await places(second.instanceId), ['a']);
    const third = await begin('pay', { order: 'A2' });
    await work();
    assert.deepEqual(await places(third.instanceId), ['wait']);
  });

  test('a message that waiting instances reject is refused after twenty of them', async () => {
    const flow = (id: string, from: string, to: string, condition = '') =>
      `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition}</sequenceFlow>`;
    const wait = '<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>';
    const message =
      '<message id="m" name="released"><extensionElements><subscription xmlns="http://camunda.org/schema/zeebe/1.0" correlationKey="=order"/></extensionElements></message>';
    await deploy(
      bpmn(
        'endless',
        `${start}${wait}<exclusiveGateway id="g" default="on"/><manualTask id="m1"/>${userTask('a', CLERKS)}${end}
        ${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'g')}${flow('f3', 'm1', 'g')}${flow('on', 'g', 'm1')}
        ${flow('out', 'g', 'a', '<conditionExpression>=loops = false</conditionExpression>')}${flow('f4', 'a', 'end')}`,
      ).replace('</process>', `</process>${message}`),
    );
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1)
      ids.push((await begin('endless', { order: 'B1', loops: index !== 22 })).instanceId);
    const publish = () => pia.post('/api/messages', { name: 'released', correlationKey: 'B1', variables: {} });
    const refused = await publish();
    assert.deepEqual([refused.status, refused.body.code], [422, 'process.runs_away']);
    for (const id of ids) assert.deepEqual(await places(id), ['wait']);
    // Three instances fewer that reject it, and it reaches the one that takes it.
    for (const id of ids.slice(0, 3)) await pia.post(`/api/instances/${id}/cancel`, { reason: 'Ends here.' });
    assert.deepEqual((await publish()).body, { correlated: 1, started: null, kept: false });
    assert.deepEqual(await places(ids[22]!), ['a']);
  });

  test('an action runs after the commit, and its result is delivered once when the job is sent several times', async () => {
    await deploy(
      bpmn(
        'call',
        sequence(start, service('http', { url: 'https://hooks.example.org/x' }), userTask('a', CLERKS), end),
      ),
    );
    answer = () => ({ status: 200, headers: {}, body: { ok: true } });
    const { instanceId } = await begin('call');
    assert.deepEqual(await places(instanceId), ['work']);
    await work(true);
    assert.deepEqual(await places(instanceId), ['a']);
    const { status, body } = (await detail(instanceId)).variables;
    assert.deepEqual([status, body], [200, { ok: true }]);
    assert.equal(requests[0]!.idempotencyKey, requests.at(-1)!.idempotencyKey);
  });

  test('an action that fails in its last try raises an incident and continues on a retry', async () => {
    answer = () => ({ status: 503, headers: {}, body: '' });
    const { instanceId } = await begin('call');
    await work();
    const stopped = await detail(instanceId);
    assert.equal(stopped.status, 'incident');
    assert.equal(stopped.incidents[0].code, 'action.failed');
    answer = () => ({ status: 204, headers: {}, body: null });
    assert.deepEqual((await pia.post(`/api/instances/${instanceId}/retry`, {})).body, { retried: 1 });
    await work();
    const again = await detail(instanceId);
    assert.deepEqual([again.status, again.incidents, again.places[0].nodeId], ['active', [], 'a']);
  });

  test('mail is sent by the outbox; a record is stored with its case; variables are set in the same step', async () => {
    await deploy(
      bpmn(
        'actions',
        sequence(
          start,
          service('mail', { to: 'a@example.org', subject: 'Hello', body: 'Text' }, 'mail'),
          service('record.update', { registry: 'permits', id: 'P-1', values: '={state: "granted"}' }, 'record'),
          service('setVariables', { answer: '=42' }, 'set'),
          userTask('a', CLERKS),
          end,
        ),
      ),
    );
    const { instanceId } = await begin('actions');
    await work(true);
    const { variables } = await detail(instanceId);
    assert.deepEqual(variables.record, { registry: 'permits', id: 'P-1', state: 'granted' });
    assert.equal(variables.answer, 42);
    const { rows } = await db().systemTransaction((tx) =>
      sql`SELECT payload FROM outbox WHERE topic = 'mail' AND tenant_id = ${tenant.tenantId}`.execute(tx),
    );
    assert.deepEqual(rows, [{ payload: { to: 'a@example.org', subject: 'Hello', text: 'Text' } }]);
  });

  test('a call activity starts a child and continues after its end; cancelling also cancels the child', async () => {
    await deploy(bpmn('child', sequence(start, userTask('inner', CLERKS), end)));
    await deploy(
      bpmn(
        'parent',
        sequence(start, '<callActivity id="call" calledElement="child"/>', userTask('after', CLERKS), end),
      ),
    );
    const { instanceId, tasks } = await begin('parent', { x: 1 });
    const inner = tasks[0]!.id;
    await ann.post(`/api/tasks/${inner}`, { action: 'complete' });
    await work(true);
    assert.deepEqual(await places(instanceId), ['after']);
    const other = await begin('parent');
    assert.equal(
      (await pia.post(`/api/instances/${other.instanceId}/cancel`, { reason: 'Not needed' })).body.status,
      'cancelled',
    );
    assert.equal(
      (await ann.post(`/api/tasks/${other.tasks[0]!.id}`, { action: 'complete' })).body.code,
      'task.cancelled',
    );
    assert.equal(
      (await pia.post(`/api/instances/${other.instanceId}/cancel`, { reason: 'again' })).body.code,
      'instance.ended',
    );
    assert.equal(
      (
        await pia.post('/api/processes/parent2/deploy', {
          xml: bpmn('parent2', sequence(start, '<callActivity id="call" calledElement="nowhere"/>', end)),
        })
      ).body.problems[0].code,
      'call.process',
    );
  });

  test('a task for an unknown group has an incident until the group exists', async () => {
    await deploy(bpmn('orphan', sequence(start, userTask('a', 'camunda:candidateGroups="auditors"'), end)));
    const { instanceId, tasks } = await begin('orphan');
    const stopped = await detail(instanceId);
    assert.deepEqual([stopped.status, stopped.incidents[0].code], ['incident', 'task.group_unknown']);
    await tenant.transaction((tx) => tx.insertInto('app_group').values({ id: 'auditors', name: 'Auditors' }).execute());
    await tenant.transaction((tx) =>
      tx.insertInto('group_member').values({ group_id: 'auditors', user_id: ann.userId }).execute(),
    );
    assert.deepEqual((await pia.post(`/api/instances/${instanceId}/retry`, {})).body, { retried: 1 });
    assert.equal((await detail(instanceId)).status, 'active');
    assert.equal((await ann.post(`/api/tasks/${tasks[0]!.id}`, { action: 'complete' })).status, 200);
  });

  test('variables can be corrected; the start of a process that loops without waiting is rejected', async () => {
    const { instanceId } = await begin('open');
    assert.deepEqual((await pia.post(`/api/instances/${instanceId}/variables`, { variables: { x: 2 } })).body, {
      x: 2,
    });
    await deploy(
      bpmn(
        'loop',
        `${start}${userTask('a', CLERKS)}<exclusiveGateway id="g"/><manualTask id="m"/>${end}<sequenceFlow id="f1" sourceRef="start" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="g"/>
        <sequenceFlow id="f3" sourceRef="g" targetRef="m"><conditionExpression>=round != false</conditionExpression></sequenceFlow><sequenceFlow id="f4" sourceRef="m" targetRef="g"/><sequenceFlow id="f5" sourceRef="g" targetRef="end"><conditionExpression>=round = false</conditionExpression></sequenceFlow>`,
      ),
    );
    const { tasks } = await begin('loop');
    const refused = await ann.post(`/api/tasks/${tasks[0]!.id}`, { action: 'complete' });
    assert.deepEqual([refused.status, refused.body.code], [422, 'process.runs_away']);
    // The incident for administrators is stored after the response.
    let noted = await detail(tasks[0]!.instanceId);
    for (let tries = 0; tries < 500 && noted.status !== 'incident'; tries += 1)
      noted = await detail(tasks[0]!.instanceId);
    assert.deepEqual(
      noted.incidents.map(({ code }: { code: string }) => code),
      ['runaway'],
    );
    assert.equal((await ann.get(`/api/tasks/${tasks[0]!.id}`)).body.status, 'open');
    // The same completion succeeds after the variable is corrected, without a retry.
    await pia.post(`/api/instances/${tasks[0]!.instanceId}/variables`, { variables: { round: false } });
    assert.equal((await ann.post(`/api/tasks/${tasks[0]!.id}`, { action: 'complete' })).status, 200);
    const { status, incidents } = await detail(tasks[0]!.instanceId);
    assert.deepEqual([status, incidents], ['completed', []]);
  });
});

function service(action: string, input: Record<string, string>, id = 'work'): string {
  const inputs = Object.entries(input).map(
    ([name, value]) => `<verva:input name="${name}" value="${value.replaceAll('"', '&quot;')}"/>`,
  );
  return `<serviceTask id="${id}" verva:action="${action}"><extensionElements>${inputs.join('')}</extensionElements></serviceTask>`;
}
