import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { taskListFields } from '../../../../shared/contracts/tasks.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import { conditionSql } from '../../../platform/condition-sql.ts';
import type { Tx } from '../../../platform/database.ts';
import { parseList } from '../../../platform/filters.ts';
import { countInbox, type InboxQuery, readInbox, type Viewer } from '../../inbox/index.ts';
import { deployBpmn } from '../../processes/index.ts';
import { positionOf, toInboxQuery } from './inbox.filters.ts';

const WHO =
  'camunda:candidateGroups="=groups" camunda:candidateUsers="=users" camunda:dueDate="=due" camunda:priority="=priority"';
const ZONE = 'Europe/Tallinn';

/** Values of each filter that match many tasks, some, and none. */
const FILTERS: readonly string[] = [
  'name=like:ANSW',
  'name=like:kiri 1',
  'name=nlike:answer',
  'name=eq:store',
  'name=neq:store',
  'name=startWith:kiri',
  'name=endWith:7',
  'name=in:answer,Kiri 3',
  'process=eq:letter',
  'process=neq:letter',
  'process=in:memo,nothing',
  'taskKey=eq:answer',
  'taskKey=neq:answer',
  'taskKey=in:store,answer',
  'status=eq:open',
  'status=neq:open',
  'due=eq:',
  'due=neq:',
  'due=lt:2035-01-05',
  'due=gte:2035-01-04',
  'due=eq:2035-01-03',
  'due=neq:2035-01-03',
  'created=gte:today',
  'created=lt:today',
  'priority=eq:50',
  'priority=gte:60',
  'priority=in:10,90',
  'priority=neq:50',
  'assignee=eq:me',
  'assignee=neq:me',
  'assignee=eq:',
  'assignee=in:me,bob.acme',
  'via=eq:group',
  'via=eq:candidate',
  'via=eq:assignee',
  'via=eq:delegation',
  'via=neq:group',
  'onBehalfOf=eq:',
  'onBehalfOf=eq:bob.acme',
  'onBehalfOf=neq:bob.acme',
  'businessKey=like:a-1',
  'businessKey=nlike:1',
  'businessKey=eq:A-12',
  'businessKey=neq:A-12',
  'businessKey=startWith:a-',
  'businessKey=endWith:2',
  'businessKey=in:a-3,A-4',
  'businessKey=eq:',
  'businessKey=neq:',
  'businessKey=like:a key that is longer than',
  'businessKey=endWith:cut up',
  'unread=eq:true',
  'unread=eq:false',
  'snoozed=eq:true',
  'q=kiri',
  'q=a-1',
  'q=7',
  'q=nowhere',
];
const SORTS = [
  'due:asc',
  'due:desc',
  'created:asc',
  'created:desc',
  'priority:desc',
  'priority:asc',
  'process:asc',
  'process:desc',
];

/** The usual limits without a sample. */
const UNSAMPLED = { sortLimit: 2000, prefilterLimit: 10_000, mergeLimit: 100_000, partitionLimit: 300, sampleLimit: 0 };

