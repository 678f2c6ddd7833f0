import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';

/** Tasks of the organisation: more than a batch. */
const COUNT = 4500;

onDatabase('downloads', (db) => {
  let tenant: TestTenant;
  let viewer: Person;
  let eve: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { viewer: ['alltasks'], ann: [], leaver: ['alltasks'] });
    viewer = tenant.people.viewer!;
    const other = await createTestTenant(db(), 'other', { eve: ['alltasks'] }, tenant);
    eve = other.people.eve!;
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO process (key, name) VALUES ('permit', 'Permit check')`.execute(tx);
      await sql`INSERT INTO task (id, name, process_key, business_key, assignee_id, priority, created_at, due_at, due_is_day)
        SELECT uuid7(), 'Task ' || n, 'permit', 'K-' || lpad(n::text, 6, '0'), ${viewer.userId}::uuid, 50,
          '2026-01-01T00:00:00Z'::timestamptz + make_interval(secs => n), CASE WHEN n % 3 = 0 THEN 'infinity' ELSE '2026-01-31T21:59:59.999Z'::timestamptz END, true
        FROM generate_series(1, ${COUNT}) n`.execute(tx);
      await sql`UPDATE task SET name = '=cmd, "a"' WHERE business_key = 'K-000001'`.execute(tx);
    });
    await other.transaction((tx) => sql`INSERT INTO task (id, name) VALUES (uuid7(), 'Of the other')`.execute(tx));
  });

  const LIST = '/api/tasks/all';
  async function make(who: Person, more: object = {}): Promise<string> {
    const { status, body } = await who.post('/api/downloads', { list: LIST, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body.url;
  }
  const fetchFile = (url: string, headers: Record<string, string> = {}) =>
    tenant.app.inject({ method: 'GET', url, headers });
  const linesOf = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1);

  test('TSK-03 a list is downloaded as one file with all matches, from a URL without a token', async () => {
    const columns = ['businessKey', 'name', 'process', 'assignee', 'status', 'created', 'due'];
    const reply = await fetchFile(await make(viewer, { query: 'sort=created:asc', columns }));
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(
      String(reply.headers['content-disposition']),
      /^attachment; filename="All tasks \d{4}-\d\d-\d\d\.csv"/,
    );
    assert.equal(reply.headers['cache-control'], 'no-store');
    assert.equal(reply.payload.charCodeAt(0), 0xfeff);
    const lines = linesOf(reply.payload);
    assert.deepEqual(lines.slice(0, 3), [
      'Case,Task,Process,Assignee,Status,Created,Due',
      'K-000001,"\'=cmd, ""a""",Permit check,Viewer,Open,2026-01-01 02:00:01,2026-01-31',
      'K-000002,Task 2,Permit check,Viewer,Open,2026-01-01 02:00:02,2026-01-31',
    ]);
    assert.equal(lines.length, COUNT + 1);
    assert.equal(lines.at(-1)!.startsWith(`K-00${COUNT},`), true);
    assert.equal(new Set(lines).size, lines.length);
  });

  test('TSK-03 FIL-02 the file has the filters and order of the list, with rows without a value last', async () => {
    const columns = ['businessKey', 'due'];
    const by = async (query: string) =>
      linesOf((await fetchFile(await make(viewer, { query, columns }))).payload).slice(1);
    const byDue = await by('sort=due:desc');
    assert.equal(byDue.length, COUNT);
    assert.deepEqual(
      byDue.map((line) => line.endsWith(',')),
      [...Array(COUNT - COUNT / 3).fill(false), ...Array(COUNT / 3).fill(true)],
    );
    assert.deepEqual(await by('businessKey=startWith:k-00000&sort=created:desc&businessKey=neq:K-000001'), [
      ...[9, 8, 7, 6, 5, 4, 3, 2].map((n) => `K-00000${n},${n % 3 === 0 ? '' : '2026-01-31'}`),
    ]);
    assert.equal(
      (await by('name=like:7')).length,
      [...Array(COUNT).keys()].filter((n) => `${n + 1}`.includes('7')).length,
    );
    assert.deepEqual(await by('status=eq:completed'), []);
  });

  test('TSK-01 the inbox is available as a file, and a list by its Accept header', async () => {
    await tenant.transaction((tx) =>
      sql`INSERT INTO task_inbox (principal, task_id, due_at, priority, process_key)
        SELECT 'u:' || ${viewer.userId}::text, id, due_at, priority, process_key FROM task`.execute(tx),
    );
    const url = await make(viewer, { list: '/api/tasks', query: 'name=like:12', columns: ['businessKey'] });
    const expected = [...Array(COUNT).keys()].filter((n) => `${n + 1}`.includes('12')).length;
    assert.equal(linesOf((await fetchFile(url)).payload).length, expected + 1);
    const whole = await viewer.send('GET', '/api/tasks', undefined, { accept: 'text/csv' });
    assert.equal(linesOf(whole.body).length, COUNT + 1);
    const all = await viewer.send('GET', `${LIST}?businessKey=eq:K-000002`, undefined, { accept: 'text/csv, */*' });
    assert.equal(linesOf(all.body).length, 2);
    const refused = await tenant.people.ann!.send('GET', LIST, undefined, { accept: 'text/csv' });
    assert.equal(refused.body.code, 'access.denied');
  });

  test('TSK-03 every download is written to the audit log with user, list and filters', async () => {
    await fetchFile(await make(viewer, { query: 'status=eq:open', columns: ['name'] }));
    const rows = await tenant.transaction((tx) =>
      sql<{ actor_id: string; entity: string; entity_id: string; after: unknown }>`
        SELECT actor_id, entity, entity_id, after FROM audit_log WHERE verb = 'export' ORDER BY id DESC LIMIT 1`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows.rows[0], {
      actor_id: viewer.userId,
      entity: 'task',
      entity_id: LIST,
      after: { query: 'status=eq:open', columns: ['name'] },
    });
  });

  test('TSK-03 the URL works once and for a minute, and then shows an error page in the user’s language', async () => {
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET language_id = 'et' WHERE id = ${viewer.userId}::uuid`.execute(tx),
    );
    tenant.clock.pass(60_000);
    const url = await make(viewer, { columns: ['status'], query: 'businessKey=eq:K-000001' });
    assert.equal((await tenant.app.inject({ method: 'HEAD', url })).statusCode, 405);
    const first = await fetchFile(url);
    assert.deepEqual(linesOf(first.payload), ['Olek', 'Avatud']);
    assert.match(String(first.headers['content-disposition']), /filename\*=UTF-8''K%C3%B5ik%20%C3%BClesanded/);
    const page = await fetchFile(url, { accept: 'text/html,application/xhtml+xml' });
    assert.equal(page.statusCode, 410);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.match(page.payload, /Seda allalaadimislinki on juba kasutatud\./);
    assert.match(page.payload, /<html lang="et/);
    assert.equal((await fetchFile(url)).json().code, 'download.used');
    const late = await make(viewer);
    tenant.clock.pass(60_001);
    assert.equal((await fetchFile(late)).json().code, 'download.expired');
    assert.equal((await fetchFile(`/api/downloads/${'x'.repeat(43)}`)).json().code, 'download.not_found');
    assert.equal((await fetchFile('/api/downloads/x')).statusCode, 404);
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ text: string }>`SELECT d::text AS text FROM download d`.execute(tx),
    );
    // Reading the table is not enough to construct an address.
    assert.equal(
      rows.some(({ text }) => text.includes(url.slice(-20))),
      false,
    );
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET language_id = 'en' WHERE id = ${viewer.userId}::uuid`.execute(tx),
    );
  });

  test('TSK-03 RTE-04 the file contains only the caller’s organisation, and requires access to the list', async () => {
    const foreign = await fetchFile(await make(eve, { columns: ['name'] }));
    assert.deepEqual(linesOf(foreign.payload), ['Task', 'Of the other']);
    const refused = await tenant.people.ann!.post('/api/downloads', { list: LIST });
    assert.deepEqual([refused.status, refused.body.code], [403, 'access.denied']);
    const leaver = tenant.people.leaver!;
    const [lost, gone] = [await make(leaver), await make(leaver)];
    await tenant.transaction((tx) => sql`DELETE FROM group_member WHERE user_id = ${leaver.userId}::uuid`.execute(tx));
    const denied = await fetchFile(lost);
    assert.deepEqual([denied.statusCode, denied.json().code], [403, 'access.denied']);
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${leaver.userId}::uuid`.execute(tx),
    );
    assert.equal((await fetchFile(gone)).json().code, 'session.revoked');
    const own = await db().tenantTransaction({ tenantId: tenant.tenantId, userId: leaver.userId }, (tx) =>
      sql<{ user_id: string }>`SELECT DISTINCT user_id FROM download`.execute(tx),
    );
    assert.deepEqual(own.rows, [{ user_id: leaver.userId }]);
  });

  test('FIL-04 queries that the list refuses are refused before a URL is created', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ query: 'nothing=eq:1' }, 'filter.unknown_field'],
      [{ query: 'due=eq:soonish' }, 'filter.bad_value'],
      [{ query: 'sort=name' }, 'sort.unknown_field'],
      [{ columns: ['variables'] }, 'download.column_unknown'],
      [{ list: '/api/identity/users' }, 'request.invalid'],
    ];
    for (const [body, code] of cases) {
      assert.equal(
        (await viewer.post('/api/downloads', { list: LIST, ...body })).body.code,
        code,
        JSON.stringify(body),
      );
    }
  });

  test('downloads are deleted a day after they expire', async () => {
    await make(viewer);
    await db().systemTransaction((tx) =>
      sql`UPDATE download SET used_at = now(), expires_at = now() - interval '25 hours'`.execute(tx),
    );
    assert.ok((await purgeExpired(db())).download! > 0);
    const { rows } = await db().systemTransaction((tx) => sql`SELECT 1 FROM download`.execute(tx));
    assert.deepEqual(rows, []);
  });

  test('TSK-03 the server reads only as fast as the client, and stops when the client disconnects', async () => {
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO task (id, name, business_key) SELECT uuid7(), repeat('long ', 400), 'L-' || n FROM generate_series(1, 30000) n`.execute(
        tx,
      );
    });
    // Batches are counted where they are read.
    const { context } = tenant;
    const handle = context.db as { tenantTransaction: DatabaseHandle['tenantTransaction'] };
    const real = handle.tenantTransaction;
    let batches = 0;
    let running = 0;
    handle.tenantTransaction = (scope, work) => {
      if (scope.timeoutMs !== 30_000) return real(scope, work);
      batches += 1;
      running += 1;
      return real(scope, work).finally(() => {
        running -= 1;
      });
    };
    try {
      await tenant.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = tenant.app.server.address() as AddressInfo;
      const url = await make(viewer, { query: 'businessKey=startWith:L-' });
      const request = get({ port, host: '127.0.0.1', path: url, headers: { accept: 'text/csv' } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.pause();
      // Waits until the server reads no further batches on its own.
      const settled = async () => {
        let before: number;
        do {
          before = batches;
          for (let round = 0; round < 100; round += 1) await tenant.transaction((tx) => sql`SELECT 1`.execute(tx));
        } while (before !== batches || running > 0);
        return batches;
      };
      const waiting = await settled();
      // 60 MB in 15 batches: the socket buffers hold a few of them.
      assert.ok(waiting < 12, `${waiting} batches were read for nobody`);
      const closed = once(response, 'close');
      response.on('error', () => undefined);
      response.destroy();
      await closed;
      const left = await settled();
      assert.ok(left <= waiting + 1, `${left - waiting} batches were read for who had gone`);
    } finally {
      handle.tenantTransaction = real;
      tenant.app.server.closeAllConnections();
      await tenant.app.close();
    }
  });
});
