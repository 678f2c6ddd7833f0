import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { IMPORTS } from '../../app.ts';
import { workOnImport } from './run.jobs.ts';
import { requeueAbandoned } from './run.store.ts';

onDatabase('imports of users', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let other: Person;
  let otherTenant: TestTenant;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['admin'], bob: ['clerks'], cid: ['verva.admin'] });
    otherTenant = await createTestTenant(db(), 'beta', { eve: ['admin'] }, tenant);
    ann = tenant.people.ann!;
    other = otherTenant.people.eve!;
    await tenant.transaction(async (tx) => {
      await sql`UPDATE app_user SET email = username || '@x.test', email_key = username || '@x.test'`.execute(tx);
      await sql`INSERT INTO department (code, name) VALUES ('FIN', 'Finance'), ('TERM', 'Terminal')`.execute(tx);
      await sql`INSERT INTO company (code, name) VALUES ('ACME', 'Acme AS')`.execute(tx);
    });
  });

  const send = (csv: string | Buffer, query = '', as = ann) =>
    as.send('POST', `/api/records/people/import${query}`, csv, { 'content-type': 'text/csv' });
  const rowsOf = async (id: string, verb = '', as = ann) =>
    (await as.get(`/api/imports/${id}/rows?limit=200${verb && `&verb=${verb}`}`)).body.items;
  const work = (id: string) => workOnImport(tenant.context, IMPORTS, tenant.tenantId, id, { milliseconds: 60_000 });
  const run = async (id: string, body: object = {}) => {
    const started = await ann.post(`/api/imports/${id}/run`, body);
    assert.equal(started.status, 202, JSON.stringify(started.body));
    await work(id);
    return (await ann.get(`/api/imports/${id}`)).body;
  };
  const undo = async (id: string) => {
    const started = await ann.post(`/api/imports/${id}/undo`);
    assert.equal(started.status, 202, JSON.stringify(started.body));
    await work(started.body.id);
    return (await ann.get(`/api/imports/${started.body.id}`)).body;
  };
  /** Everything that an undo has to restore. */
  const state = () =>
    tenant.transaction(async (tx) => {
      const { rows } = await sql`SELECT to_jsonb(u) - '{version,updated_at,updated_by}'::text[] AS person,
          ARRAY(SELECT group_id || '/' || source FROM group_member m WHERE m.user_id = u.id ORDER BY 1) AS groups,
          ARRAY(SELECT department_id FROM user_department d WHERE d.user_id = u.id) AS departments,
          ARRAY(SELECT tag_id FROM tagging t WHERE t.entity = 'user' AND t.entity_id = u.id ORDER BY 1) AS tags,
          ARRAY(SELECT manager_id || kind FROM user_manager m WHERE m.user_id = u.id ORDER BY 1) AS managers
        FROM app_user u ORDER BY username`.execute(tx);
      return rows;
    });

  describe('a file of users', () => {
    const CSV = [
      'Username;Nimi;E-post;Телефон;部门;Company;Manager;Groups;External ID',
      'kati.kuusk;Kati Kuusk;kati@x.test;+372 5550 1111;Finance;ACME;mari.mets;clerks;E1',
      'mari.mets;Mari Mets;mari@x.test;;term;Acme AS;ann.acme;"clerks,admin";E2',
      'bob.acme;Bob;bob.acme@x.test;;Finance;;;clerks;',
      'wrong.one;Wrong;not an address;;Nowhere;;;;',
      'cid.acme;Cid;cid.acme@x.test;;;;;;',
    ].join('\r\n');
    let plan: { id: string; counts: Record<string, number>; total: number };

    test('ADM-08 a dry run says what each row would do, and writes nothing', async () => {
      const before = await state();
      const { status, body } = await send(`\uFEFF${CSV}`);
      assert.equal(status, 201, JSON.stringify(body));
      plan = body;
      assert.deepEqual(await state(), before);
      assert.deepEqual(
        [plan.total, plan.counts.add, plan.counts.change, plan.counts.refuse, plan.counts.same],
        [5, 2, 1, 2, 0],
      );
      const rows = await rowsOf(plan.id);
      assert.deepEqual(
        rows.map((row: { line: number; verb: string }) => [row.line, row.verb]),
        [
          [5, 'refuse'],
          [6, 'refuse'],
          [4, 'change'],
          [2, 'add'],
          [3, 'add'],
        ],
      );
      const faults = rows
        .slice(0, 2)
        .map((row: { faults: { field: string; code: string }[] }) =>
          row.faults.map(({ field, code }) => [field, code]),
        );
      assert.deepEqual(faults, [
        [
          ['email', 'field.email'],
          ['department', 'field.choice_unknown'],
        ],
        [['groups', 'field.not_editable']],
      ]);
      assert.deepEqual(rows[2].changes, [{ field: 'department', title: 'Department', before: null, after: 'Finance' }]);
      assert.deepEqual(await rowsOf(plan.id, 'same'), []);
      const first = await ann.get(`/api/imports/${plan.id}/rows?limit=2&verb=matters`);
      const second = await ann.get(`/api/imports/${plan.id}/rows?limit=2&after=${first.body.next}`);
      assert.deepEqual([...first.body.items, ...second.body.items], rows.slice(0, 4));
    });

    test('ADM-08 a run does the plan, a second file changes nothing, and an undo restores every value', async () => {
      const before = await state();
      const ended = await run(plan.id);
      assert.deepEqual([ended.mode, ended.state, ended.done, ended.counts.refuse], ['run', 'done', 3, 2]);
      const kati = (await ann.get('/api/identity/users/kati.kuusk')).body;
      assert.deepEqual(
        [kati.status, kati.department.name, kati.company.name, kati.phoneNumber, kati.groups, kati.managers[0].id],
        ['invited', 'Finance', 'Acme AS', '+37255501111', ['clerks'], 'mari.mets'],
      );
      assert.equal((await ann.post(`/api/imports/${plan.id}/run`)).body.code, 'import.started');
      const again = (await send(CSV)).body;
      assert.deepEqual([again.counts.same, again.counts.refuse], [3, 2]);
      const { rows } = await db().systemTransaction((tx) =>
        sql`SELECT 1 FROM outbox WHERE topic = 'mail' OR payload->>'job' = 'identity.invitation'`.execute(tx),
      );
      assert.deepEqual(rows, [], 'without the option there is no invitation');
      const undone = await undo(plan.id);
      assert.deepEqual([undone.mode, undone.state, undone.done, undone.counts.remove], ['undo', 'done', 3, 2]);
      assert.deepEqual(await state(), before);
      assert.equal((await ann.post(`/api/imports/${plan.id}/undo`)).body.code, 'import.not_undoable');
      assert.deepEqual((await send(CSV)).body.counts, plan.counts, 'the usernames are free again');
    });

    test('ADM-08 a row that changed after the dry run is refused, and listed when it changed before an undo', async () => {
      const csv = 'username,jobTitle\nbob.acme,Clerk\nann.acme,Head\n';
      const { id } = (await send(csv)).body;
      const bob = (await ann.get('/api/identity/users/bob.acme')).body;
      const change = (jobTitle: string) =>
        ann.send('PUT', `/api/identity/users/${bob.key}`, { ...bob, jobTitle, version: undefined });
      assert.equal((await change('Pilot')).status, 200);
      const ended = await run(id);
      assert.deepEqual([ended.done, ended.counts.refuse], [1, 1]);
      const [refused] = await rowsOf(id, 'refuse');
      assert.deepEqual([refused.key, refused.faults[0].code], ['bob.acme', 'import.changed_meanwhile']);
      const { body: file } = await ann.get(`/api/imports/${id}/refused`);
      assert.match(file, /^\uFEFFUsername,Job title,Reason\r\nbob\.acme,Clerk,This was changed/);
      const again = (await send(csv)).body;
      await run(again.id);
      await change('Captain');
      const undone = await undo(again.id);
      assert.equal(undone.counts.refuse, 1);
      assert.equal((await ann.get('/api/identity/users/bob.acme')).body.jobTitle, 'Captain');
    });

    test('ADM-03 ADM-08 tags are read as the list writes them, unknown ones refuse their row, and an undo restores them', async () => {
      const tag = (name: string) => ann.post('/api/identity/tags', { name });
      for (const name of ['First aid', 'first aid', 'Fire, smoke', 'Night'])
        assert.equal((await tag(name)).status, 201);
      const tagged = async (who: string) =>
        (await ann.get(`/api/identity/users/${who}/tags`)).body.map(({ name }: { name: string }) => name);
      const before = await state();
      const csv = [
        'Username,Name,E-mail,Sildid',
        'bob.acme,Bob,bob.acme@x.test,"First aid, night"',
        'tina.tags,Tina,tina@x.test,"Fire, smoke"',
        'ann.acme,Ann,ann.acme@x.test,"Night, Diving"',
      ].join('\n');
      const { body } = await send(csv);
      assert.deepEqual([body.counts.add, body.counts.change, body.counts.refuse], [1, 1, 1]);
      const [refused] = await rowsOf(body.id, 'refuse');
      assert.deepEqual(refused.faults, [
        { field: 'tags', code: 'field.choice_unknown', title: 'Tags: Diving is not on the list.' },
      ]);
      await run(body.id);
      assert.deepEqual(await tagged('bob.acme'), ['First aid', 'Night']);
      assert.deepEqual(await tagged('tina.tags'), ['Fire, smoke']);
      const accept = { accept: 'text/csv' };
      const { body: exported } = await ann.send('GET', '/api/records/people', undefined, accept);
      assert.match(exported, /"First aid, Night"/);
      const again = (await send(exported)).body;
      assert.equal(again.counts.same, again.total, JSON.stringify(await rowsOf(again.id)));
      await run((await send('username,tags\nbob.acme,')).body.id);
      assert.deepEqual(await tagged('bob.acme'), []);
      await run((await send('username,tags\nbob.acme,"Night,First aid"')).body.id);
      await undo(body.id);
      const others = (rows: readonly unknown[]) => rows.filter((row) => !JSON.stringify(row).includes('"bob.acme"'));
      assert.deepEqual(others(await state()), others(before));
      assert.deepEqual(await tagged('bob.acme'), ['First aid', 'Night'], 'the user was changed since');
    });

    test('SEC-01 ADM-08 another organisation sees no import, and users who are no administrators make none', async () => {
      for (const path of ['', '/rows', '/refused']) {
        assert.equal((await other.get(`/api/imports/${plan.id}${path}`)).body.code, 'import.not_found', path);
      }
      for (const path of ['run', 'undo']) {
        assert.equal((await other.post(`/api/imports/${plan.id}/${path}`)).body.code, 'import.not_found', path);
      }
      assert.equal((await send(CSV, '', tenant.people.bob!)).status, 403);
      const { body } = await send('username,name,email\nbob.acme,Bob,b@x.test', '', other);
      assert.equal((await rowsOf(body.id, '', other))[0].faults[0].code, 'user.id_taken');
    });

    test('ADM-08 SEC-02 users that the file lacks are deactivated, many of them only when the number is confirmed', async () => {
      const { body } = await send('username\nann.acme\n', '?missing=disable');
      assert.deepEqual([body.counts.disable, body.counts.refuse, body.confirm], [1, 1, 1]);
      const [refused, disabled] = await rowsOf(body.id);
      assert.deepEqual(
        [refused.key, refused.faults[0].code, refused.line, disabled.key],
        ['cid.acme', 'access.denied', null, 'bob.acme'],
      );
      const unconfirmed = await ann.post(`/api/imports/${body.id}/run`);
      assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [409, 'import.too_many_disabled']);
      assert.equal((await tenant.people.bob!.get('/api/session')).status, 200);
      await run(body.id, { confirmDisabled: 1 });
      assert.equal((await tenant.people.bob!.get('/api/session')).status, 401);
      await undo(body.id);
      assert.equal((await ann.get('/api/identity/users/bob.acme')).body.status, 'active');
      const own = (await send('username,status\nann.acme,disabled')).body;
      assert.equal((await rowsOf(own.id))[0].faults[0].code, 'user.own_account');
    });
  });

  describe('hostile files', () => {
    const refused: [string, string | Buffer, string, string?][] = [
      ['another encoding', Buffer.from('username,name\nkati.kuusk,K\xe4ti', 'latin1'), 'import.encoding'],
      ['UTF-16', Buffer.from('\uFEFFusername,name\nkati.kuusk,Kati', 'utf16le'), 'import.encoding'],
      ['nothing', '', 'import.empty'],
      ['headings alone', 'username,name\r\n', 'import.empty'],
      ['20,001 rows', `username\n${'a\n'.repeat(20_001)}`, 'import.too_many_rows'],
      ['an unclosed quote', 'username,name\nkati.kuusk,"Kati\nmari.mets,Mari', 'import.unclosed_quote'],
      ['text after a quote', 'username,name\nkati.kuusk,"Kati" Kuusk', 'import.malformed'],
      ['unknown columns', 'username,shoe size,hat\nkati.kuusk,40,7', 'import.unknown_column'],
      ['a column twice', 'username,Kasutajanimi\na,b', 'import.duplicate_column'],
      ['no key', 'name,phone\nKati,+37255501111', 'import.key_missing'],
      ['another key', 'username,name\nkati.kuusk,Kati', 'import.key_missing', '?key=name'],
    ];
    for (const [what, csv, code, query] of refused) {
      test(`ADM-08 a file with ${what} is refused with a code`, async () => {
        const { status, body } = await send(csv, query);
        assert.deepEqual([status, body.code], [422, code]);
      });
    }

    test('ADM-08 rows with the same key, a wrong number of cells or managers in a circle are refused alone', async () => {
      const csv = [
        'username,name,email,manager',
        'twice.one,A,a@x.test,',
        'TWICE.ONE,B,b@x.test,',
        'short.row,C',
        'circle.one,D,d@x.test,circle.two',
        'circle.two,E,e@x.test,circle.three',
        'circle.three,F,f@x.test,circle.one',
        'below.circle,G,g@x.test,circle.one',
        'own.manager,H,h@x.test,own.manager',
        'good.row,"=HYPERLINK(""x"")",i@x.test,ann.acme',
        "last.row,'+1 Ltd,j@x.test,good.row",
      ].join('\n');
      const { body } = await send(csv);
      assert.deepEqual([body.counts.add, body.counts.refuse], [2, 8]);
      const codes = new Map(
        (await rowsOf(body.id)).map((row: { line: number; faults: { code: string }[] }) => [
          row.line,
          row.faults[0]?.code,
        ]),
      );
      assert.deepEqual(
        [2, 3, 4, 5, 6, 7, 8, 9].map((line) => codes.get(line)),
        [
          'import.duplicate_key',
          'import.duplicate_key',
          'import.cell_count',
          'manager.cycle',
          'manager.cycle',
          'manager.cycle',
          'field.choice_unknown',
          'field.choice_unknown',
        ],
      );
      const ended = await run(body.id);
      assert.equal(ended.done, 2);
      const { body: exported } = await ann.send('GET', '/api/records/people?q=good.row', undefined, {
        accept: 'text/csv',
      });
      assert.match(exported, /'=HYPERLINK/, 'a spreadsheet does not execute it');
      assert.equal((await ann.get('/api/identity/users/last.row')).body.name, '+1 Ltd');
      const again = await send(exported.replaceAll('\0', ''));
      assert.deepEqual([again.status, again.body.counts.same], [201, 1], JSON.stringify(again.body));
      await undo(body.id);
    });

    test('AUD-01 ADM-08 the audit log names who ran an import, for each row', async () => {
      const { id } = (await send('username,name,email\nlog.row,Log Row,log.row@x.test')).body;
      await run(id);
      const { rows } = await tenant.transaction((tx) =>
        sql<{ actor: string; via: string }>`SELECT a.actor_id AS actor, a.via FROM audit_log a
          JOIN app_user u ON u.id::text = a.entity_id
          WHERE a.request_id = ${`import-${id}`} AND a.entity = 'app_user' AND u.username = 'log.row'`.execute(tx),
      );
      assert.deepEqual(rows[0], { actor: ann.userId, via: 'import' });
      await undo(id);
    });

    test('ADM-02 ADM-08 memberships of an identity provider or a directory stay, in an import and in the editor', async () => {
      const own = (await ann.get('/api/identity/users/bob.acme')).body;
      for (const source of ['idp', 'scim', 'sync']) {
        await tenant.transaction((tx) =>
          sql`UPDATE group_member SET source = ${source} WHERE user_id = ${own.key}::uuid AND group_id = 'clerks'`.execute(
            tx,
          ),
        );
        const { body } = await send('username,groups\nbob.acme,');
        const put = () =>
          ann.send(
            'PUT',
            `/api/identity/users/${own.key}`,
            JSON.stringify({ ...own, version: undefined, groups: [] }),
            {
              'content-type': 'application/json',
            },
          );
        if (source === 'sync') {
          assert.equal(body.counts.change, 1, 'a synchronisation only adds');
          continue;
        }
        assert.equal((await rowsOf(body.id))[0].faults[0].code, 'group.managed_elsewhere');
        const refused = await put();
        assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'group.managed_elsewhere']);
      }
    });

    test('ADM-08 a circle through a user outside the file is refused', async () => {
      await run((await send('username,manager\nbob.acme,ann.acme')).body.id);
      const { body } = await send('username,manager\nann.acme,bob.acme');
      assert.equal((await rowsOf(body.id))[0].faults[0].code, 'manager.cycle');
      const swapped = (await send('username,manager\nann.acme,bob.acme\nbob.acme,')).body;
      assert.deepEqual([(await run(swapped.id)).done, swapped.counts.refuse], [2, 0]);
    });
  });

  test('ORG-02 an abandoned import of a suspended organisation is queued again once it is resumed, and not before', async () => {
    const quiet = await createTestTenant(db(), 'quiet', { max: ['admin'] }, tenant);
    const insert = () =>
      quiet.transaction((tx) =>
        sql`INSERT INTO import_run (resource, mode, state, beat_at) VALUES ('people', 'run', 'queued', '2020-01-01')`.execute(
          tx,
        ),
      );
    const queued = async () => {
      const { rows } = await db().systemTransaction((tx) =>
        sql<{
          n: number;
        }>`SELECT count(*)::int AS n FROM outbox WHERE tenant_id = ${quiet.tenantId} AND payload->>'job' = 'import'`.execute(
          tx,
        ),
      );
      return rows[0]!.n;
    };
    const become = (status: 'active' | 'suspended') =>
      db().systemTransaction((tx) =>
        tx.updateTable('tenant').set({ status }).where('id', '=', quiet.tenantId).execute(),
      );
    await insert();
    await become('suspended');
    await requeueAbandoned(db());
    assert.equal(await queued(), 0);
    await become('active');
    await quiet.transaction((tx) => sql`UPDATE import_run SET beat_at = '2020-01-01'`.execute(tx));
    await requeueAbandoned(db());
    assert.equal(await queued(), 1);
  });
});