onDatabase('lists of the inbox', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  const opened: string[] = [];

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks', 'drivers'], bob: ['boats'], carl: ['clerks'] });
    ann = tenant.people.ann!;
    await tenant.transaction(async (tx) => {
      for (const key of ['letter', 'memo']) {
        await deployBpmn(
          tx,
          tenant.scope(),
          bpmn(key, sequence(start, userTask('answer', WHO), userTask('store', WHO), end)),
        );
      }
      await deployBpmn(
        tx,
        tenant.scope(),
        bpmn('named', sequence(start, userTask('answer', `${WHO} verva:taskName="=title"`), end)),
      );
      const today = dayOf(tenant.clock.now, ZONE);
      await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${tenant.people.bob!.userId}::uuid, ${ann.userId}::uuid, ${today}, ${today})`.execute(tx);
    });
    const now = tenant.clock.now;
    for (let index = 0; index < 48; index += 1) {
      if (index === 10) tenant.clock.now = new Date(now.getTime() - 3 * 86_400_000);
      if (index === 20) tenant.clock.now = now;
      const users = [['ann.acme'], [], ['bob.acme'], ['ann.acme', 'bob.acme'], []][index % 5]!;
      const groups = [[], ['clerks'], [], ['drivers'], ['clerks', 'drivers']][index % 5]!;
      const businessKey =
        index % 11 === 0
          ? null
          : index === 13
            ? `A key that is longer than what ${'is '.repeat(20)}cut up`
            : `A-${index}`;
      const due = index % 6 === 0 ? null : `2035-01-0${1 + (index % 7)}`;
      const variables = { users, groups, due, priority: [50, 50, 10, 90, 60][index % 5]!, title: `Kiri ${index}` };
      const key = ['letter', 'memo', 'named'][index % 3]!;
      const started = await tenant.startInstance({ key, businessKey, variables });
      opened.push(started.tasks[0]!.id);
    }
    for (const index of [1, 3, 5, 8, 9]) await act(index, { action: 'claim' });
    for (const index of [5, 6, 7, 11, 14]) await ann.get(`/api/tasks/${opened[index]}`);
    for (const index of [2, 6, 12, 21]) await act(index, { action: 'complete' });
    await snooze(16);
  });

  const viewer = (): Viewer => ({
    userId: ann.userId,
    timeZone: ZONE,
    today: dayOf(tenant.clock.now, ZONE),
    now: tenant.clock.now,
  });
  async function act(index: number, body: unknown, headers?: Record<string, string>) {
    const answer = await ann.post(`/api/tasks/${opened[index]}`, body, headers);
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer;
  }
  async function snooze(index: number) {
    const until = new Date(tenant.clock.now.getTime() + 86_400_000).toISOString();
    const sent = JSON.stringify({ until, stopsClock: false });
    const answer = await ann.send('PUT', `/api/tasks/${opened[index]}/snooze`, sent, {
      'content-type': 'application/json',
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  }
  const asAnn = <T>(work: (tx: Tx) => Promise<T>) =>
    db().tenantTransaction({ tenantId: tenant.tenantId, userId: ann.userId }, work);

  const queryOf = (query: string) =>
    toInboxQuery(parseList(query, taskListFields, { timeZone: ZONE, now: tenant.clock.now, userId: ann.userId }));

  /** Reads the whole list page by page. */
  async function paged(tx: Tx, query: InboxQuery, limit: number): Promise<string[]> {
    const seen: string[] = [];
    let position: Partial<InboxQuery> = {};
    for (;;) {
      const rows = await readInbox(tx, viewer(), { ...query, ...position, limit });
      seen.push(...rows.slice(0, limit).map(({ id }) => id));
      if (rows.length <= limit) return seen;
      position = { after: positionOf(rows[limit - 1]!) };
    }
  }

  /** The same list by checking every task and its links, without the inbox table. */
  async function plainly(tx: Tx, query: string): Promise<string[]> {
    const list = parseList(query, taskListFields, { timeZone: ZONE, now: tenant.clock.now, userId: ann.userId });
    const columns = {
      name: sql`t.name`,
      process: sql`t.process_key`,
      taskKey: sql`t.node_id`,
      status: sql`t.status`,
      due: sql`t.due_at`,
      created: sql`t.created_at`,
      priority: sql`t.priority::float8`,
      assignee: sql`t.assignee_id`,
      via: sql`t.via`,
      onBehalfOf: sql`t.via_user`,
      businessKey: sql`t.business_key`,
      unread: sql`(NOT EXISTS (SELECT 1 FROM task_read r WHERE r.task_id = t.id))`,
    } as const;
    const sleeps = sql`EXISTS (SELECT 1 FROM task_snooze s WHERE s.task_id = t.id AND s.user_id = ${ann.userId}::uuid AND s.until > ${tenant.clock.now})`;
    const wanted = list.conditions.some(({ field }) => field === 'snoozed');
    const conditions = list.conditions
      .filter(({ field }) => field !== 'snoozed')
      .map((one) => conditionSql(columns[one.field as keyof typeof columns], one));
    const like = `%${list.q ?? ''}%`;
    const [by, down] = [list.sort[0]!.field as 'due', list.sort[0]!.direction === 'desc'];
    const [up, fall] = down ? [sql`DESC`, sql`ASC`] : [sql`ASC`, sql`DESC`];
    const keys = {
      due: sql`t.due_at ${up}`,
      created: sql`t.created_at ${up}`,
      process: sql`t.process_key ${up}, t.due_at ${up}`,
      // Highest first is the default direction, with the earliest due date first among equals.
      priority: sql`t.priority ${up}, t.due_at ${fall}`,
    }[by];
    const last = (by as string) === 'priority' ? fall : up;
    const { rows } = await sql<{ id: string }>`
      WITH mine AS (SELECT DISTINCT ON (t.id) t.*, w.rank, w.via_user,
          CASE w.rank WHEN 2 THEN 'delegation' WHEN 1 THEN 'group' ELSE CASE WHEN t.assignee_id IS NULL THEN 'candidate' ELSE 'assignee' END END AS via
        FROM task t JOIN task_identity_link l ON l.task_id = t.id AND l.kind = CASE WHEN t.assignee_id IS NULL THEN 'candidate' ELSE 'assignee' END
        JOIN (VALUES ('u:' || ${ann.userId}::text, 0, NULL::uuid), ('g:clerks', 1, NULL), ('g:drivers', 1, NULL),
          ('u:' || ${tenant.people.bob!.userId}::text, 2, ${tenant.people.bob!.userId}::uuid)) w(principal, rank, via_user) ON w.principal = l.principal
        WHERE t.status = 'open' ORDER BY t.id, w.rank)
      SELECT t.id FROM mine t WHERE ${wanted ? sleeps : sql`NOT ${sleeps}`}
        AND (lower(t.name) LIKE ${like} OR lower(t.business_key) LIKE ${like}) AND ${sql.join([sql`true`, ...conditions], sql` AND `)}
      ORDER BY ${keys}, t.id ${last}`.execute(tx);
    return rows.map(({ id }) => id);
  }

  async function compare(queries: readonly string[], limit = 200): Promise<number> {
    return asAnn(async (tx) => {
      let found = 0;
      for (const query of queries) {
        const plain = await plainly(tx, query);
        found += plain.length;
        const asked = queryOf(query);
        assert.deepEqual(await paged(tx, asked, limit), plain, query);
        if (limit === 200) continue;
        const back = await paged(tx, { ...asked, backwards: !asked.backwards, limits: UNSAMPLED }, limit);
        assert.deepEqual(back.reverse(), plain, `${query} backwards`);
        // Row conditions are also checked in the order of the list, with and without a prefilter, as if an index scan had
        // many hits; with low initial limits for all inboxes and for each.
        if (asked.branches.every(({ rowConditions }) => rowConditions.length === 0)) continue;
        const branches = asked.branches.map((branch) => ({ ...branch, indexScans: [] }));
        const inOrder = {
          ...asked,
          branches,
          limits: { sortLimit: 1, prefilterLimit: 1, mergeLimit: 30, partitionLimit: 3, sampleLimit: 0 },
        };
        const prefiltered = {
          ...asked,
          limits: { sortLimit: 0, prefilterLimit: 1000, mergeLimit: 12, partitionLimit: 3, sampleLimit: 0 },
        };
        for (const one of asked.branches.some(({ indexScans }) => indexScans.length > 0)
          ? [inOrder, prefiltered]
          : [inOrder]) {
          const how = `${query} ${one === prefiltered ? 'among many' : 'in order'}`;
          assert.deepEqual(await paged(tx, one, limit), plain, how);
          assert.equal(await countInbox(tx, viewer(), one, limit), Math.min(plain.length, limit + 1), `${how} counted`);
        }
      }
      return found;
    });
  }

  test('TSK-17 FIL-02 each filter in each order finds the same as reading every task, in pages both ways', async () => {
    const queries = FILTERS.map((filter, index) => `${filter}&sort=${SORTS[index % SORTS.length]}`);
    assert.ok((await compare(queries, 14)) > 400);
  });

  test('TSK-17 FIL-02 combined filters find the same as reading every task', async () => {
    // The same pairs in every run, each filter in several.
    const pairs = FILTERS.flatMap((one, index) =>
      index % 2 === 0
        ? [`${one}&${FILTERS[(index * 7 + 11) % FILTERS.length]}&sort=${SORTS[index % SORTS.length]}`]
        : [],
    ).filter((query) => query.split('q=').length < 3);
    assert.ok((await compare(pairs, 14)) > 100);
  });

  test('TSK-02 BEY-10 claimed, released, delegated, read, snoozed, renamed, completed and undone tasks are found in their new state', async () => {
    const asked = [
      'sort=due:asc',
      'assignee=eq:me&sort=created:desc',
      'via=eq:group&sort=due:asc',
      'via=eq:candidate&sort=priority:desc',
      'unread=eq:false&sort=due:desc',
      'q=kiri&sort=process:asc',
      'businessKey=like:a-&sort=created:asc',
      'name=like:reply&sort=due:asc',
      'snoozed=eq:true&sort=due:asc',
      'priority=gte:60&sort=created:asc',
    ];
    const changes: Record<string, () => Promise<unknown>> = {
      claim: () => act(4, { action: 'claim' }),
      release: () => act(4, { action: 'release' }),
      read: () => ann.get(`/api/tasks/${opened[19]}`),
      unread: () => asAnn((tx) => sql`DELETE FROM task_read WHERE task_id = ${opened[19]}::uuid`.execute(tx)),
      delegate: async () => {
        await act(18, { action: 'claim' });
        const answer = await ann.post(`/api/tasks/${opened[18]}/delegate/carl.acme`, {});
        assert.ok(answer.status < 500);
      },
      snooze: () => snooze(24),
      rename: () =>
        tenant.transaction((tx) =>
          sql`UPDATE task SET name = 'Reply', business_key = 'B-1', name_is_own = ${true} WHERE id = ANY(${[opened[28], opened[29]]}::uuid[])`.execute(
            tx,
          ),
        ),
      complete: () => act(30, { action: 'complete' }),
    };
    for (const [name, change] of Object.entries(changes)) {
      await change();
      await compare(asked).catch((error) => Promise.reject(new Error(`after ${name}: ${error.message}`)));
    }
    const held = await act(34, { action: 'complete' }, { prefer: 'undo=10' });
    assert.equal(held.status, 202);
    await compare(asked);
    const undone = await ann.send('DELETE', `/api/held/${held.body.held.id}`);
    assert.ok(undone.status < 300, JSON.stringify(undone.body));
    await compare(asked);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        stale: number;
      }>`SELECT count(*)::int AS stale FROM task_ending e JOIN task t ON t.id = e.task_id WHERE t.status NOT IN ('open','held')`.execute(
        tx,
      ),
    );
    assert.equal(rows[0]!.stale, 0);
  });

  test('TSK-17 no filter and no order scans the tasks or their inboxes, and none reads more with four times as many', async () => {
    const tasks = async (count: number) => {
      await tenant.transaction((tx) =>
        sql`WITH made AS (INSERT INTO task (id, name, process_key, node_id, business_key, due_at, priority, assignee_id)
            SELECT uuid7(), 'Step ' || n % 5, 'made-' || CASE WHEN n <= 60 THEN 9 ELSE n % 3 END, 'step-' || n % 5,
              'M-' || lpad(n::text, 6, '0') || '-' || CASE WHEN n <= 60 THEN 'late' ELSE (n % 7)::text END,
              '2040-01-01'::timestamptz + n % 97 * interval '1 day', 10 * (n % 3), CASE WHEN n % 7 = 0 THEN ${ann.userId}::uuid END
            FROM generate_series(1, ${count}::int) n RETURNING *)
          INSERT INTO task_inbox (principal, task_id, due_at, priority, process_key, name, node_id, business_key, taken, created_at)
          SELECT CASE WHEN assignee_id IS NULL THEN 'g:clerks' ELSE 'u:' || assignee_id END, id, due_at, priority, process_key, name, node_id,
            business_key, assignee_id IS NOT NULL, date_trunc('milliseconds', created_at) FROM made`.execute(tx),
      );
      // None of these is claimed.
      await asAnn((tx) =>
        sql`INSERT INTO task_read (user_id, task_id) SELECT me(), id FROM task WHERE business_key LIKE 'M-%-3' ON CONFLICT DO NOTHING`.execute(
          tx,
        ),
      );
      await db().ownerTransaction((tx) => sql`ANALYZE task, task_inbox, task_ending, task_read`.execute(tx));
    };
    const broad = [
      'process=neq:made-1',
      'taskKey=eq:step-2',
      'name=like:step',
      'name=like:nowhere',
      'via=eq:group',
      'via=eq:assignee',
      'assignee=eq:me',
      'assignee=eq:',
      'businessKey=like:m-0',
      'businessKey=like:nowhere',
      // Many, none of them in the user's own inbox.
      'businessKey=endWith:-3',
      'businessKey=like:-3',
      'businessKey=nlike:-3',
      'businessKey=neq:M-000123-4',
      'businessKey=eq:M-000123-4',
      'q=step',
      'q=nowhere',
      'unread=eq:true',
      'unread=eq:false',
      'priority=gte:10',
      'due=gte:2040-02-01',
      'due=eq:',
      'created=gte:today',
      'created=lt:today',
      'snoozed=eq:true',
      'onBehalfOf=eq:',
    ];
    const queries = broad.flatMap((filter, index) =>
      ['due:asc', 'created:desc', 'priority:desc', 'process:asc']
        .filter((_, order) => (index + order) % 2 === 0)
        .map((sort) => `${filter}&sort=${sort}`),
    );
    // None of them is of a process before the last one.
    queries.push('businessKey=endWith:-late&sort=process:asc');
    const read = async (tx: Tx) =>
      (
        await sql<{ scans: number; rows: number }>`
          SELECT coalesce(sum(seq_scan), 0)::int AS scans, coalesce(sum(idx_tup_fetch), 0)::int AS rows FROM pg_stat_xact_user_tables
          WHERE relname ~ '^task(_inbox|_ending|_[0-9]{4}_q[0-9]|_other)?$'`.execute(tx)
      ).rows[0]!;
    /** Counts the rows of tasks and inboxes that each list fetches; an index scan is used first if it has at most forty hits. */
    const fetched = async () => {
      const counts: number[] = [];
      const last = await tenant.transaction(
        async (tx) =>
          (await sql<{ id: string }>`SELECT id FROM task WHERE status = 'open' ORDER BY id DESC LIMIT 1`.execute(tx))
            .rows[0]!.id,
      );
      for (const query of queries) {
        await asAnn(async (tx) => {
          const earlier = await read(tx);
          await readInbox(tx, viewer(), {
            ...queryOf(query),
            limit: 10,
            limits: { sortLimit: 40, prefilterLimit: 400, mergeLimit: 3000, partitionLimit: 25, sampleLimit: 30 },
          });
          const later = await read(tx);
          assert.equal(later.scans - earlier.scans, 0, query);
          counts.push(later.rows - earlier.rows);
        });
      }
      // The filter rows of a task are removed with it, without reading those of other tasks.
      await tenant.transaction(async (tx) => {
        const earlier = await read(tx);
        await sql`UPDATE task SET status = 'completed' WHERE id = ${last}::uuid`.execute(tx);
        counts.push((await read(tx)).rows - earlier.rows);
      });
      return counts;
    };
    await tasks(1500);
    const before = await fetched();
    await tasks(4500);
    const after = await fetched();
    const grown = [...queries, 'completing'].flatMap((query, index) =>
      after[index]! > 1.5 * before[index]! + 200 ? [`${query}: ${before[index]} to ${after[index]}`] : [],
    );
    assert.deepEqual(grown, []);
  });
});
