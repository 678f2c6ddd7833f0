import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { type JobHandler, TIMER_JOB } from '../../../platform/jobs.ts';
import { handleProcessJobs } from '../index.ts';

const FAR = ['999999-01-01', '+294277-01-01T00:00:00Z', '0000-12-31', 'PT9007199254740991S'];
const CLERKS = 'verva:candidateGroups="clerks"';
const timer = (inner: string) => `<timerEventDefinition>${inner}</timerEventDefinition>`;
const catching = (inner: string) => `<intermediateCatchEvent id="wait">${timer(inner)}</intermediateCatchEvent>`;

onDatabase('dates of processes', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let pia: Person;
  const handlers = new Map<string, JobHandler>();

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'], pia: ['verva.admin', 'admin'] });
    ({ ann, pia } = tenant.people as Record<'ann' | 'pia', Person>);
    const webhooks = { send: () => Promise.reject(new Error('None is sent.')) };
    handleProcessJobs(
      { handle: (name, handler) => void handlers.set(name, handler) },
      { db: db(), clock: () => tenant.clock.now, webhooks },
    );
    await deploy('due', sequence(start, userTask('look', `${CLERKS} verva:dueDate="=d"`), end));
    await deploy('follow', sequence(start, userTask('look', `${CLERKS} verva:followUpDate="=d"`), end));
    await deploy('date', sequence(start, catching('<timeDate>=d</timeDate>'), end));
    await deploy('duration', sequence(start, catching('<timeDuration>=d</timeDuration>'), end));
    const beside = `<boundaryEvent id="beside" attachedToRef="look" cancelActivity="false">${timer('<timeCycle>="R/" + d</timeCycle>')}</boundaryEvent>`;
    await deploy('cycle', `${sequence(start, userTask('look', CLERKS), end)}${beside}`);
  });

  const deploy = (key: string, inside: string) => tenant.deploy(bpmn(key, inside));
  const begin = async (key: string, d: string) => (await tenant.startInstance({ key, variables: { d } })).instanceId;
  const detail = async (id: string) => (await pia.get(`/api/instances/${id}`)).body;
  const incidents = async (id: string): Promise<string[]> =>
    (await detail(id)).incidents.map(({ nodeId, code }: { nodeId: string; code: string }) => `${nodeId} ${code}`);

  /** Fires due timers like the dispatcher. Returns how many there were. */
  async function fire(): Promise<number> {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ id: string }>`SELECT id FROM process_timer WHERE fire_at <= ${tenant.clock.now}`.execute(tx),
    );
    const info = { tenantId: tenant.tenantId, attempt: 1, signal: new AbortController().signal };
    for (const { id } of rows) await handlers.get(TIMER_JOB)!({ timerId: id }, { id, ...info });
    return rows.length;
  }

  test('a date out of range raises an incident at its element; a retry continues after a correction', async () => {
    for (const [key, expected] of [
      ['due', 'look task.due'],
      ['follow', 'look task.due'],
      ['date', 'wait timer.due'],
      ['duration', 'wait timer.due'],
      ['cycle', 'look timer.due'],
    ] as const) {
      for (const d of FAR) {
        const id = await begin(key, d);
        assert.deepEqual(await incidents(id), [expected], `${key} ${d}`);
        const repaired = key === 'duration' || key === 'cycle' ? 'P1D' : '2030-01-01';
        await pia.post(`/api/instances/${id}/variables`, { variables: { d: repaired } });
        assert.equal((await pia.post(`/api/instances/${id}/retry`, {})).status, 200);
        assert.deepEqual(await incidents(id), [], `${key} ${d}`);
        await pia.post(`/api/instances/${id}/cancel`, { reason: 'Seen.' });
      }
    }
  });

  test('the first and the last possible day are stored, listed and fired', async () => {
    for (const d of ['0001-01-02', '9999-12-30']) {
      for (const key of ['due', 'follow']) {
        const id = await begin(key, d);
        assert.deepEqual(await incidents(id), []);
        assert.equal((await ann.get('/api/tasks?limit=50')).status, 200);
      }
    }
    const early = await begin('date', '0001-01-02');
    const odd = await begin('date', '2020-01-01T00:00:00.123456789Z');
    const late = await begin('date', '9999-12-30');
    assert.equal(await fire(), 2);
    assert.equal(await fire(), 0, 'each is taken away by its firing');
    const status = async (id: string) => (await detail(id)).status;
    assert.deepEqual(
      [await status(early), await status(odd), await status(late)],
      ['completed', 'completed', 'active'],
    );
  });

  test('a cycle whose next time is out of range fires once more and stops, with an incident or without another start', async () => {
    const id = await begin('cycle', '2020-01-01T00:00:00Z/P7990Y');
    assert.equal(await fire(), 1);
    assert.deepEqual(await incidents(id), ['look timer.due']);
    const began =
      '<startEvent id="start"><timerEventDefinition><timeCycle>R/2020-01-01T00:00:00Z/P7990Y</timeCycle></timerEventDefinition></startEvent>';
    await deploy('yearly', sequence(began, userTask('look', CLERKS), end));
    assert.equal(await fire(), 1);
    assert.equal(await fire(), 0);
    assert.equal((await pia.get('/api/instances?process=eq:yearly')).body.items.length, 1);
    const xml = bpmn('never', sequence(began.replace('R/2020', 'R/+012020'), userTask('look', CLERKS), end));
    const { status, body } = await pia.post('/api/processes/never/deploy', { xml });
    assert.deepEqual([status, body.code, body.problems[0].code], [422, 'process.refused', 'event.timer']);
  });
});
