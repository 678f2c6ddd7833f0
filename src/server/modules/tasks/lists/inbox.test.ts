import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import { deployBpmn, startInstance } from '../../processes/index.ts';

interface Item {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly due: string | null;
  readonly via: string;
  readonly viaUser?: { readonly id: string };
}

/** One task with assignee and due date from the case's variables. */
const LETTER = bpmn(
  'letter',
  sequence(
    start,
    userTask(
      'answer',
      'camunda:candidateGroups="=groups" camunda:candidateUsers="=users" camunda:dueDate="=due" camunda:priority="=priority"',
    ),
    end,
  ),
);

onDatabase('the inbox', (db) => {
  let testTenant: TestTenant;
  let ann: Person;
  let bob: Person;

  before(async () => {
    testTenant = await createTestTenant(db(), 'acme', {
      ann: ['clerks'],
      bob: [],
      carl: [],
      dora: ['clerks'],
      anton: [],
      eve: [],
      fay: [],
      hal: [],
      ivo: [],
    });
    ({ ann, bob } = testTenant.people as { ann: Person; bob: Person });
    await testTenant.deploy(LETTER);
  });

  interface NewCase {
    groups?: string[];
    users?: string[];
    due?: string | null;
    priority?: number;
    businessKey?: string;
  }
  async function open({ groups = [], users = [], due = null, priority = 50, businessKey }: NewCase): Promise<string> {
    const started = await testTenant.startInstance({
      key: 'letter',
      businessKey: businessKey ?? null,
      variables: { groups, users, due, priority },
    });
    return started.tasks[0]!.id;
  }

  async function items(who: Person, query = ''): Promise<Item[]> {
    const { status, body } = await who.get(`/api/tasks${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items;
  }
  const ids = async (who: Person, query = '') => (await items(who, query)).map(({ id }) => id);

  test('TSK-01 a task has the short name and icon of its process, and the step that its name begins with', async () => {
    const approve = '<userTask id="approve" name="Approve leave" verva:assignee="=who" verva:taskName="=title"/>';
    const named = bpmn('named', sequence(start, approve, end), 'verva:shortName="Leave" verva:icon="calendar"');
    await testTenant.deploy(named);
    const { ivo } = testTenant.people as { ivo: Person };
    for (const title of ['Approve leave: Jüri Lepik', 'Approve leave', 'Holiday: Jüri Lepik'])
      await testTenant.startInstance({ key: 'named', variables: { who: ivo.username, title } });
    const { body } = await ivo.get('/api/tasks?sort=created:asc');
    assert.deepEqual(
      body.items.map(({ step, process }: { step?: string; process: { shortName: string; icon: string } }) => [
        step ?? null,
        process.shortName,
        process.icon,
      ]),
      [
        ['Approve leave', 'Leave', 'calendar'],
        [null, 'Leave', 'calendar'],
        [null, 'Leave', 'calendar'],
      ],
    );
  });

  test('TSK-01 the inbox has the tasks as assignee, candidate or group member, each once', async () => {
    const anton = testTenant.people.anton!;
    const own = await open({ users: [anton.username] });
    const both = await open({ users: [anton.username], groups: ['clerks'] });
    await open({ groups: ['clerks'] });
    const taken = await open({ users: [anton.username, 'ann.acme'] });
    await anton.post(`/api/tasks/${taken}`, { action: 'claim' });
    const found = await items(anton, '?sort=created:asc');
    assert.deepEqual(
      found.map(({ id, via }) => [id, via]),
      [
        [own, 'candidate'],
        [both, 'candidate'],
        [taken, 'assignee'],
      ],
    );
    assert.equal((await ids(ann)).includes(taken), false);
  });

  test('TSK-02 FIL-02 the list is sorted, paged forwards and backwards, filtered and counted', async () => {
    const carl = testTenant.people.carl!;
    const users = [carl.username];
    const opened: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const due = index === 3 ? null : `2030-01-${10 + ((index * 3) % 7)}`;
      opened.push(await open({ users, due, priority: 10 * (index % 3), businessKey: `L-${index}` }));
    }
    const byDue = (await items(carl)).map(({ due }) => due);
    assert.equal(byDue.at(-1), null);
    assert.deepEqual(byDue.slice(0, -1), [...byDue.slice(0, -1)].sort());
    assert.deepEqual(await ids(carl, '?sort=created:asc'), opened);
    assert.deepEqual(await ids(carl, '?sort=created:desc'), [...opened].reverse());
    assert.deepEqual(
      (await items(carl, '?sort=priority:desc')).map(({ priority }) => priority),
      [20, 20, 10, 10, 0, 0, 0],
    );
    for (const sort of ['due:asc', 'due:desc', 'created:desc', 'priority:desc', 'priority:asc']) {
      const whole = await ids(carl, `?sort=${sort}`);
      const seen: string[] = [];
      const pages: string[][] = [];
      let page = (await carl.get(`/api/tasks?sort=${sort}&limit=3&count=true`)).body;
      assert.equal(page.total, 7);
      assert.equal(page.previous, null);
      for (;;) {
        pages.push(page.items.map(({ id }: Item) => id));
        seen.push(...pages.at(-1)!);
        if (page.next === null) break;
        page = (await carl.get(`/api/tasks?sort=${sort}&limit=3&after=${page.next}`)).body;
      }
      assert.deepEqual(seen, whole, sort);
      const back = (await carl.get(`/api/tasks?sort=${sort}&limit=3&before=${page.previous}`)).body;
      assert.deepEqual(
        back.items.map(({ id }: Item) => id),
        pages[1],
        sort,
      );
    }
    assert.deepEqual(await ids(carl, '?businessKey=eq:L-4'), [opened[4]]);
    assert.deepEqual(await ids(carl, '?q=l-5'), [opened[5]]);
    assert.equal((await ids(carl, '?priority=gte:10')).length, 4);
    assert.equal((await ids(carl, '?status=eq:open&process=eq:letter&taskKey=eq:answer&via=eq:candidate')).length, 7);
    assert.deepEqual(await ids(carl, '?process=eq:other'), []);
    assert.deepEqual(await ids(carl, '?status=eq:completed'), []);
    await carl.get(`/api/tasks/${opened[0]}`);
    assert.equal((await ids(carl, '?unread=eq:true')).includes(opened[0]!), false);
    assert.deepEqual(await ids(carl, '?unread=eq:false'), [opened[0]]);
  });

  test('FIL-04 FIL-02 unknown fields are refused by name, and values are bound', async () => {
    for (const [query, code, pointer] of [
      ['nothing=eq:1', 'filter.unknown_field', '?nothing'],
      ['name=is:1', 'filter.unknown_operator', '?name'],
      ['due=eq:yesterdayish', 'filter.bad_value', '?due'],
      ['sort=name', 'sort.unknown_field', '?sort'],
      ['after=bm9uc2Vuc2U', 'page.cursor_mismatch', '?after'],
    ] as const) {
      const { status, body } = await ann.get(`/api/tasks?${query}`);
      assert.deepEqual([status, body.code], [400, code], query);
      assert.equal(body.errors?.[0]?.pointer ?? pointer, pointer);
    }
    for (const value of ["'; DROP TABLE task; --", '%', '_', '\\']) {
      assert.deepEqual(await ids(ann, `?name=like:${encodeURIComponent(value)}`), [], value);
      assert.deepEqual(await ids(ann, `?q=${encodeURIComponent(value)}`), [], value);
    }
    assert.deepEqual(await ids(ann, '?priority=gt:49.5&priority=lt:49.6'), []);
    assert.equal((await ids(ann, '?assignee=eq:')).length, (await ids(ann)).length);
    assert.deepEqual(await ids(ann, '?assignee=eq:me'), []);
    assert.deepEqual(await ids(ann, '?onBehalfOf=eq:bob.acme'), []);
  });

  test('TSK-17 FIL-02 a search among more than 20,000 tasks is answered, whether it finds all of them or none', async () => {
    const finn = (await createTestTenant(db(), 'hooli', { finn: [] }, testTenant)).people.finn!;
    const tenant = (
      await db().systemTransaction((tx) =>
        tx.selectFrom('tenant').select('id').where('slug', '=', 'hooli').executeTakeFirstOrThrow(),
      )
    ).id;
    await db().tenantTransaction({ tenantId: tenant, userId: null }, async (tx) => {
      await sql`INSERT INTO task (id, name) SELECT uuid7(), 'Letter ' || n % 9 FROM generate_series(1, 20001) n`.execute(
        tx,
      );
      await sql`INSERT INTO task_inbox (principal, task_id, due_at, priority) SELECT 'u:' || ${finn.userId}::text, id, due_at, priority FROM task`.execute(
        tx,
      );
    });
    // As autovacuum does after that many new rows: plans for few rows are replaced.
    await db().ownerTransaction((tx) => sql`ANALYZE task, task_inbox`.execute(tx));
    const none = await finn.get('/api/tasks?q=nowhere');
    assert.deepEqual([none.status, none.body.items], [200, []]);
    await db().tenantTransaction({ tenantId: tenant, userId: null }, async (tx) => {
      await sql`INSERT INTO app_group (id, name) VALUES ('crowd', 'Crowd')`.execute(tx);
      await sql`INSERT INTO group_member (group_id, user_id) VALUES ('crowd', ${finn.userId}::uuid)`.execute(tx);
      await sql`UPDATE task_inbox SET principal = 'g:crowd'`.execute(tx);
      await sql`WITH mine AS (INSERT INTO task (id, name, assignee_id) VALUES (uuid7(), 'Mine', ${finn.userId}::uuid) RETURNING *)
        INSERT INTO task_inbox (principal, task_id, due_at, priority) SELECT 'u:' || ${finn.userId}::text, id, due_at, priority FROM mine`.execute(
        tx,
      );
    });
    const mine = await finn.get('/api/tasks?assignee=eq:me');
    assert.deepEqual(
      mine.body.items.map(({ name }: { name: string }) => name),
      ['Mine'],
    );
    assert.deepEqual(await ids(finn, '?via=eq:delegation'), []);
    assert.equal((await finn.get('/api/tasks?limit=5')).body.items.length, 5);
    assert.equal((await finn.get('/api/tasks?q=letter&limit=5')).body.items.length, 5);
    assert.equal((await finn.get('/api/tasks?limit=1&count=true')).body.total, 1000);
  });

  test('FIL-02 TSK-17 every operator works for every field of the list, in every order', async () => {
    const [first, second, third] = await Promise.all(
      [
        { due: '2035-01-01', priority: 10, businessKey: 'A-1' },
        { due: null, priority: 50, businessKey: 'A-2' },
        { due: '2035-03-01', priority: 90, businessKey: 'b-3' },
      ].map((newCase) => open({ ...newCase, users: ['eve.acme'] })),
    );
    const eve = testTenant.people.eve!;
    await eve.post(`/api/tasks/${first}`, { action: 'claim' });
    const created = new Date(testTenant.clock.now.getTime() + 60_000).toISOString();
    for (const [query, found] of [
      ['name=like:ANSW', [first, second, third]],
      ['name=nlike:answ', []],
      ['businessKey=startWith:a-', [first, second]],
      ['businessKey=endWith:3', [third]],
      ['businessKey=ilike:-2', [second]],
      ['businessKey=in:a-1,B-3', [first, third]],
      ['businessKey=neq:A-1', [second, third]],
      ["businessKey=eq:''", []],
      ['businessKey=neq:', [first, second, third]],
      ['process=neq:letter', []],
      ['process=in:letter,other', [first, second, third]],
      ['process=neq:', [first, second, third]],
      ['taskKey=in:answer', [first, second, third]],
      ['via=in:assignee', [first]],
      ['via=neq:assignee', [second, third]],
      ['due=eq:', [second]],
      ['due=neq:', [first, third]],
      ['due=lt:2035-03-01', [first]],
      ['due=lte:2035-03-01', [first, third]],
      ['due=gt:2035-01-01', [second, third]],
      ['due=gte:now', [first, second, third]],
      ['due=lt:now', []],
      ['due=inrange:2035-01-01,2035-02-01', [first]],
      ['due=neq:2035-01-01', [second, third]],
      ['created=eq:today', [first, second, third]],
      [`created=gt:${created}`, []],
      ['priority=eq:50', [second]],
      ['priority=in:10,90', [first, third]],
      ['priority=neq:10', [second, third]],
      ['priority=inrange:11,', [second, third]],
      ['priority=lte:10', [first]],
      ['assignee=eq:me', [first]],
      ['assignee=neq:me', [second, third]],
      ['assignee=in:eve.acme,emptyValue', [first, second, third]],
      ['assignee=eq:emptyValue', [second, third]],
      ['via=eq:emptyValue', []],
      ['process=neq:emptyValue', [first, second, third]],
      ['onBehalfOf=eq:', [first, second, third]],
      ['unread=eq:true', [first, second, third]],
    ] as const) {
      for (const sort of ['due', 'due:desc', 'created', 'priority:desc', 'process', 'process:desc']) {
        const got = await ids(eve, `?sort=${sort}&${query}`);
        assert.deepEqual([...got].sort(), [...found].sort(), `${query} by ${sort}`);
      }
    }
  });

  test('TSK-17 tasks are sorted by process and then by due date, in pages both ways', async () => {
    const fay = testTenant.people.fay!;
    await testTenant.deploy(LETTER.replaceAll('letter', 'alpha'));
    const opened: string[] = [];
    for (const [key, due] of [
      ['letter', '2035-01-02'],
      ['alpha', '2035-01-03'],
      ['letter', '2035-01-01'],
      ['alpha', null],
      ['letter', null],
    ] as const) {
      const started = await testTenant.startInstance({
        key,
        variables: { groups: [], users: [fay.username], due, priority: 50 },
      });
      opened.push(started.tasks[0]!.id);
    }
    const order = [1, 3, 2, 0, 4].map((index) => opened[index]);
    assert.deepEqual(await ids(fay, '?sort=process'), order);
    assert.deepEqual(await ids(fay, '?sort=process:asc,due:asc'), order);
    assert.deepEqual(await ids(fay, '?sort=process:desc'), order.toReversed());
    const seen: string[] = [];
    let page = (await fay.get('/api/tasks?sort=process&limit=2')).body;
    for (;;) {
      seen.push(...page.items.map(({ id }: Item) => id));
      if (page.next === null) break;
      page = (await fay.get(`/api/tasks?sort=process&limit=2&after=${page.next}`)).body;
    }
    assert.deepEqual(seen, order);
    const back = (await fay.get(`/api/tasks?sort=process&limit=3&before=${page.previous}`)).body;
    assert.deepEqual(
      back.items.map(({ id }: Item) => id),
      order.slice(1, 4),
    );
  });

  test('TSK-09 the next task is found from any task, also from a completed one', async () => {
    const dora = testTenant.people.dora!;
    const users = [dora.username];
    const first = await open({ users, due: '2031-01-01' });
    const second = await open({ users, due: '2031-01-02' });
    const third = await open({ users, due: '2031-01-03' });
    const following = async (id: string, query = '') => (await dora.get(`/api/tasks/next/${id}${query}`)).body.task?.id;
    assert.equal(await following(first), second);
    assert.equal(await following(third, '?sort=due:desc'), second);
    await dora.post(`/api/tasks/${second}`, { action: 'complete' });
    assert.equal(await following(second), third);
    const done = await dora.post(`/api/tasks/${first}`, { action: 'complete' });
    assert.equal(done.body.next, third);
  });

  test('TSK-09 with tasks due or opened within one millisecond the next is found in each order', async () => {
    const hal = testTenant.people.hal!;
    const opened: string[] = [];
    for (let count = 0; count < 5; count += 1) opened.push(await open({ users: [hal.username], due: '2031-01-01' }));
    // IDs in the opposite order, so that they do not hide an order that the time leaves open.
    const order = opened.toSorted().toReversed();
    await testTenant.transaction(async (tx) => {
      for (const [index, id] of order.entries()) {
        const at = sql`${`2031-01-01T10:00:00.1230${index}5Z`}::timestamptz`;
        await sql`UPDATE task SET due_at = ${at}, created_at = ${at} WHERE id = ${id}::uuid`.execute(tx);
        await sql`UPDATE task_inbox SET due_at = ${at}, created_at = ${at} WHERE task_id = ${id}::uuid`.execute(tx);
      }
    });
    for (const sort of ['due:asc', 'created:asc', 'priority:desc', 'process:asc', 'due:desc', 'priority:asc']) {
      const listed = await ids(hal, `?sort=${sort}`);
      assert.deepEqual(listed, ['due:desc', 'priority:asc'].includes(sort) ? order.toReversed() : order, sort);
      const followed = [];
      for (const id of listed) followed.push((await hal.get(`/api/tasks/next/${id}?sort=${sort}`)).body.task?.id);
      // The first follows the last one.
      assert.deepEqual(followed, [...listed.slice(1), listed[0]], sort);
    }
  });

  test('the badge counts to a hundred and has the overdue and due-today counts', async () => {
    const other = await createTestTenant(db(), 'initech', { eva: [] }, testTenant);
    const eva = other.people.eva!;
    const at = {
      db: db(),
      tenantId: other.tenantId,
      timeZone: 'Europe/Tallinn',
      userId: null,
      now: testTenant.clock.now,
    };
    await other.transaction((tx) => deployBpmn(tx, at, LETTER));
    const add = (due: string | null) =>
      other.transaction((tx) =>
        startInstance(tx, at, { key: 'letter', variables: { groups: [], users: [eva.username], due, priority: 50 } }),
      );
    const today = dayOf(testTenant.clock.now, 'Europe/Tallinn');
    await add('2020-01-01');
    await add(today);
    await add(null);
    assert.deepEqual((await eva.get('/api/tasks/count')).body, { count: 3, atLeast: false, overdue: 1, dueToday: 1 });
    for (let index = 0; index < 98; index += 1) await add(null);
    const { body } = await eva.get('/api/tasks/count');
    assert.deepEqual([body.count, body.atLeast], [100, true]);
  });

  test('TSK-01 a delegate sees and does the delegator’s tasks from the first to the last day of the tenant', async () => {
    const now = testTenant.clock.now;
    const task = await open({ users: [ann.username] });
    const ofGroup = await open({ groups: ['clerks'] });
    const secret = await open({ users: [ann.username] });
    await testTenant.transaction((tx) =>
      sql`UPDATE task SET confidential = 'pay' WHERE id = ${secret}::uuid`.execute(tx),
    );
    await testTenant.transaction((tx) =>
      sql`UPDATE task_inbox SET principal = 'c' || substr(principal, 2) WHERE task_id = ${secret}::uuid`.execute(tx),
    );
    await testTenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${ann.userId}::uuid, ${bob.userId}::uuid, '2030-06-10', '2030-06-12')`.execute(tx),
    );
    // Midnight in Tallinn is 21:00 of the previous day in UTC.
    const at = async (moment: string) => {
      testTenant.clock.now = new Date(moment);
      return ids(bob);
    };
    assert.deepEqual(await at('2030-06-09T20:59:59.999Z'), []);
    const seen = await at('2030-06-09T21:00:00.000Z');
    assert.equal(seen.includes(task), true);
    assert.equal(seen.includes(ofGroup), false);
    assert.equal(seen.includes(secret), false);
    assert.equal((await bob.get(`/api/tasks/${secret}`)).status, 404);
    assert.equal((await ids(ann)).includes(secret), true);
    assert.equal((await at('2030-06-12T20:59:59.999Z')).includes(task), true);
    const listed = (await items(bob)).find(({ id }) => id === task)!;
    assert.deepEqual([listed.via, listed.viaUser?.id], ['delegation', ann.username]);
    assert.deepEqual(await at('2030-06-12T21:00:00.000Z'), []);
    assert.equal((await bob.post(`/api/tasks/${task}`, { action: 'complete' })).status, 404);
    testTenant.clock.now = new Date('2030-06-12T20:00:00.000Z');
    const done = await bob.post(`/api/tasks/${task}`, { action: 'complete' });
    assert.equal(done.body.task.onBehalfOf.id, ann.username);
    assert.equal(done.body.task.endedBy.id, bob.username);
    const late = await ann.post(`/api/tasks/${task}`, { action: 'complete' });
    assert.equal(late.body.by.id, bob.username);
    assert.equal(late.body.onBehalfOf.id, ann.username);
    testTenant.clock.now = now;
  });

  test('a delegation without open tasks starts with tasks of its first day', async () => {
    const now = testTenant.clock.now;
    const carl = testTenant.people.carl!;
    const before = await open({ users: ['anton.acme'] });
    const today = dayOf(new Date(Date.now() + 86_400_000), 'Europe/Tallinn');
    await testTenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date, move_open_tasks)
        VALUES (${testTenant.people.anton!.userId}::uuid, ${carl.userId}::uuid, ${today}, ${today}, false)`.execute(tx),
    );
    testTenant.clock.now = new Date(`${today}T12:00:00.000Z`);
    assert.equal((await ids(carl)).includes(before), false);
    assert.equal((await carl.get(`/api/tasks/${before}`)).status, 404);
    testTenant.clock.now = now;
  });
});
