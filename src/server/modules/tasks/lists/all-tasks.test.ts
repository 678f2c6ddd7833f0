import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly due: string | null;
  readonly ended: string | null;
  readonly priority: number;
  readonly businessKey: string | null;
  readonly assignee: { readonly id: string } | null;
  readonly endedBy: { readonly id: string; readonly name: string } | null;
  readonly onBehalfOf: { readonly name: string } | null;
}

const model = (key: string) =>
  bpmn(
    key,
    sequence(
      start,
      userTask(
        'answer',
        'camunda:candidateGroups="=groups" camunda:candidateUsers="=users" camunda:assignee="=assignee" camunda:dueDate="=due" camunda:priority="=priority"',
      ),
      end,
    ),
  );

onDatabase('all tasks', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let viewer: Person;
  let ann: Person;
  const ids: Record<string, string> = {};

  interface NewCase {
    key?: string;
    groups?: string[];
    users?: string[];
    assignee?: string;
    due?: string | null;
    priority?: number;
    businessKey?: string;
  }
  async function open(newCase: NewCase): Promise<string> {
    const { key = 'letter', groups = [], users = [], assignee = '', due = null, priority = 50, businessKey } = newCase;
    tenant.clock.pass(60_000);
    const started = await tenant.startInstance({
      key,
      businessKey: businessKey ?? null,
      variables: { groups, users, assignee: assignee || null, due, priority },
    });
    return started.tasks[0]!.id;
  }

  async function page(query: string, who = viewer) {
    const { status, body } = await who.get(`/api/tasks/all${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as { items: Item[]; next: string | null; previous: string | null; total?: number };
  }
  const nameOf = (id: string) => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? id;
  const found = async (query: string, who = viewer) => (await page(query, who)).items.map(({ id }) => nameOf(id));

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      boss: ['admin'],
      viewer: ['alltasks'],
      ann: ['clerks'],
      bob: [],
      carl: ['employee_management_admin', 'alltasks'],
      deputy: [],
      provider: ['verva.admin'],
    });
    ({ boss, viewer, ann } = tenant.people as { boss: Person; viewer: Person; ann: Person });
    await tenant.deploy(model('letter'));
    await tenant.deploy(model('parcel'));
    ids.a = await open({ assignee: 'ann.acme', due: '2030-01-05', priority: 10, businessKey: 'KL-1' });
    ids.b = await open({ assignee: 'bob.acme', due: '2030-01-03', priority: 90, businessKey: 'kl-2' });
    ids.c = await open({ groups: ['clerks'], priority: 50, businessKey: 'PO-1' });
    ids.d = await open({ key: 'parcel', users: ['ann.acme'], due: '2030-01-04', priority: 50 });
    ids.e = await open({ key: 'parcel', assignee: 'bob.acme' });
    ids.f = await open({ groups: ['clerks'], due: '2030-01-01' });
    for (const name of ['e', 'f']) {
      tenant.clock.pass(60_000);
      const who = name === 'e' ? tenant.people.bob! : ann;
      const done = await who.post(`/api/tasks/${ids[name]}`, { action: 'complete', outcome: 'complete' });
      assert.equal(done.status, 200, JSON.stringify(done.body));
    }
  });

  test('FIL-03 tasks are listed by id, and what is no id of the organisation matches none', async () => {
    const others = '0198a000-0000-7000-8000-000000000001';
    assert.deepEqual(await found(`?id=in:${ids.a},${ids.e},${others},rubbish`), ['e', 'a']);
    assert.deepEqual(await found(`?id=eq:${ids.c}&status=eq:completed`), []);
    assert.deepEqual(await found(`?id=neq:${ids.a}&status=eq:open`), ['d', 'c', 'b']);
    assert.deepEqual(await found('?id=eq:'), []);
    assert.deepEqual(await found(`?id=in:${ids.a},${ids.d}&sort=due`), ['d', 'a']);
    const { body } = await viewer.post('/api/downloads', {
      list: '/api/tasks/all',
      query: `id=in:${ids.d},${ids.a}`,
      columns: ['id'],
    });
    const file = await viewer.get(body.url);
    const lines = String(file.body).split('\r\n').slice(1, -1);
    assert.deepEqual(lines, [ids.d, ids.a]);
  });

  test('TSK-03 RTE-04 open and finished tasks of all users are for alltasks and administrators only', async () => {
    assert.deepEqual(await found(''), ['f', 'e', 'd', 'c', 'b', 'a']);
    assert.deepEqual(await found('', boss), ['f', 'e', 'd', 'c', 'b', 'a']);
    const refused = await ann.get('/api/tasks/all');
    assert.deepEqual([refused.status, refused.body.code], [403, 'access.denied']);
    const [finished] = (await page('?status=eq:completed&sort=ended:asc')).items;
    assert.equal(finished!.endedBy!.id, 'bob.acme');
    assert.equal(finished!.ended !== null, true);
  });

  test('FIL-01 FIL-02 every declared filter finds its tasks', async () => {
    const cases: readonly (readonly [string, string[]])[] = [
      ['status=eq:open', ['d', 'c', 'b', 'a']],
      ['status=in:completed,cancelled', ['f', 'e']],
      ['status=neq:open', ['f', 'e']],
      ['name=like:ANSW', ['f', 'e', 'd', 'c', 'b', 'a']],
      ['name=nlike:answer', []],
      ['process=eq:parcel', ['e', 'd']],
      ['process=in:parcel,nothing', ['e', 'd']],
      ['process=neq:parcel', ['f', 'c', 'b', 'a']],
      ['taskKey=eq:answer', ['f', 'e', 'd', 'c', 'b', 'a']],
      ['assignee=eq:ann.acme', ['a']],
      ['assignee=in:ann.acme,bob.acme', ['e', 'b', 'a']],
      ['assignee=neq:bob.acme', ['f', 'd', 'c', 'a']],
      ["assignee=eq:''", ['f', 'd', 'c']],
      ['assignee=neq:', ['e', 'b', 'a']],
      ['assignee=eq:emptyValue', ['f', 'd', 'c']],
      ['assignee=neq:emptyValue', ['e', 'b', 'a']],
      ['status=eq:emptyValue', []],
      ['process=in:emptyValue,parcel', ['e', 'd']],
      ['assignee=eq:nobody.known', []],
      ['group=eq:clerks', ['c']],
      ['group=neq:clerks', ['f', 'e', 'd', 'b', 'a']],
      ['priority=gte:50', ['f', 'e', 'd', 'c', 'b']],
      ['priority=inrange:10,60', ['f', 'e', 'd', 'c', 'a']],
      ['due=lte:2030-01-04', ['f', 'd', 'b']],
      ['due=inrange:2030-01-04,2030-01-05', ['d', 'a']],
      ["due=eq:''", ['e', 'c']],
      ['created=gte:2020-01-01', ['f', 'e', 'd', 'c', 'b', 'a']],
      ['created=lt:2020-01-01', []],
      ["ended=neq:''", ['f', 'e']],
      ['endedBy=eq:ann.acme', ['f']],
      ['onBehalfOf=eq:ann.acme', []],
      ['outcome=eq:complete', ['f', 'e']],
      ['businessKey=startWith:kl', ['b', 'a']],
      ['businessKey=eq:KL-2', ['b']],
      ['businessKey=endWith:-1', ['c', 'a']],
      ["businessKey=eq:''", ['f', 'e', 'd']],
      ['unread=eq:true', ['f', 'e', 'd', 'c', 'b', 'a']],
      ['q=po-1', ['c']],
      ['assignee=eq:bob.acme&status=eq:open', ['b']],
      ['businessKey=startWith:k&assignee=eq:ann.acme&due=gte:2030-01-01', ['a']],
    ];
    for (const [query, expected] of cases) assert.deepEqual(await found(`?${query}`), expected, query);
  });

  test('FIL-04 an unsupported field, operator or order is refused by name', async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      ['variables=eq:1', 'filter.unknown_field', '?variables'],
      ['due=like:2030', 'filter.unknown_operator', '?due'],
      ['priority=eq:high', 'filter.bad_value', '?priority'],
      ['sort=name', 'sort.unknown_field', '?sort'],
    ];
    for (const [query, code, pointer] of cases) {
      const { status, body } = await viewer.get(`/api/tasks/all?${query}`);
      assert.deepEqual([status, body.code, body.errors[0].pointer], [400, code, pointer]);
    }
    assert.equal((await viewer.get('/api/tasks/all?sort=due:asc,created:desc')).body.code, 'sort.unknown_field');
  });

  test('TSK-03 every order is paged forwards and backwards, rows without a value last', async () => {
    const orders: Readonly<Record<string, string[]>> = {
      'created:desc': ['f', 'e', 'd', 'c', 'b', 'a'],
      'created:asc': ['a', 'b', 'c', 'd', 'e', 'f'],
      'due:asc': ['f', 'b', 'd', 'a', 'c', 'e'],
      'due:desc': ['a', 'd', 'b', 'f', 'e', 'c'],
      'priority:desc': ['b', 'f', 'e', 'd', 'c', 'a'],
      'priority:asc': ['a', 'c', 'd', 'e', 'f', 'b'],
      'ended:asc': ['e', 'f', 'a', 'b', 'c', 'd'],
      'ended:desc': ['f', 'e', 'd', 'c', 'b', 'a'],
    };
    // The second query uses the index of a filter and must return the same.
    for (const filter of ['', '&created=gte:2020-01-01']) {
      for (const [sort, expected] of Object.entries(orders)) {
        const query = `?sort=${sort}&limit=2${filter}`;
        const seen: string[] = [];
        const pages: string[][] = [];
        let now = await page(`${query}&count=true`);
        assert.deepEqual([now.total, now.previous], [6, null]);
        for (;;) {
          pages.push(now.items.map(({ id }) => nameOf(id)));
          seen.push(...pages.at(-1)!);
          if (!now.next) break;
          now = await page(`${query}&after=${now.next}`);
        }
        assert.deepEqual(seen, expected, query);
        for (const before of pages.slice(0, -1).reverse()) {
          now = await page(`${query}&before=${now.previous}`);
          assert.deepEqual(
            now.items.map(({ id }) => nameOf(id)),
            before,
            `${query} back`,
          );
        }
      }
    }
    const { next } = await page('?limit=2');
    assert.equal((await viewer.get(`/api/tasks/all?sort=due:asc&after=${next}`)).body.code, 'page.cursor_mismatch');
  });

  test('TSK-03 confidential tasks are hidden if the organisation requires the group', async () => {
    await tenant.transaction(async (tx) => {
      await sql`UPDATE task SET confidential = 'health' WHERE id = ${ids.c}::uuid`.execute(tx);
    });
    assert.equal((await found('')).includes('c'), true);
    await tenant.transaction((tx) =>
      sql`INSERT INTO tenant_setting (key, value) VALUES ('confidentialNeedsGroup', 'true')`.execute(tx),
    );
    assert.equal((await found('')).includes('c'), false);
    assert.equal((await found('', boss)).includes('c'), false);
    assert.equal((await boss.get(`/api/tasks/${ids.c}`)).status, 404);
    assert.equal((await found('', tenant.people.carl)).includes('c'), true);
    await tenant.transaction((tx) =>
      sql`UPDATE tenant_setting SET value = '"provider"' WHERE key = 'confidentialNeedsGroup'`.execute(tx),
    );
    assert.equal((await found('', boss)).includes('c'), true);
    assert.equal((await boss.get(`/api/tasks/${ids.c}`)).status, 200);
    const { provider } = tenant.people;
    assert.equal((await found('', provider)).includes('c'), false);
    assert.equal((await provider!.get(`/api/tasks/${ids.c}`)).status, 404);
    await tenant.transaction(async (tx) => {
      await sql`DELETE FROM tenant_setting WHERE key = 'confidentialNeedsGroup'`.execute(tx);
      await sql`UPDATE task SET confidential = NULL WHERE id = ${ids.c}::uuid`.execute(tx);
    });
  });

  test('TSK-03 workload and age of tasks by user and group', async () => {
    const { status, body } = await viewer.get('/api/tasks/load');
    assert.equal(status, 200);
    const of = (id: string) => body.people.find(({ user }: { user: { id: string } }) => user.id === id);
    assert.deepEqual([of('ann.acme').open, of('ann.acme').finished, of('ann.acme').overdue], [1, 1, 0]);
    assert.deepEqual([of('bob.acme').open, of('bob.acme').finished], [1, 1]);
    assert.equal(of('viewer.acme'), undefined);
    const [clerks] = body.groups;
    assert.deepEqual([clerks.id, clerks.open], ['clerks', 1]);
    assert.equal(typeof clerks.oldest, 'string');
    assert.equal(body.unassigned.open, 2);
    assert.equal((await ann.get('/api/tasks/load')).status, 403);
  });

  test('TSK-03 tasks of another organisation are not listed', async () => {
    const other = await createTestTenant(db(), 'other', { eve: ['alltasks'] }, tenant);
    const { body } = await other.people.eve!.get('/api/tasks/all?count=true');
    assert.deepEqual([body.items, body.total], [[], 0]);
  });

  const act = (who: Person, names: string[], action: object, headers = {}) =>
    who.post('/api/tasks', { taskIds: names.map((name) => ids[name] ?? name), action }, headers);

  test('TSK-07 BEY-05 a refused task does not affect the others, and has a reason', async () => {
    const missing = '019aa5d0-0000-7000-8000-0000000000ff';
    const { status, body } = await act(boss, ['a', 'f', missing, 'b'], { action: 'assign', userId: 'ann.acme' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.results.map(({ ok, code }: { ok: boolean; code?: string }) => (ok ? 'ok' : code)),
      ['ok', 'task.already_completed', 'task.not_found', 'ok'],
    );
    assert.match(body.results[1].title, /Ann completed this/);
    assert.deepEqual(await found('?assignee=eq:ann.acme&status=eq:open'), ['b', 'a']);
    const history = (await boss.get(`/api/tasks/${ids.b}/history`)).body;
    assert.equal(history.at(-1).kind, 'assigned');
    await act(boss, ['b'], { action: 'assign', userId: 'bob.acme' });
  });

  test('TSK-07 priority, due day and follow-up of many tasks, for administrators and users who may act', async () => {
    const due = await act(boss, ['a', 'd'], { action: 'due', due: '2031-02-01' });
    assert.deepEqual(
      due.body.results.map(({ ok }: { ok: boolean }) => ok),
      [true, true],
    );
    const { items } = await page('?due=eq:2031-02-01&sort=due:asc');
    assert.deepEqual(
      items.map(({ id, due }) => [nameOf(id), due]),
      [
        ['a', '2031-02-01T21:59:59.999Z'],
        ['d', '2031-02-01T21:59:59.999Z'],
      ],
    );
    // The assignee's inbox shows the same day.
    const inbox = (await ann.get('/api/tasks?due=eq:2031-02-01')).body.items;
    assert.equal(inbox.length, 2);
    assert.equal((await act(boss, ['a'], { action: 'priority', priority: 77 })).body.results[0].ok, true);
    assert.equal((await boss.get(`/api/tasks/${ids.a}`)).body.priority, 77);
    assert.equal((await act(boss, ['a'], { action: 'followUp', followUp: null })).body.results[0].ok, true);
    const refused = await act(viewer, ['a'], { action: 'priority', priority: 1 });
    assert.deepEqual([refused.status, refused.body.results[0].code], [200, 'access.denied']);
    await act(boss, ['a'], { action: 'due', due: '2030-01-05' });
    await act(boss, ['d'], { action: 'due', due: '2030-01-04' });
    await act(boss, ['a'], { action: 'priority', priority: 10 });
  });

  test('TSK-07 read, unread, claim, release and complete of many tasks', async () => {
    const outcomes = async (names: string[], action: object) =>
      (await act(ann, names, action)).body.results.map(({ ok, code }: { ok: boolean; code?: string }) => ok || code);
    const [x, y] = [await open({ groups: ['clerks'] }), await open({ groups: ['clerks'] })];
    assert.deepEqual(await outcomes([x, y], { action: 'read' }), [true, true]);
    assert.deepEqual(await outcomes([y], { action: 'unread' }), [true]);
    const mine = (await ann.get('/api/tasks?sort=created:desc&limit=2')).body.items;
    assert.deepEqual(
      mine.map(({ id, unread }: { id: string; unread: boolean }) => [id, unread]),
      [
        [y, true],
        [x, false],
      ],
    );
    assert.deepEqual(await outcomes([x, y], { action: 'claim' }), [true, true]);
    assert.deepEqual(await outcomes([x], { action: 'release' }), [true]);
    assert.deepEqual(await outcomes([x], { action: 'release' }), ['task.not_claimed']);
    assert.deepEqual(await outcomes([x, y], { action: 'complete', outcome: 'complete' }), [true, true]);
    assert.deepEqual(await outcomes([x, y], { action: 'complete', outcome: 'complete' }), [
      'task.already_completed',
      'task.already_completed',
    ]);
  });

  test('TSK-07 TSK-05 delegate and snooze of many tasks', async () => {
    const [x, y] = [await open({ assignee: 'ann.acme' }), await open({ assignee: 'bob.acme' })];
    const delegated = await act(ann, [x, y], { action: 'delegate', userId: 'deputy.acme', returns: true });
    assert.deepEqual(
      delegated.body.results.map(({ ok }: { ok: boolean }) => ok),
      [true, false],
    );
    assert.equal((await ann.get(`/api/tasks/${x}`)).body.assignee.id, 'deputy.acme');
    const until = new Date(tenant.clock.now.getTime() + 3_600_000).toISOString();
    const { bob } = tenant.people;
    const asleep = await act(bob!, [y, x], { action: 'snooze', until });
    assert.deepEqual(
      asleep.body.results.map(({ ok }: { ok: boolean }) => ok),
      [true, false],
    );
    assert.equal((await bob!.get(`/api/tasks/${y}`)).body.snoozedUntil, until);
  });

  test('TSK-07 API-04 the same key gets the first response, and nothing is done twice', async () => {
    const z = await open({ groups: ['clerks'] });
    const headers = { 'idempotency-key': 'multi-action-1' };
    const first = await act(ann, [z], { action: 'complete', outcome: 'complete' }, headers);
    const again = await act(ann, [z], { action: 'complete', outcome: 'complete' }, headers);
    assert.equal(first.body.results[0].ok, true);
    assert.deepEqual([again.body, again.headers['idempotency-replayed']], [first.body, 'true']);
  });

  test('API-06 TSK-07 without a key the same body within a minute gets the first response, also concurrently', async () => {
    const z = await open({ groups: ['clerks'] });
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ taskIds: [z], action: { action: 'complete', outcome: 'complete' } });
    const complete = (who: Person) => who.send('POST', '/api/tasks', body, json);
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(ann)));
    for (const { status, body } of answers) assert.deepEqual([status, body.results], [200, [{ taskId: z, ok: true }]]);
    assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 5);
    // The same body of another user is a separate request.
    assert.equal((await complete(boss)).body.results[0].code, 'task.already_completed');
  });

  test('TSK-07 an error of the whole request refuses all tasks', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ action: 'assign' }, 'request.missing_parameter'],
      [{ action: 'snooze' }, 'request.missing_parameter'],
      [{ action: 'delegate', userId: 'ann.acme' }, 'request.missing_parameter'],
      [{ action: 'assign', userId: 'nobody.known' }, 'user.not_found'],
      [{ action: 'due', due: '2031-02-30' }, 'request.invalid'],
      [{ action: 'priority', priority: 101 }, 'request.invalid'],
      [{ action: 'claim', userId: 'me' }, 'request.invalid'],
      [{ action: 'explode' }, 'request.invalid'],
    ];
    for (const [action, code] of cases) assert.equal((await act(boss, ['a'], action)).body.code, code);
    const many = Array.from({ length: 101 }, () => ids.a!);
    assert.equal((await act(boss, many, { action: 'read' })).status, 400);
    assert.equal((await act(boss, [], { action: 'read' })).status, 400);
  });
});
