import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { openMany } from '../../../../test/support/many-tasks.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { waitFor } from '../../../../test/support/wait-for.ts';
import type { MassItem } from '../../../shared/contracts/mass-actions.contract.ts';
import { deferredActionKinds, RUN_KINDS } from '../../app.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { createJobs } from '../../platform/jobs.ts';
import { LIVE_CHANNEL } from '../../platform/live-channel.ts';
import { executeDeferredActions } from '../deferred-actions/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { deployBpmn, startInstance } from '../processes/index.ts';
import { handleRuns } from '../runs/index.ts';

const ORDER = bpmn(
  'order',
  sequence(
    start,
    userTask('approve', 'camunda:candidateGroups="clerks" camunda:formKey="order-approval"'),
    userTask('pay', 'camunda:candidateGroups="clerks"'),
    end,
  ),
);
const NOTE = bpmn('note', sequence(start, userTask('read', 'camunda:candidateGroups="clerks"'), end));

const FORM = {
  id: 'order-approval',
  kind: 'task',
  title: { en: 'Approval' },
  body: {
    formatVersion: 1,
    id: 'order-approval',
    kind: 'task',
    title: { en: 'Approval' },
    root: {
      type: 'stack',
      id: 'root',
      children: [
        { type: 'text', key: 'delivery', label: { en: 'Delivery note' }, required: true },
        { type: 'money', key: 'fee', label: { en: 'Fee' }, currency: 'SEK' },
        {
          type: 'money',
          key: 'deposit',
          label: { en: 'Deposit' },
          visible: { field: 'delivery', op: 'eq', value: 'D-DEPOSIT' },
        },
        { type: 'money', key: 'tax', label: { en: 'Tax' }, currency: 'SEK', computed: 'fee * 0.25' },
        { type: 'text', key: 'total', label: { en: 'Total' }, readOnly: true },
        {
          type: 'dropdown',
          key: 'centre',
          label: { en: 'Cost centre' },
          source: { dropdownId: 'centres', filter: { country: 'EE', company: { field: 'delivery' } } },
        },
      ],
    },
    outcomes: [
      { id: 'approve', label: { en: 'Approve', et: 'Kinnita' }, style: 'primary', comment: 'optional' },
      {
        id: 'reject',
        label: { en: 'Reject' },
        style: 'danger',
        comment: 'required',
        validate: false,
        confirm: { en: 'Reject all of these?' },
      },
    ],
  },
} as const;

const CONFIG = '/api/mass-task-action/config';
const TASKS = '/api/mass-task-action/tasks';
const RUNS = '/api/mass-task-action/runs';

