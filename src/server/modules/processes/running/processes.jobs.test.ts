import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { forEachDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { createJobs, type Jobs } from '../../../platform/jobs.ts';
import { handleProcessJobs } from '../index.ts';

const CLERKS = 'camunda:candidateGroups="clerks"';

forEachDatabase('processes with two dispatchers', (db) => {
  let tenant: TestTenant;
  let pia: Person;
  const dispatchers: Jobs[] = [];
  let calls = 0;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { pia: ['admin', 'verva.admin', 'clerks'] });
    pia = tenant.people.pia!;
    const clock = () => tenant.clock.now;
    for (let count = 0; count < 2; count += 1) {
      const jobs = createJobs(db(), pino({ level: 'silent' }), clock, { pollSeconds: 0.5 });
      const webhooks = {
        async send() {
          calls += 1;
          return { status: 200, headers: {}, body: { paid: true } };
        },
      };
      handleProcessJobs(jobs, { db: db(), clock, webhooks });
      await jobs.start();
      dispatchers.push(jobs);
    }
  });
  after(() => Promise.all(dispatchers.map((jobs) => jobs.stop())));

  const run = async (key: string, xml: string): Promise<string> => {
    await tenant.deploy(xml);
    return (await tenant.startInstance({ key })).instanceId;
  };

  /** Polls until the instance has the expected state. Each poll is a request, so the dispatchers can run in between. */
  async function until(instance: string, node: string): Promise<string[]> {
    const places = async (): Promise<string[]> =>
      (await pia.get(`/api/instances/${instance}`)).body.places.map((place: { nodeId: string }) => place.nodeId);
    let now = await places();
    for (let tries = 0; tries < 5000 && !now.includes(node); tries += 1) now = await places();
    return now.sort();
  }
  const kinds = async (instance: string): Promise<string[]> =>
    (await pia.get(`/api/instances/${instance}/history`)).body.map(({ kind }: { kind: string }) => kind);

  test('a due timer fires once', async () => {
    const instance = await run(
      'late',
      bpmn(
        'late',
        `${start}${userTask('a', CLERKS)}<boundaryEvent id="b" attachedToRef="a" cancelActivity="false"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
        ${userTask('remind', CLERKS)}${end}<sequenceFlow id="f1" sourceRef="start" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="end"/><sequenceFlow id="f3" sourceRef="b" targetRef="remind"/>`,
      ),
    );
    tenant.clock.pass(3_600_000);
    for (const jobs of dispatchers) jobs.wake();
    assert.deepEqual(await until(instance, 'remind'), ['a', 'remind']);
    for (const jobs of dispatchers) jobs.wake();
    assert.equal((await kinds(instance)).filter((kind) => kind === 'timer').length, 1);
  });

  test('an action runs after the commit, and its result is delivered', async () => {
    const action =
      '<serviceTask id="call" verva:action="http"><extensionElements><verva:input name="url" value="https://pay.example.org/"/></extensionElements></serviceTask>';
    const instance = await run('pay', bpmn('pay', sequence(start, action, userTask('a', CLERKS), end)));
    assert.deepEqual(await until(instance, 'a'), ['a']);
    assert.equal(calls, 1);
  });

  test('the caller continues after a called process has ended', async () => {
    await tenant.deploy(bpmn('child', sequence(start, end)));
    const instance = await run(
      'parent',
      bpmn('parent', sequence(start, '<callActivity id="call" calledElement="child"/>', userTask('a', CLERKS), end)),
    );
    assert.deepEqual(await until(instance, 'a'), ['a']);
  });
});
