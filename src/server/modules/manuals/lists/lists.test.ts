import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { addGroup, addReading, releasedManual, releaseVersion } from './lists.support.ts';

type Name = 'author' | 'viewer' | 'ann' | 'bob' | 'cid';

onDatabase('lists of manuals', (db) => {
  let tenant: TestTenant;
  let eve: Person;
  let people: Record<Name, Person>;
  const manuals: Record<string, Awaited<ReturnType<typeof releasedManual>>> = {};

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      author: ['manualsgroup'],
      viewer: ['manualsviewer'],
      ann: [],
      bob: [],
      cid: [],
    });
    people = tenant.people as typeof people;
    const other = await createTestTenant(db(), 'other', { eve: ['manualsgroup'] }, tenant);
    eve = other.people.eve!;
    const ownerId = people.author.userId;
    await tenant.transaction(async (tx) => {
      const groupId = await addGroup(tx, { en: 'Safety', et: 'Ohutus' });
      const texts = {
        crane: { en: ['Crane', 'Lift with the crane slowly'], et: ['Kraana', 'Tõstke kraanaga aeglaselt'] },
        fire: { en: ['Fire 100%', 'Leave by the nearest door'] },
        data: { en: ['Data', 'Keep secrets'] },
      } as const;
      for (const [code, text] of Object.entries(texts)) {
        manuals[code] = await releasedManual(tx, { code, ownerId, groupId, texts: text });
      }
      const day = (days: number) =>
        sql`(${tenant.clock.now}::timestamptz AT TIME ZONE 'Europe/Tallinn')::date + ${days}::int`;
      await addReading(tx, { ...manuals.crane!, userId: people.ann.userId, due: day(-3) });
      await addReading(tx, { ...manuals.fire!, userId: people.ann.userId, due: day(5) });
      await addReading(tx, { ...manuals.crane!, userId: people.bob.userId, state: 'read', due: day(2) });
      await addReading(tx, { ...manuals.data!, userId: people.bob.userId, state: 'cancelled' });
      const department = sql<{ id: string }>`INSERT INTO department (code, name) VALUES ('Y', 'Yard') RETURNING id`;
      const { rows } = await department.execute(tx);
      await sql`INSERT INTO user_department (user_id, department_id) VALUES (${people.ann.userId}::uuid, ${rows[0]!.id}::uuid)`.execute(
        tx,
      );
      await sql`UPDATE app_user SET language_id = 'et' WHERE id = ${people.bob.userId}::uuid`.execute(tx);
    });
  });

  const codes = async (who: Person, query = '', resource = 'manuals') => {
    const { status, body } = await who.get(`/api/records/${resource}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map((one: { code: string }) => one.code);
  };

  test('MAN-01 MAN-04 readers see their manuals, authors and viewers all, and other organisations none', async () => {
    assert.deepEqual(await codes(people.ann), ['crane', 'fire']);
    assert.deepEqual(await codes(people.cid), []);
    assert.deepEqual(await codes(people.viewer), ['crane', 'data', 'fire']);
    assert.deepEqual(await codes(people.author, 'sort=code:desc'), ['fire', 'data', 'crane']);
    assert.deepEqual(await codes(eve), []);
    assert.deepEqual(await codes(eve, '', 'manuals_read'), []);
    const { body } = await people.bob.get('/api/records/manuals');
    const crane = body.items.find((one: { code: string }) => one.code === 'crane');
    assert.deepEqual([crane.title, crane.group.name, crane.languages], ['Kraana', 'Ohutus', ['en', 'et']]);
    for (const resource of ['manuals_groups', 'manuals_language', 'manuals_language_attachments']) {
      assert.equal((await people.ann.get(`/api/records/${resource}`)).status, 403);
      assert.deepEqual((await eve.get(`/api/records/${resource}`)).body.items, []);
    }
    assert.deepEqual(await codes(people.author, 'languageId=eq:et', 'manuals_language'), ['crane']);
  });

  test('MAN-03 FIL-03 readings have the colour of their due state and can be filtered by it', async () => {
    const colors = async (query: string) => {
      const { body } = await people.viewer.get(`/api/records/manuals_read?${query}`);
      return body.items.map((one: { code: string; color: string }) => `${one.code} ${one.color}`);
    };
    assert.deepEqual(await colors('sort=dueOn'), ['crane overdue', 'crane read', 'fire notDue', 'data cancelled']);
    assert.deepEqual(await colors('color=in:overdue,read&sort=user'), ['crane overdue', 'crane read']);
    assert.deepEqual(await colors('dueOn=lt:today'), ['crane overdue']);
    assert.deepEqual(await colors('overdueDays=eq:3'), ['crane overdue']);
    assert.deepEqual(await codes(people.ann, 'color=eq:overdue'), ['crane']);
    const { body } = await people.viewer.get('/api/records/manuals_read?user=eq:ann.acme&sort=code');
    assert.deepEqual(
      body.items.map((one: { department: string; overdueDays: number | null }) => [one.department, one.overdueDays]),
      [
        ['Yard', 3],
        ['Yard', null],
      ],
    );
  });

  test('FIL-01 FIL-02 every resource supports every operator of the query', async () => {
    const ask = (query: string) => codes(people.viewer, `${query}&sort=code`);
    const cases: Record<string, string[]> = {
      'title=like:RAN': ['crane'],
      'title=ilike:ran': ['crane'],
      'title=nlike:a': ['fire'],
      'title=eq:data': ['data'],
      'title=neq:data': ['crane', 'fire'],
      'title=startWith:c': ['crane'],
      'title=endWith:100%25': ['fire'],
      'title=like:0_': [],
      'title=in:data,crane': ['crane', 'data'],
      'number=gt:0&number=gte:1&number=lt:2&number=lte:1': ['crane', 'data', 'fire'],
      'number=inrange:2,': [],
      "dueOn=eq:''": ['crane', 'data', 'fire'],
      'dueOn=neq:': [],
      'languages=eq:et': ['crane'],
      'languages=neq:et': ['data', 'fire'],
      'languages=in:et,ru': ['crane'],
      'owner=eq:author.acme': ['crane', 'data', 'fire'],
      'owner=eq:me': [],
      [`id=eq:${manuals.fire!.manualId}`]: ['fire'],
      'id=eq:nothing': [],
      'releasedAt=lte:today&status=eq:1_active': ['crane', 'data', 'fire'],
    };
    for (const [query, expected] of Object.entries(cases)) assert.deepEqual(await ask(query), expected, query);
  });

  test('FIL-04 unknown fields and values are refused by name, and no input becomes SQL', async () => {
    const refused = async (query: string, resource = 'manuals') => {
      const { status, body } = await people.viewer.get(`/api/records/${resource}?${query}`);
      return [status, body.code, body.errors?.[0]?.pointer];
    };
    assert.deepEqual(await refused('colour=eq:x'), [400, 'filter.unknown_field', '?colour']);
    assert.deepEqual(await refused('title=gt:x'), [400, 'filter.unknown_operator', '?title']);
    assert.deepEqual(await refused('number=eq:many'), [400, 'filter.bad_value', '?number']);
    assert.deepEqual(await refused('sort=languages'), [400, 'sort.unknown_field', '?sort']);
    assert.deepEqual(await refused('', 'weather'), [404, 'registry.not_found', undefined]);
    assert.deepEqual(await codes(people.viewer, `title=eq:${encodeURIComponent("x' OR '1'='1")}`), []);
    const { body } = await people.viewer.get('/api/records/manuals?limit=1&sort=releasedAt');
    const [hash, id] = JSON.parse(Buffer.from(body.next, 'base64url').toString());
    const forge = (...values: unknown[]) => Buffer.from(JSON.stringify([hash, ...values])).toString('base64url');
    for (const cursor of [forge('x', '1'), forge(id, 'now()'), forge(id, 1), forge(id), forge(id, '1', '2')]) {
      assert.deepEqual((await refused(`limit=1&sort=releasedAt&after=${cursor}`)).slice(0, 2), [
        400,
        'page.cursor_mismatch',
      ]);
    }
  });

  test('FIL-02 pages work forwards and backwards in every order, also for rows without a value', async () => {
    for (const sort of ['dueOn:desc', 'user:desc,code', 'overdueDays']) {
      const get = async (more: string) =>
        (await people.viewer.get(`/api/records/manuals_read?sort=${sort}&${more}`)).body;
      const all = (await get('count=true')) as { items: { id: string }[]; total: number };
      assert.equal(all.total, 4);
      const ids: string[] = [];
      let page = await get('limit=1');
      for (;;) {
        ids.push(page.items[0].id);
        if (page.next === null) break;
        page = await get(`limit=1&after=${page.next}`);
      }
      assert.deepEqual(
        ids,
        all.items.map(({ id }) => id),
        sort,
      );
      const back: string[] = [ids.at(-1)!];
      while (page.previous !== null) {
        page = await get(`limit=1&before=${page.previous}`);
        back.unshift(page.items[0].id);
      }
      assert.deepEqual(back, ids, `${sort}, backwards`);
    }
  });

  test('MAN-01 a search finds words of the released text in any language', async () => {
    assert.deepEqual(await codes(people.ann, 'q=SLOWLY'), ['crane']);
    assert.deepEqual(await codes(people.ann, 'q=kraanaga'), ['crane']);
    assert.deepEqual(await codes(people.ann, 'q=secrets'), [], 'not what one does not read');
    assert.deepEqual(await codes(people.viewer, 'q=100%25'), ['fire']);
    const { body } = await people.ann.get('/api/records/manuals_read?q=SLOWLY');
    assert.deepEqual(
      body.items.map(({ code }: { code: string }) => code),
      ['crane'],
      'also among readings',
    );
    await tenant.transaction((tx) =>
      releaseVersion(tx, manuals.data!.manualId, 2, { en: ['Data', 'Nothing hidden here'] }),
    );
    assert.deepEqual(await codes(people.viewer, 'q=secrets'), []);
    assert.deepEqual(await codes(people.viewer, 'q=hidden'), ['data']);
  });

  test('FIL-03 MAN-06 the columns describe table, filters and file in the caller’s language', async () => {
    const { body } = await people.bob.get('/api/records/manuals_read/columns');
    assert.equal(body.title, 'Tutvumiste aruanne');
    const column = (field: string) => body.columns.find((one: { field: string }) => one.field === field);
    const { options, ...color } = column('color');
    assert.deepEqual(color, {
      field: 'color',
      title: 'Olek',
      type: 'key',
      sortable: false,
      filter: 'dropdown',
      operators: ['eq', 'neq', 'in'],
      csv: true,
    });
    assert.deepEqual(options[0], { id: 'overdue', text: 'Üle tähtaja' });
    assert.deepEqual(
      ['title', 'user', 'dueOn', 'readAt', 'progress'].map((field) => column(field).filter),
      ['text', 'userDropdown', 'datepicker', 'datepicker', null],
    );
    assert.equal((await people.ann.get('/api/records/manuals_groups/columns')).status, 403);
    assert.equal((await people.ann.get('/api/records/weather/columns')).status, 404);
  });

  test('MAN-06 the read report is a filtered file, written to the audit log, and shows readers their own data only', async () => {
    const { body } = await people.viewer.post('/api/downloads', {
      list: '/api/records/manuals_read',
      query: 'color=neq:cancelled&sort=user,code',
      columns: ['user', 'department', 'code', 'color', 'overdueDays'],
    });
    const file = await tenant.app.inject({ url: body.url });
    assert.equal(
      file.payload,
      '\uFEFFReader,Department,Code,Status,Days overdue\r\nAnn,Yard,crane,Overdue,3\r\nAnn,Yard,fire,Not due,\r\nBob,,crane,Read,\r\n',
    );
    const own = await people.ann.send('GET', '/api/records/manuals_read?color=eq:overdue', undefined, {
      accept: 'text/csv',
    });
    assert.equal(own.body.split('\r\n').length, 3);
    const { rows } = await tenant.transaction((tx) =>
      sql`SELECT entity FROM audit_log WHERE verb = 'export' AND actor_id = ${people.viewer.userId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ entity: 'manuals_read' }]);
    const refused = await people.ann.post('/api/downloads', { list: '/api/records/manuals_groups' });
    assert.equal(refused.status, 403);
    assert.equal((await people.ann.post('/api/downloads', { list: '/api/records/weather' })).status, 404);
  });
});
