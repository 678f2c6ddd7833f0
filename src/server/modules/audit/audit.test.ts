import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { AuditEntry } from '../../../shared/contracts/audit.contract.ts';

const LIST = '/api/records/audit';
type Name = 'boss' | 'second' | 'mart' | 'liis';

onDatabase('audit log', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let people: Record<Name, Person>;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'yard', {
      boss: ['admin'],
      second: ['admin'],
      mart: ['crew'],
      liis: ['crew'],
    });
    other = await createTestTenant(db(), 'strangers', { eva: ['admin'] }, tenant);
    people = tenant.people as typeof people;
    eva = other.people.eva!;
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en-GB' }).execute(),
    );
  });

  const put = (who: Person, path: string, body: unknown) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  const rowsOf = async (query: string, who = people.boss): Promise<AuditEntry[]> => {
    const { status, body } = await who.get(`${LIST}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items;
  };
  const read = async (username: string) => (await people.boss.get(`/api/identity/users/${username}`)).body;
  const change = async (who: Person, username: string, changes: object) => {
    const user = { ...(await read(username)), email: `${username}@yard.test`, languageId: 'en', ...changes };
    const { status, body } = await put(who, `/api/identity/users/${username}`, user);
    assert.equal(status, 200, JSON.stringify(body));
  };

  test('AUD-01 ADM-08 a change says who, when, through what, and what was before and after, in words', async () => {
    const { userId: martId, username: mart } = people.mart;
    await change(people.boss, mart, { jobTitle: 'Crane operator' });
    await change(people.second, mart, { jobTitle: 'Foreman' });
    const [last, first] = await rowsOf(`subject=eq:${mart}&entity=eq:app_user&limit=2`);
    assert.deepEqual(
      [last!.actor?.id, last!.verbText, last!.entityText, last!.thing, last!.entityId, last!.subject?.id, last!.via],
      [people.second.username, 'Changed', 'User', last!.subject?.name, martId, mart, 'Application'],
    );
    assert.deepEqual(last!.changes, [
      { field: 'job_title', title: 'Job title', before: 'Crane operator', after: 'Foreman' },
    ]);
    assert.equal(first!.actor?.id, people.boss.username);
    assert.ok(last!.at >= first!.at);
    assert.ok(last!.requestId);
    assert.deepEqual(
      (await rowsOf(`requestId=eq:${last!.requestId}`)).map(({ id }) => id),
      [last!.id],
    );
  });

  test('AUD-01 I18N-01 kinds, fields and values are in the language of the reader, and users have names', async () => {
    const key = people.liis.userId;
    const { status } = await put(people.boss, `/api/identity/users/${people.liis.username}/managers`, {
      line: [people.mart.userId],
      functional: [],
    });
    assert.equal(status, 200);
    const { body } = await people.boss.send('GET', `${LIST}?entity=eq:user_manager&subject=eq:${key}`, undefined, {
      'accept-language': 'et',
    });
    const [row] = body.items as AuditEntry[];
    assert.equal(row!.entityText, 'Kasutaja juht');
    assert.equal(row!.verbText, 'Lisas');
    assert.equal(row!.thing, (await read(people.mart.username)).name);
    assert.deepEqual(
      row!.changes.map(({ title, after }) => [title, after]),
      [
        ['Liik', 'Otsene juht'],
        ['Kasutaja', (await read(people.liis.username)).name],
        ['Juht', (await read(people.mart.username)).name],
      ],
    );
  });

  test('AUD-01 SEC-01 a secret is shown as changed, and never itself', async () => {
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO audit_log (verb, entity, entity_id, before, after)
        VALUES ('update', 'tenant_setting', 'smtp', '{"password": "planted-1"}', '{"password": "planted-2"}')`.execute(
        tx,
      );
      await sql`INSERT INTO embed_client (name, secret_sha256, scopes) VALUES ('Portal', sha256('planted'), '{inbox}')`.execute(
        tx,
      );
    });
    const rows = await rowsOf('limit=200');
    assert.doesNotMatch(JSON.stringify(rows), /planted/);
    const [setting] = rows.filter(({ entityId }) => entityId === 'smtp');
    assert.deepEqual(setting!.changes, [
      { field: 'password', title: 'password', before: 'Not shown', after: 'Not shown' },
    ]);
    const client = rows.find(({ entity }) => entity === 'embed_client');
    assert.equal(client!.thing, 'Portal');
    assert.deepEqual(client!.changes.find(({ field }) => field === 'secret_sha256')?.after, 'Not shown');
  });

  test('AUD-01 FIL-02 every column filters, and the search finds users, things, reasons and values', async () => {
    const scope = { tenantId: tenant.tenantId, userId: people.second.userId, requestId: 'req-7' };
    const more = {
      onBehalfOf: people.boss.userId,
      reason: 'Moved to the quay',
      via: 'element: Portal (https://p.example)',
    };
    await db().tenantTransaction({ ...scope, ...more }, (tx) =>
      sql`INSERT INTO company (code, name) VALUES ('quay', 'Quay AS')`.execute(tx),
    );
    const [row] = await rowsOf('entity=eq:company');
    assert.equal(row!.via, 'Element on another page: Portal (https://p.example)');
    assert.equal(row!.onBehalfOf?.id, people.boss.username);
    assert.equal(row!.note, 'Moved to the quay');
    const id = row!.id;
    for (const query of [
      `actor=eq:${people.second.username}`,
      `onBehalfOf=eq:${people.boss.username}`,
      'via=eq:element',
      'verb=eq:insert&entity=eq:company',
      `entityId=eq:${row!.entityId}`,
      'changes=like:quay%20as',
      'note=like:quay',
      'requestId=eq:req-7',
      'at=gte:2020-01-01',
      'q=quay%20as',
      'q=moved%20to',
      'q=req-7',
    ]) {
      const found = await rowsOf(`${query}&limit=100`);
      assert.ok(
        found.some((one) => one.id === id),
        query,
      );
    }
    for (const query of ['verb=eq:delete', 'via=eq:mail', 'note=like:nothing', 'at=lt:2020-01-01', 'q=no%20such']) {
      assert.ok(
        (await rowsOf(query)).every((one) => one.id !== id),
        query,
      );
    }
    const bySecond = await rowsOf(`q=${people.second.username}&limit=100`);
    assert.ok(bySecond.some((one) => one.id === id));
  });

  test('AUD-01 FIL-02 pages follow the time in both directions', async () => {
    for (const sort of ['at:desc', 'at:asc']) {
      const all = await rowsOf(`sort=${sort}&limit=200`);
      const paged: AuditEntry[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { body } = await people.boss.get(`${LIST}?sort=${sort}&limit=3${after && `&after=${after}`}`);
        paged.push(...body.items);
        after = body.next;
      }
      assert.deepEqual(
        paged.map(({ id }) => id),
        all.map(({ id }) => id),
      );
      assert.deepEqual(
        all.map(({ at }) => at),
        all.map(({ at }) => at).sort((a, b) => (sort === 'at:desc' ? b.localeCompare(a) : a.localeCompare(b))),
      );
    }
  });

  test('AUD-01 ADM-08 the log can be exported, which is in the log too', async () => {
    const { body, status } = await people.boss.send('GET', `${LIST}?entity=eq:company`, undefined, {
      accept: 'text/csv',
    });
    assert.equal(status, 200);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    assert.match(text, /When,Who,On behalf of,Through,Action,Kind,Name,About user,Before and after,Reason,Request/);
    assert.match(text, /Quay AS/);
    const [row] = await rowsOf('verb=eq:export');
    assert.equal(row!.actor?.id, people.boss.username);
    assert.equal(row!.entityText, 'Audit log');
    assert.equal(row!.changes.find(({ field }) => field === 'query')?.after, 'entity=eq:company');
  });

  test('AUD-01 ADM-08 the log can be exported as lines of JSON, which have every member of a row', async () => {
    const { body } = await people.boss.post('/api/downloads', {
      list: LIST,
      query: 'entity=eq:company',
      format: 'ndjson',
    });
    const { headers, payload } = await tenant.app.inject({ method: 'GET', url: body.url });
    assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8');
    assert.match(String(headers['content-disposition']), /\.ndjson"/);
    const lines = payload.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      await rowsOf('entity=eq:company&limit=200'),
    );
    const headersOf = { authorization: await people.boss.authorization(), accept: 'application/x-ndjson' };
    const url = `${LIST}?entity=eq:company`;
    const accepted = await tenant.app.inject({ method: 'GET', url, headers: headersOf });
    assert.equal(accepted.payload, payload);
    const rows = await rowsOf('verb=eq:export&limit=2');
    assert.deepEqual(
      rows.map(({ changes }) => changes.find(({ field }) => field === 'format')?.after),
      ['ndjson', 'ndjson'],
    );
    const refused = await people.boss.post('/api/downloads', { list: '/api/tasks/all', format: 'ndjson' });
    assert.deepEqual([refused.status, refused.body.code], [400, 'download.format_unknown']);
  });

  test('AUD-01 SEC-03 exporting the log requires a recent sign-in, reading it does not', async () => {
    const old = { authorization: await people.boss.authorization(11 * 60_000) };
    const json = { ...old, 'content-type': 'application/json' };
    assert.equal((await people.boss.send('GET', LIST, undefined, old)).status, 200);
    for (const accept of ['text/csv', 'application/x-ndjson']) {
      const { status, body } = await people.boss.send('GET', LIST, undefined, { ...old, accept });
      assert.deepEqual([status, body.code], [403, 'session.too_old'], accept);
    }
    for (const [list, expected] of [
      [LIST, 403],
      ['/api/records/companies', 201],
    ] as const) {
      const { status } = await people.boss.send('POST', '/api/downloads', JSON.stringify({ list }), json);
      assert.equal(status, expected, list);
    }
  });

  test('AUD-01 ROLE-02 only administrators read the log, and of their own organisation only', async () => {
    for (const path of [LIST, `${LIST}/columns`]) assert.equal((await people.mart.get(path)).status, 403, path);
    const theirs = await rowsOf('limit=200', eva);
    const ours = await rowsOf('limit=200');
    assert.ok(theirs.length > 0 && ours.length > 0);
    const ids = new Set(ours.map(({ id }) => id));
    assert.ok(theirs.every(({ id }) => !ids.has(id)));
    assert.deepEqual(await rowsOf(`subject=eq:${people.mart.userId}`, eva), []);
    assert.deepEqual(await rowsOf(`requestId=eq:req-7`, eva), []);
  });
});