onDatabase('mass actions', (db, kind) => {
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let carl: Person;
  let adam: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['clerks'],
      bob: ['clerks'],
      carl: ['visitors'],
      adam: ['admin'],
    });
    ({ ann, bob, carl, adam } = tenant.people as Record<'ann' | 'bob' | 'carl' | 'adam', Person>);
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, FORM as unknown as Parameters<typeof saveAndPublishForm>[1]);
      for (const model of [ORDER, NOTE]) await deployBpmn(tx, scope(), model);
    });
  });

  const scope = (of: TestTenant = tenant) => ({
    db: db(),
    tenantId: of.tenantId,
    timeZone: 'Europe/Tallinn',
    userId: null,
    now: of.clock.now,
  });

  /** Starts cases and returns the IDs of their first tasks. */
  async function open(count: number, key = 'order', vars: Record<string, string> = { delivery: 'D-1' }, of = tenant) {
    const ids: string[] = [];
    await of.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const wanted = { key, businessKey: `${key}-${n}`, variables: vars };
        ids.push((await startInstance(tx, scope(of), wanted)).tasks[0]!.id);
      }
    });
    return ids;
  }

  const approve = { action: 'complete', outcome: 'approve' } as const;
  const itemsOf = async (who: Person, id: string, query = ''): Promise<MassItem[]> => {
    const all: MassItem[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await who.get(`${RUNS}/${id}/items?limit=200${query}${after && `&after=${after}`}`);
      assert.equal(page.status, 200);
      all.push(...page.body.items);
      after = page.body.next;
    }
    return all;
  };
  const statusOf = async (who: Person, id: string) => (await who.get(`/api/tasks/${id}`)).body.status;
  /** Counts how many times each of the tasks was completed, according to the history. */
  const completions = (ids: readonly string[]) =>
    tenant.transaction(async (tx) => {
      const { rows } = await sql<{ task_id: string; n: number }>`
        SELECT task_id, count(*)::int AS n FROM process_history WHERE kind = 'completed' AND task_id = ANY(${[...ids]}::uuid[])
        GROUP BY task_id`.execute(tx);
      return new Map(rows.map((row) => [row.task_id, row.n]));
    });
  const log = pino({ level: 'silent' });

  test('TSK-12 the kinds one has open tasks of, with outcomes, fields and how many', async () => {
    await open(3);
    await open(1, 'note');
    const { body, status } = await ann.get(CONFIG);
    assert.equal(status, 200);
    const order = body.find((one: { processKey: string }) => one.processKey === 'order');
    assert.deepEqual(
      [order.taskKey, order.taskName, order.formId, order.count],
      ['approve', 'approve', 'order-approval', 3],
    );
    assert.deepEqual(
      order.outcomes.map(({ id }: { id: string }) => id),
      ['approve', 'reject'],
    );
    assert.deepEqual(order.fields, [
      { key: 'delivery', type: 'text', label: { en: 'Delivery note' } },
      { key: 'fee', type: 'money', label: { en: 'Fee' }, currency: 'SEK', scale: 2 },
      { key: 'deposit', type: 'money', label: { en: 'Deposit' }, currency: 'EUR', scale: 2 },
      {
        key: 'centre',
        type: 'dropdown',
        label: { en: 'Cost centre' },
        source: { dropdownId: 'centres', filter: { country: 'EE' } },
      },
    ]);
    assert.deepEqual(order.outcomes[1].confirm, { en: 'Reject all of these?' });
    assert.ok(order.columns.some(({ field }: { field: string }) => field === 'due'));
    const note = body.find((one: { processKey: string }) => one.processKey === 'note');
    assert.deepEqual([note.formId, note.outcomes[0].id], [null, 'complete']);
    assert.deepEqual((await carl.get(CONFIG)).body, []);
  });

  test('TSK-13 the tasks of a kind, with filters, sort and pages', async () => {
    const ids = await open(3);
    const first = await ann.get(`${TASKS}/order/approve?sort=created:desc&limit=2&count=true`);
    assert.equal(first.status, 200);
    assert.deepEqual(
      first.body.items.map(({ id }: { id: string }) => id),
      [ids[2], ids[1]],
    );
    assert.ok(first.body.total >= 3);
    const second = await ann.get(`${TASKS}/order/approve?sort=created:desc&limit=2&after=${first.body.next}`);
    assert.equal(second.body.items[0].id, ids[0]);
    const filtered = await ann.get(`${TASKS}/order/approve?businessKey=eq:order-1`);
    assert.ok(filtered.body.items.every(({ businessKey }: { businessKey: string }) => businessKey === 'order-1'));
    assert.deepEqual((await ann.get(`${TASKS}/order/nosuch`)).body.items, []);
    assert.deepEqual((await carl.get(`${TASKS}/order/approve`)).body.items, []);
    assert.equal((await ann.get(`${TASKS}/order/approve?nosuch=eq:1`)).body.code, 'filter.unknown_field');
  });

  test('BEY-05 TSK-14 a refused task does not affect the others, and has a reason', async () => {
    const good = await open(3);
    const [empty] = await open(1, 'order', {});
    const [taken, done] = (await open(2)) as [string, string];
    await bob.post(`/api/tasks/${taken}`, { action: 'claim' });
    await bob.post(`/api/tasks/${done}`, approve);
    const other = await createTestTenant(db(), `other-${kind}`, { gus: ['clerks', 'admin'] }, tenant);
    await other.transaction((tx) => deployBpmn(tx, scope(other), NOTE));
    const [foreign] = await open(1, 'note', {}, other);
    const taskIds = [...good, empty, taken, done, foreign, randomUUID()];
    const { status, body } = await ann.post(TASKS, { taskIds, action: approve });
    assert.equal(status, 200);
    assert.deepEqual([body.state, body.total, body.done, body.failed], ['done', 8, 3, 5]);
    assert.deepEqual([body.processKey, body.taskKey, body.by.id], ['order', 'approve', ann.username]);
    assert.equal(body.outcomeLabel.en, 'Approve');
    assert.deepEqual(
      body.items.map((one: MassItem) => [one.taskId, one.ok, one.code]),
      [
        ...good.map((id) => [id, true, undefined]),
        [empty, false, 'form.invalid'],
        [taken, false, 'task.claimed_by_other'],
        [done, false, 'task.already_completed'],
        [foreign, false, 'task.not_found'],
        [taskIds[7], false, 'task.not_found'],
      ],
    );
    const by = (id: string) => body.items.find((one: MassItem) => one.taskId === id) as MassItem;
    assert.equal(by(empty!).title, 'Field Delivery note should be filled out.');
    assert.match(by(taken).title!, /^Bob has claimed this task/);
    assert.match(by(done).title!, /^Bob completed this at \d/);
    assert.equal(by(done).params!.time, tenant.clock.now.toISOString());
    assert.equal(by(foreign!).name, null);
    for (const id of good) assert.equal(await statusOf(ann, id), 'completed');
    assert.equal(await statusOf(ann, empty!), 'open');
    assert.equal(await statusOf(other.people.gus!, foreign!), 'open');
    const estonian = await ann.send('GET', `${RUNS}/${body.id}/items?state=failed`, undefined, {
      'accept-language': 'et',
    });
    assert.match(estonian.body.items[0].title, /Täitke väli/);
  });

  test('TSK-14 nothing, too much, two kinds and half a request are refused', async () => {
    const [order] = await open(1);
    const [note] = await open(1, 'note', {});
    const codeOf = async (body: unknown) => (await ann.post(TASKS, body)).body.code;
    assert.equal(await codeOf({ taskIds: [], action: approve }), 'mass.empty');
    assert.equal(await codeOf({ action: approve }), 'mass.empty');
    assert.equal(await codeOf({ filter: { processKey: 'order', taskKey: 'nosuch' }, action: approve }), 'mass.empty');
    const many = Array.from({ length: 5001 }, () => randomUUID());
    assert.equal(await codeOf({ taskIds: many, action: approve }), 'mass.too_many');
    assert.equal(await codeOf({ taskIds: [order, note], action: approve }), 'mass.mixed_kinds');
    assert.equal(await codeOf({ taskIds: [order] }), 'request.invalid');
    assert.equal(await codeOf({ taskIds: ['x'], action: approve }), 'request.invalid');
    assert.equal(await codeOf({ checked: randomUUID() }), 'mass.not_found');
    const filter = { processKey: 'order', taskKey: 'approve', query: 'nosuch=eq:1' };
    assert.equal(await codeOf({ filter, action: approve }), 'filter.unknown_field');
    assert.equal(await statusOf(ann, order!), 'open');
  });

  test('API-06 TSK-14 without a key a mass action starts once, also with concurrent requests', async () => {
    const ids = await open(3);
    const body = { taskIds: ids, action: approve };
    const keyless = { 'idempotency-key': '' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => ann.post(TASKS, body, keyless)));
    assert.deepEqual(new Set(answers.map(({ body }) => body.id)).size, 1);
    await waitFor(async () => (await ann.get(`${RUNS}/${answers[0]!.body.id}`)).body.state, 'done');
    assert.deepEqual(await completions(ids), new Map(ids.map((id) => [id, 1])));
    const again = await ann.post(TASKS, body, keyless);
    assert.deepEqual([again.body.id, again.headers['idempotency-replayed']], [answers[0]!.body.id, 'true']);
    const runs = (await ann.get(RUNS)).body.items.filter(({ id }: { id: string }) => id === again.body.id);
    assert.equal(runs.length, 1);
    const byBob = await bob.post(TASKS, body, keyless);
    assert.notEqual(byBob.body.id, again.body.id);
  });

  test('BEY-05 a dry run says what would pass and why not, and leaves no trace', async () => {
    const good = await open(2);
    const [empty] = await open(1, 'order', {});
    const before = await fingerprint();
    const { status, body } = await ann.post(TASKS, { taskIds: [...good, empty], action: approve, dryRun: true });
    assert.equal(status, 200);
    assert.deepEqual([body.mode, body.done, body.failed], ['dry', 2, 1]);
    assert.equal(body.items[2].title, 'Field Delivery note should be filled out.');
    assert.deepEqual(await fingerprint(), before);
    for (const id of good) assert.equal(await statusOf(ann, id), 'open');
    assert.ok((await ann.get(RUNS)).body.items.every(({ mode }: { mode: string }) => mode === 'run'));

    const run = await ann.post(TASKS, { checked: body.id });
    assert.deepEqual([run.body.mode, run.body.total, run.body.done], ['run', 2, 2]);
    assert.equal(await statusOf(ann, empty!), 'open');
    assert.equal((await bob.post(TASKS, { checked: body.id })).body.code, 'mass.not_found');
  });

  test('BEY-05 a dry run sums the money of every task that passes, and counts refusals by reason', async () => {
    const sek = (amount: number) => ({ amount, currency: 'SEK' });
    const eur = (amount: number) => ({ amount, currency: 'EUR' });
    const ids: string[] = [];
    const add = async (variables: object, count = 1) =>
      ids.push(...(await open(count, 'order', variables as Record<string, string>)));
    // More than a page of results.
    await add({ delivery: 'D-1', fee: sek(1050) }, 60);
    await add({ delivery: 'D-DEPOSIT', fee: sek(10000), deposit: eur(777) });
    await add({ delivery: 'D-1', deposit: eur(999_999) });
    await add({ fee: sek(5_000_000) }, 2);
    const [taken] = await open(1);
    await bob.post(`/api/tasks/${taken}`, { action: 'claim' });
    const started = await ann.post(TASKS, { taskIds: [...ids, taken], action: approve, dryRun: true });
    const run = `${RUNS}/${started.body.id}`;
    await withJobs(() => ended(ann, started.body.id));
    const { status, body } = await ann.get(`${run}/summary`);
    assert.equal(status, 200);
    assert.deepEqual(body.sums, [
      { key: 'fee', label: { en: 'Fee' }, amount: 73_000, currency: 'SEK', scale: 2, count: 61 },
      { key: 'deposit', label: { en: 'Deposit' }, amount: 777, currency: 'EUR', scale: 2, count: 1 },
      { key: 'tax', label: { en: 'Tax' }, amount: 18_280, currency: 'SEK', scale: 2, count: 61 },
    ]);
    assert.deepEqual(
      body.refusals.map(({ code, count }: { code: string; count: number }) => [code, count]),
      [
        ['form.invalid', 2],
        ['task.claimed_by_other', 1],
      ],
    );
    assert.equal(body.refusals[0].title, 'Field Delivery note should be filled out.');

    const all = { ...approve, variables: { delivery: 'D-1', fee: sek(100) } };
    const other = await ann.post(TASKS, { taskIds: ids.slice(-3), action: all, dryRun: true });
    const { sums } = (await ann.get(`${RUNS}/${other.body.id}/summary`)).body;
    assert.deepEqual(
      sums.map(({ key, amount, count }: { key: string; amount: number; count: number }) => [key, amount, count]),
      [
        ['fee', 300, 3],
        ['tax', 75, 3],
      ],
    );
    for (const who of [bob, carl, adam]) assert.equal((await who.get(`${run}/summary`)).body.code, 'mass.not_found');
  });

  /** Returns the row count of every table and the content of tasks and instances, without the rows of the dry run itself. */
  async function fingerprint(): Promise<unknown> {
    const own = ['mass_action', 'mass_action_item', 'idempotency_key', 'schema_migration'];
    return db().ownerTransaction(async (tx) => {
      const { rows: tables } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r','p') AND NOT relispartition ORDER BY 1`.execute(
        tx,
      );
      const counts: Record<string, number> = {};
      for (const { name } of tables.filter((table) => !own.includes(table.name))) {
        // The outbox contains the job and the progress events of the dry run, and nothing else.
        const where =
          name === 'outbox'
            ? sql`WHERE payload->>'job' IS DISTINCT FROM 'mass-action' AND payload->>'type' IS DISTINCT FROM 'mass.progress'`
            : sql``;
        counts[name] = (
          await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(name)} ${where}`.execute(tx)
        ).rows[0]!.n;
      }
      const content = await sql`SELECT md5(string_agg(t::text, '' ORDER BY id)) AS tasks,
        (SELECT md5(string_agg(i::text, '' ORDER BY id)) FROM process_instance i) AS instances,
        (SELECT md5(string_agg(x::text, '' ORDER BY task_id, principal)) FROM task_inbox x) AS inbox FROM task t`.execute(
        tx,
      );
      return { counts, content: content.rows };
    });
  }

  test('BEY-05 what is set for all is in every task; an outcome that asks for a comment gets one or fails', async () => {
    const ids = await open(2, 'order', {});
    const silent = await ann.post(TASKS, { taskIds: ids, action: { action: 'complete', outcome: 'reject' } });
    assert.deepEqual(
      silent.body.items.map(({ code }: MassItem) => code),
      ['comment.required', 'comment.required'],
    );
    const action = {
      ...approve,
      variables: { delivery: 'D-77', fee: { amount: 9900, currency: 'SEK' } },
      comment: 'All at once',
    };
    assert.equal((await ann.post(TASKS, { taskIds: ids, action })).body.done, 2);
    const { body: variables } = await ann.get(`/api/tasks/${ids[1]}/variables`);
    assert.deepEqual([variables.delivery, variables.fee], ['D-77', { amount: 9900, currency: 'SEK' }]);
    const history = (await ann.get(`/api/tasks/${ids[0]}/history`)).body;
    const completed = history.find(({ kind }: { kind: string }) => kind === 'completed');
    assert.deepEqual(
      [completed.comment, completed.outcome, completed.outcomeLabel.en],
      ['All at once', 'approve', 'Approve'],
    );
    const more = await open(1, 'order', {});
    const unknown = await ann.post(TASKS, { taskIds: more, action: { ...approve, outcome: 'burn' } });
    assert.equal(unknown.body.items[0].code, 'outcome.unknown');
    const locked = await ann.post(TASKS, { taskIds: more, action: { ...approve, variables: { total: 'x' } } });
    assert.equal(locked.body.items[0].code, 'form.invalid');
  });

  test('BEY-05 all that match a filter, by the same words as the list', async () => {
    const tag = `batch-${kind}`;
    await tenant.transaction(async (tx) => {
      for (let n = 0; n < 4; n += 1)
        await startInstance(tx, scope(), { key: 'order', businessKey: `${tag}-${n}`, variables: { delivery: 'x' } });
    });
    const filter = {
      processKey: 'order',
      taskKey: 'approve',
      query: `businessKey=startWith:${tag}&sort=created:desc&limit=1`,
    };
    const { body } = await ann.post(TASKS, { filter, action: approve });
    assert.deepEqual(
      body.items.map((one: MassItem) => [one.businessKey, one.ok]),
      [3, 2, 1, 0].map((n) => [`${tag}-${n}`, true]),
    );
  });

  test('BEY-05 the same key starts one run and returns its current state', async () => {
    const ids = await open(2);
    const key = { 'idempotency-key': randomUUID() };
    const first = await ann.post(TASKS, { taskIds: ids, action: approve }, key);
    const again = await ann.post(TASKS, { taskIds: ids, action: approve }, key);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual([...(await completions(ids)).values()], [1, 1]);
  });

  test('BEY-05 retrying starts a separate run with the failed tasks only', async () => {
    const [good] = await open(1);
    const [bad] = await open(1, 'order', {});
    const first = (await ann.post(TASKS, { taskIds: [good, bad], action: approve })).body;
    await ann.post(`/api/tasks/${bad}`, { action: 'save', variables: { delivery: 'found' } });
    const { status, body } = await ann.post(`${RUNS}/${first.id}/retry`);
    assert.equal(status, 200);
    assert.deepEqual([body.retryOf, body.total, body.done, body.items[0].taskId], [first.id, 1, 1, bad]);
    assert.equal((await ann.post(`${RUNS}/${body.id}/retry`)).body.code, 'mass.nothing_failed');
    assert.equal((await ann.get(`${RUNS}/${first.id}`)).body.failed, 1);
  });

  test('BEY-06 a deferred run starts when the undo window ends, and not after an undo', async () => {
    const context = { db: db(), log, clock: () => tenant.clock.now };
    const undo = { prefer: 'undo=10' };
    const start = async () => {
      const ids = await open(2);
      return { ids, ...(await ann.post(TASKS, { taskIds: ids, action: approve }, undo)) };
    };
    const undone = await start();
    assert.deepEqual([undone.status, undone.body.state], [202, 'held']);
    assert.equal(undone.body.held.until, new Date(tenant.clock.now.getTime() + 10_000).toISOString());
    assert.deepEqual((await ann.get(`${RUNS}/${undone.body.id}`)).body.held, undone.body.held);
    assert.equal((await bob.send('DELETE', `/api/held/${undone.body.held.id}`)).status, 404);
    assert.equal((await ann.send('DELETE', `/api/held/${undone.body.held.id}`)).status, 204);
    const left = await start();
    const stopped = await start();
    const stop = await ann.post(`${RUNS}/${stopped.body.id}/stop`);
    assert.deepEqual([stop.body.state, stop.body.held], ['stopped', undefined]);
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 11_000);
    await executeDeferredActions(context, deferredActionKinds(tenant.context));
    assert.equal((await ann.get(`${RUNS}/${undone.body.id}`)).body.state, 'stopped');
    assert.equal((await ann.get(`${RUNS}/${left.body.id}`)).body.state, 'queued');
    await withJobs(() => ended(ann, left.body.id));
    for (const id of left.ids) assert.equal(await statusOf(ann, id), 'completed');
    for (const id of [...undone.ids, ...stopped.ids]) assert.equal(await statusOf(ann, id), 'open');
    assert.equal((await ann.send('DELETE', `/api/held/${left.body.held.id}`)).body.code, 'held.already_done');
    assert.ok((await itemsOf(ann, undone.body.id)).every(({ state }) => state === 'skipped'));
  });

  test('ROLE-05 BEY-05 other users see neither run nor items; an administrator sees them and cannot act on them', async () => {
    const ids = await open(1);
    const { body } = await ann.post(TASKS, { taskIds: ids, action: approve });
    for (const url of ['', '/items', '/export']) {
      for (const who of [bob, carl])
        assert.equal((await who.get(`${RUNS}/${body.id}${url}`)).body.code, 'mass.not_found');
      assert.equal((await adam.get(`${RUNS}/${body.id}${url}`)).status, 200);
    }
    for (const verb of ['retry', 'stop']) {
      assert.equal((await bob.post(`${RUNS}/${body.id}/${verb}`)).body.code, 'mass.not_found');
      assert.equal((await adam.post(`${RUNS}/${body.id}/${verb}`)).body.code, 'access.denied');
    }
    assert.deepEqual((await carl.get(RUNS)).body.items, []);
    const all = (await adam.get(RUNS)).body.items as { id: string }[];
    assert.ok(all.some(({ id }) => id === body.id));
    assert.deepEqual((await adam.get(`${RUNS}?mine=true`)).body.items, []);
    const other = await createTestTenant(db(), `strange-${kind}`, { gus: ['admin'] }, tenant);
    assert.equal((await other.people.gus!.get(`${RUNS}/${body.id}`)).status, 404);
    const page = (await ann.get(`${RUNS}?limit=1`)).body;
    assert.equal(page.items.length, 1);
    assert.notEqual((await ann.get(`${RUNS}?limit=1&after=${page.next}`)).body.items[0].id, page.items[0].id);
    for (const bad of [`${RUNS}?after=x`, `${RUNS}/${body.id}/items?after=x`])
      assert.equal((await ann.get(bad)).body.code, 'page.cursor_mismatch');
  });

  test('BEY-05 the results can be taken along as a table', async () => {
    const [good] = await open(1);
    const [bad] = await open(1, 'order', {});
    const { body } = await ann.post(TASKS, { taskIds: [good, bad], action: approve });
    const { body: csv, headers } = await ann.get(`${RUNS}/${body.id}/export`);
    assert.match(String(headers['content-type']), /^text\/csv/);
    const lines = String(csv).split('\r\n');
    assert.equal(lines[0], '\uFEFFNumber,Task,Result,Reason,Time,Task ID');
    assert.match(lines[1]!, new RegExp(`^order-0,approve,Completed,,.*${good}$`));
    assert.match(lines[2]!, /,Failed,Field Delivery note should be filled out\.,/);
  });

  test('DEL-10 BEY-05 a delegate completes what is another’s, under both names; confidential tasks stay', async () => {
    const [usual, secret] = (await open(2)) as [string, string];
    const away = await openDelegation();
    for (const id of [usual, secret])
      await adam.post(`/api/tasks/${id}/identitylinks`, { kind: 'assignee', userId: ann.username });
    await tenant.transaction((tx) =>
      sql`UPDATE task SET confidential = 'health' WHERE id = ${secret}::uuid`.execute(tx),
    );
    const { body } = await carl.post(TASKS, { taskIds: [usual, secret], action: approve });
    assert.deepEqual(
      body.items.map((one: MassItem) => one.code),
      [undefined, 'task.not_found'],
    );
    const detail = (await adam.get(`/api/tasks/${usual}`)).body;
    assert.deepEqual([detail.endedBy.id, detail.onBehalfOf.id], [carl.username, ann.username]);
    assert.equal(await statusOf(ann, secret), 'open');
    await ann.send('DELETE', `/api/identity/delegate/${away}`);
  });

  async function openDelegation(): Promise<string> {
    const day = (days: number) => new Date(tenant.clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const period = { delegateUserId: carl.username, startDate: day(-1), endDate: day(1) };
    const { status, body } = await ann.post('/api/identity/delegate/me', period);
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }

  test('BEY-05 who is no longer active does nothing more: the rest of the run fails', async () => {
    const ids = await open(2);
    const { body } = await bob.post(TASKS, { taskIds: ids, action: approve }, { prefer: 'undo=5' });
    const setStatus = (status: string) =>
      tenant.transaction((tx) =>
        sql`UPDATE app_user SET status = ${status} WHERE id = ${bob.userId}::uuid`.execute(tx),
      );
    await setStatus('disabled');
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 6000);
    await executeDeferredActions({ db: db(), log, clock: () => tenant.clock.now }, deferredActionKinds(tenant.context));
    await withJobs(() => ended(adam, body.id));
    await setStatus('active');
    assert.deepEqual(
      (await itemsOf(adam, body.id)).map(({ code }) => code),
      ['access.denied', 'access.denied'],
    );
    assert.equal(await statusOf(ann, ids[0]!), 'open');
  });

  test('BEY-05 many tasks run as a job while the request is answered at once; each has a result', async () => {
    // More than a page of results, on one of the two databases.
    const many = kind === 'postgres' ? 210 : 120;
    const ids = await openMany(tenant, (await open(1, 'note', {}))[0]!, many);
    const started = await ann.post(TASKS, { taskIds: ids, action: { action: 'complete' } });
    assert.deepEqual([started.status, started.body.state, started.body.total], [202, 'queued', many]);
    await withJobs(async () => {
      await ended(ann, started.body.id);
      await until(async () => (await progressOf(started.body.id)).includes(many));
    });
    const run = (await ann.get(`${RUNS}/${started.body.id}`)).body;
    assert.deepEqual([run.state, run.done, run.failed], ['done', many, 0]);
    const items = await itemsOf(ann, run.id);
    assert.deepEqual(
      items.map(({ taskId }) => taskId),
      ids,
    );
    const done = await completions(ids);
    assert.ok(ids.every((id) => done.get(id) === 1));
    // Where a task takes some milliseconds there is time for progress events.
    if (kind === 'pglite') assert.ok((await progressOf(run.id)).length > 2, 'progress is told on the way');
  });

  test('BEY-05 TSK-14 all that match is 5,000 tasks at most', async () => {
    await openMany(tenant, (await open(1, 'note', {}))[0]!, 5000);
    const filter = { processKey: 'note', taskKey: 'read' };
    const tooMany = await ann.post(TASKS, { filter, action: { action: 'complete' } });
    assert.equal(tooMany.body.code, 'mass.too_many');
  });

  test('BEY-05 a stopped run leaves what is done and does no more', async () => {
    const ids = await open(60, 'note', {});
    const { body } = await ann.post(TASKS, { taskIds: ids, action: { action: 'complete' } });
    assert.equal(body.state, 'queued');
    await ann.post(`/api/tasks/${ids[0]}`, { action: 'complete' });
    const stopped = (await ann.post(`${RUNS}/${body.id}/stop`)).body;
    assert.deepEqual([stopped.state, stopped.done], ['stopped', 0]);
    await withJobs(async () => undefined);
    assert.equal(await statusOf(ann, ids[1]!), 'open');
    const rest = await ann.post(`${RUNS}/${body.id}/retry`);
    assert.equal(rest.body.total, 60);
    await withJobs(() => ended(ann, rest.body.id));
    const [first] = await itemsOf(ann, rest.body.id, '&state=failed');
    assert.deepEqual([first!.taskId, first!.code], [ids[0], 'task.already_completed']);
  });

  test('BEY-05 runs are kept for 24 months and dry runs for a day', async () => {
    const ids = await open(2);
    const dry = (await ann.post(TASKS, { taskIds: ids, action: approve, dryRun: true })).body;
    const run = (await ann.post(TASKS, { taskIds: ids, action: approve })).body;
    const age = (id: string, interval: string) =>
      tenant.transaction((tx) =>
        sql`UPDATE mass_action SET created_at = clock_timestamp() - ${interval}::interval WHERE id = ${id}::uuid`.execute(
          tx,
        ),
      );
    await age(dry.id, '25 hours');
    await age(run.id, '23 months');
    await purgeExpired(db());
    assert.equal((await ann.get(`${RUNS}/${dry.id}`)).status, 404);
    assert.equal((await itemsOf(ann, run.id)).length, 2);
    await age(run.id, '25 months');
    await purgeExpired(db());
    const { rows } = await tenant.transaction((tx) =>
      sql`SELECT 1 FROM mass_action_item WHERE mass_action_id IN (${dry.id}::uuid, ${run.id}::uuid)`.execute(tx),
    );
    assert.deepEqual(rows, []);
  });

  async function withJobs(work: () => Promise<unknown>): Promise<void> {
    const jobs = createJobs(db(), log, () => tenant.clock.now, { pollSeconds: 0.5 });
    handleRuns(jobs, tenant.context, RUN_KINDS);
    await jobs.start();
    try {
      await work();
    } finally {
      await jobs.stop();
    }
  }

  /** Resolves when the run has ended; checks again after each live event. */
  const ended = (who: Person, id: string) =>
    until(async () => ['done', 'stopped'].includes((await who.get(`${RUNS}/${id}`)).body.state));

  /** Checks again after each live event; every change that is checked here sends one. */
  async function until(isSo: () => Promise<boolean>): Promise<void> {
    let wake = () => {};
    const stop = await db().listen(LIVE_CHANNEL, () => wake());
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

  /** Returns the numbers of completed tasks in the live events that Ann received about a run. */
  async function progressOf(runId: string): Promise<number[]> {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ done: number }>`SELECT (data->>'done')::int AS done FROM live_event
        WHERE type = 'mass.progress' AND principal = ${`u:${ann.userId}`} AND data->>'id' = ${runId}`.execute(tx),
    );
    return rows.map(({ done }) => done);
  }
});
