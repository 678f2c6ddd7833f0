import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { forEachDatabase, onDatabase } from '../../../../test/support/databases.ts';
import { PDF } from '../../../../test/support/small-files.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { CatalogueEntry } from '../../../shared/contracts/catalogue.contract.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { removeLooseUploads } from '../attachments/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';

const MEMBERS = {
  ann: ['staff'],
  bob: ['staff', 'helpers'],
  mia: ['staff'],
  carl: [],
  ada: ['admin'],
  pia: ['verva.admin', 'admin'],
} as const;

const formBody = (extra: FormBody['root']['children'] = []): FormBody => ({
  formatVersion: 1,
  id: 'leave',
  title: { en: 'Leave' },
  kind: 'start',
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label: { en: 'Subject' }, required: true },
      { type: 'number', key: 'days', label: { en: 'Days' }, default: 5 },
      { type: 'attachment', key: 'plan', label: { en: 'Plan' }, maxFiles: 3 },
      ...extra,
    ],
  },
});

const startForm = (id: string) => `<startEvent id="start" verva:formKey="${id}"/>`;
const approve = userTask('approve', 'camunda:candidateGroups="helpers"');
const LEAVE = bpmn('leave', sequence(startForm('leave'), approve, end));

async function organisation(
  db: Parameters<typeof createTestTenant>[0],
  slug: string,
  server?: TestTenant,
): Promise<TestTenant & { readonly people: Readonly<Record<keyof typeof MEMBERS, Person>> }> {
  const tenant = await createTestTenant(db, slug, MEMBERS, server);
  const body = formBody();
  await tenant.transaction((tx) => saveAndPublishForm(tx, { id: 'leave', kind: 'start', title: body.title, body }));
  await tenant.deploy(LEAVE);
  await tenant.deploy(bpmn('plain', sequence(start, approve, end)));
  await item(tenant, { id: 'leave', target: 'leave', title: { en: 'Ask for leave', et: 'Küsi puhkust' } });
  await item(tenant, { id: 'plain', target: 'plain' });
  return tenant as Awaited<ReturnType<typeof organisation>>;
}

async function item(tenant: TestTenant, fields: Record<string, unknown>): Promise<Reply['body']> {
  const { status, body } = await tenant.people.pia!.post('/api/catalogue/items', { kind: 'process', ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const begin = (who: Person, id: string, body: object = {}, key: string = randomUUID()) =>
  who.post(`/api/catalogue/${id}/start`, body, { 'idempotency-key': key });
const put = (who: Person, url: string, body: object, headers = {}) =>
  who.send('PUT', url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
const upload = (who: Person, draft: string, fileName: string) =>
  who.post(`/api/attachments/${draft}`, { fieldName: 'plan', fileName, data: PDF.toString('base64') });

const written = async (tenant: TestTenant) => {
  const { rows } = await tenant.transaction((tx) =>
    sql<Record<string, number>>`SELECT (SELECT count(*)::int FROM process_instance) AS instances,
      (SELECT count(*)::int FROM task) AS tasks, (SELECT coalesce(sum(last), 0)::int FROM number_counter) AS numbers,
      (SELECT count(*)::int FROM process_history) AS history`.execute(tx),
  );
  return rows[0]!;
};

onDatabase('the catalogue', (db) => {
  let tenant: Awaited<ReturnType<typeof organisation>>;
  let people: typeof tenant.people;

  before(async () => {
    tenant = await organisation(db(), 'acme');
    ({ people } = tenant);
  });

  const listed = async (who: Person): Promise<CatalogueEntry[]> => (await who.get('/api/catalogue')).body.items;
  const ids = async (who: Person) => (await listed(who)).map(({ id }) => id);
  const change = (id: string, fields: object) =>
    people.pia.get('/api/catalogue/items').then(({ body }) =>
      put(people.pia, `/api/catalogue/items/${id}`, {
        ...body.find((one: { id: string }) => one.id === id),
        ...fields,
      }),
    );

  test('CAT-01 users see what they may start: by item, by process, while it can be started', async () => {
    assert.deepEqual(await ids(people.carl), ['leave', 'plain']);
    await change('leave', { groups: ['staff'] });
    assert.deepEqual([await ids(people.carl), await ids(people.ann)], [['plain'], ['leave', 'plain']]);
    await tenant.deploy(bpmn('plain', sequence(start, approve, end), 'camunda:candidateStarterGroups="helpers"'));
    assert.deepEqual([await ids(people.ann), await ids(people.bob)], [['leave'], ['leave', 'plain']]);
    assert.equal((await people.ann.get('/api/catalogue/plain/form')).body.code, 'catalogue.item_not_found');
    assert.equal((await begin(people.ann, 'plain')).body.code, 'catalogue.item_not_found');
    await tenant.deploy(bpmn('plain', sequence(start, approve, end)));
    await change('leave', { groups: [] });

    const blocked = async () => Object.fromEntries((await listed(people.ada)).map((one) => [one.id, one.blocked]));
    const suspend = (isSuspended: boolean) =>
      tenant.transaction((tx) => sql`UPDATE process SET suspended = ${isSuspended} WHERE key = 'leave'`.execute(tx));
    await suspend(true);
    await change('plain', { active: false });
    assert.deepEqual(await ids(people.ann), []);
    assert.deepEqual(await blocked(), { leave: 'suspended', plain: 'inactive' });
    await suspend(false);
    await change('plain', { active: true });
    await tenant.transaction((tx) => sql`UPDATE form SET active = false WHERE id = 'leave'`.execute(tx));
    assert.deepEqual([await ids(people.ann), await blocked()], [['plain'], { leave: 'form_missing', plain: null }]);
    assert.equal((await people.ann.get('/api/catalogue/leave/form')).body.code, 'form.not_published');
    await tenant.transaction((tx) => sql`UPDATE form SET active = true WHERE id = 'leave'`.execute(tx));
    assert.deepEqual(await ids(people.ann), ['leave', 'plain']);
  });

  test('CAT-01 items have titles in the reader’s language, other words for the search, favourites and last starts', async () => {
    const headers = { 'accept-language': 'et' };
    await change('leave', { keywords: { en: 'holiday, vacation', ru: 'отпуск' }, icon: 'calendar' });
    const inEstonian = (await people.ann.send('GET', '/api/catalogue', undefined, headers)).body.items[0];
    assert.deepEqual(
      [inEstonian.title, inEstonian.keywords, inEstonian.otherTexts, inEstonian.icon],
      ['Küsi puhkust', ['holiday', 'vacation'], ['Ask for leave', 'отпуск'], 'calendar'],
    );
    assert.equal((await listed(people.ann))[1]!.title, 'plain', 'without a title, the name of the process');
    const first = await people.ann.get('/api/catalogue');
    const again = { 'if-none-match': String(first.headers.etag) };
    assert.equal((await people.ann.send('GET', '/api/catalogue', undefined, again)).status, 304);
    assert.equal((await put(people.ann, '/api/catalogue/leave/favourite', {})).status, 204);
    assert.equal((await people.ann.send('GET', '/api/catalogue', undefined, again)).status, 200);
    assert.equal((await begin(people.ann, 'plain')).status, 201);
    const own = await listed(people.ann);
    assert.deepEqual(
      own.map(({ isFavourite, lastStarted }) => [isFavourite, lastStarted !== null]),
      [
        [true, false],
        [false, true],
      ],
    );
    assert.deepEqual(
      (await listed(people.bob)).map(({ isFavourite, lastStarted }) => [isFavourite, lastStarted]),
      [
        [false, null],
        [false, null],
      ],
    );
    await people.ann.send('DELETE', '/api/catalogue/leave/favourite');
    assert.equal((await listed(people.ann))[0]!.isFavourite, false);
    assert.equal((await put(people.ann, '/api/catalogue/nothing/favourite', {})).body.code, 'catalogue.item_not_found');
  });

  test('CAT-01 the usual duration is the median of finished cases, and unknown with fewer than 20', async () => {
    const finish = (count: number) =>
      tenant.transaction((tx) =>
        sql`INSERT INTO process_instance (process_key, number, status, state, started_at, ended_at)
          SELECT process_key, number, 'completed', state, now() - make_interval(hours => 40 + n), now()
          FROM (SELECT * FROM process_instance WHERE process_key = 'plain' LIMIT 1) i, generate_series(1, ${count}::int) n`.execute(
          tx,
        ),
      );
    const usual = async () => (await listed(people.ann)).find(({ id }) => id === 'plain')!.usualHours;
    await finish(19);
    assert.equal(await usual(), null);
    await finish(1);
    assert.equal(await usual(), 50);
  });

  test('CAT-01 the provider edits items and categories; faults are named, and a stale version is refused', async () => {
    const { pia, ada, ann } = people;
    for (const who of [ada, ann]) {
      assert.equal((await who.get('/api/catalogue/items')).body.code, 'access.denied');
      assert.equal((await who.post('/api/catalogue/categories', { id: 'x', title: { en: 'X' } })).status, 403);
    }
    const category = (id: string, title: object) => pia.post('/api/catalogue/categories', { id, title });
    assert.equal((await category('time', { en: 'Time', et: 'Aeg' })).status, 201);
    assert.equal((await category('time', { en: 'Again' })).body.code, 'catalogue.id_taken');
    const untitled = (await category('empty', { en: ' ' })).body;
    assert.deepEqual([untitled.code, untitled.errors[0].pointer], ['catalogue.invalid', '/title']);
    const faults = async (fields: object) => {
      const { status, body } = await pia.post('/api/catalogue/items', { id: 'new', kind: 'process', ...fields });
      assert.equal(status, 422, JSON.stringify(body));
      return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
    };
    const unknown = { target: 'nothing', category: 'nothing', numberSeries: 'nothing', groups: ['staff', 'nothing'] };
    assert.deepEqual(await faults(unknown), [
      '/category field.choice_unknown',
      '/numberSeries field.choice_unknown',
      '/target field.choice_unknown',
      '/groups/1 field.choice_unknown',
    ]);
    for (const target of [
      'javascript:alert(1)',
      'http://a.example',
      '//evil.example',
      '/\\evil.example',
      'x',
      'https://u:p@a.example',
    ]) {
      assert.deepEqual(await faults({ kind: 'link', target, title: { en: 'A' } }), [
        '/target catalogue.address_invalid',
      ]);
    }
    assert.equal(
      (await pia.post('/api/catalogue/items', { id: 'items', kind: 'process', target: 'leave' })).body.code,
      'catalogue.id_taken',
    );
    const made = await item(tenant, {
      id: 'wiki',
      kind: 'link',
      target: 'https://wiki.example/',
      title: { en: 'Wiki' },
      category: 'time',
      position: 9,
    });
    const { body: catalogue } = await ann.get('/api/catalogue');
    assert.deepEqual(catalogue.categories, [{ id: 'time', title: 'Time', icon: null }]);
    assert.equal(catalogue.items.find(({ id }: { id: string }) => id === 'wiki').address, 'https://wiki.example/');
    assert.equal((await begin(ann, 'wiki')).body.code, 'catalogue.item_not_found');
    assert.equal((await pia.send('DELETE', '/api/catalogue/categories/time')).body.code, 'catalogue.category_in_use');
    const stale = { 'if-match': `"${made.version}"` };
    assert.equal(
      (await put(pia, '/api/catalogue/items/wiki', { ...made, title: { en: 'Handbook' } }, stale)).status,
      200,
    );
    assert.equal(
      (await put(pia, '/api/catalogue/items/wiki', { kind: 'link', target: '/manuals' }, stale)).body.code,
      'edit.conflict',
    );
    assert.equal((await pia.send('DELETE', '/api/catalogue/items/wiki', undefined, stale)).body.code, 'edit.conflict');
    assert.equal((await pia.send('DELETE', '/api/catalogue/items/wiki')).status, 204);
    const renamed = await put(pia, '/api/catalogue/categories/time', { title: { en: 'Working time' } });
    assert.deepEqual([renamed.status, renamed.body.title], [200, { en: 'Working time' }]);
    assert.equal((await pia.send('DELETE', '/api/catalogue/categories/time')).status, 204);
    assert.equal(
      (await pia.send('DELETE', '/api/catalogue/categories/time')).body.code,
      'catalogue.category_not_found',
    );
  });

  test('CAT-01 a draft with files belongs to its user, survives a new form version, and goes when it is discarded', async () => {
    const { ann, bob } = people;
    const form = async (who: Person) => (await who.get('/api/catalogue/leave/form')).body;
    const empty = await form(ann);
    assert.deepEqual([empty.draft, empty.values.days, empty.next, empty.number], [null, 5, ['approve'], 1]);
    const draft = { rev: 0, base: {}, values: { subject: 'Summer', days: 9 }, unread: { days: '9a' } };
    const saved = await put(ann, '/api/catalogue/leave/draft', draft);
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    const conflict = await put(ann, '/api/catalogue/leave/draft', draft);
    assert.deepEqual([conflict.body.code, conflict.body.theirs.values.subject], ['draft.conflict', 'Summer']);
    const file = await upload(ann, saved.body.id, 'plan.pdf');
    assert.equal(file.status, 201, JSON.stringify(file.body));
    assert.deepEqual([(await form(bob)).draft, (await form(bob)).files], [null, []]);
    for (const [url, code] of [
      [`/api/attachments/${saved.body.id}`, 'attachment.not_found'],
      [file.body.path, 'attachment.not_found'],
    ]) {
      assert.equal((await bob.get(url!)).body.code, code);
    }
    assert.equal((await upload(bob, saved.body.id, 'mine.pdf')).body.code, 'attachment.not_found');
    assert.notEqual((await listed(ann))[0]!.draft, null);

    const body = formBody([{ type: 'text', key: 'reason', label: { en: 'Reason' } }]);
    await tenant.transaction((tx) => saveAndPublishForm(tx, { id: 'leave', kind: 'start', title: body.title, body }));
    const carried = await form(ann);
    assert.deepEqual(
      [carried.number, carried.draft.values.subject, carried.draft.unread],
      [2, 'Summer', { days: '9a' }],
    );
    assert.deepEqual(
      carried.carriedOver.map(({ kind, field }: { kind: string; field: string }) => `${kind} ${field}`),
      ['new reason'],
    );
    assert.deepEqual(
      carried.files.map(({ fileName }: { fileName: string }) => fileName),
      ['plan.pdf'],
    );
    assert.equal(
      (await begin(ann, 'leave', { variables: { subject: 'x' }, formVersion: 1 })).body.code,
      'form.version_changed',
    );

    assert.equal((await ann.send('DELETE', '/api/catalogue/leave/draft')).status, 204);
    assert.deepEqual(
      [(await form(ann)).draft, (await form(ann)).files, (await listed(ann))[0]!.draft],
      [null, [], null],
    );
    assert.equal((await ann.get(file.body.path)).body.code, 'attachment.not_found');
    // Undo saves the input again: the file is still there. Others cannot take it.
    const { id, size, mediaType } = file.body;
    const restored = { rev: 0, base: {}, values: { plan: [{ id, fileName: 'plan.pdf', size, mediaType }] } };
    await put(bob, '/api/catalogue/leave/draft', restored);
    assert.deepEqual((await form(bob)).files, []);
    await put(ann, '/api/catalogue/leave/draft', restored);
    assert.equal((await form(ann)).files.length, 1);
    await ann.send('DELETE', '/api/catalogue/leave/draft');
    const later = new Date(Date.now() + 2 * 86_400_000);
    assert.equal(await removeLooseUploads(db(), later), 1);
  });

  test('CAT-01 a line manager and the item’s groups start on behalf of others; four eyes compares with the requester', async () => {
    const { ann, bob, mia, pia } = people;
    await tenant.transaction((tx) =>
      sql`INSERT INTO user_manager (user_id, manager_id, kind) VALUES (${ann.userId}::uuid, ${mia.userId}::uuid, 'line')`.execute(
        tx,
      ),
    );
    const refused = await begin(bob, 'plain', { for: ann.username });
    assert.deepEqual([refused.status, refused.body.code], [403, 'catalogue.for_refused']);
    assert.equal((await begin(mia, 'plain', { for: 'nobody.acme' })).body.code, 'catalogue.for_refused');
    assert.deepEqual((await mia.get('/api/catalogue/plain/form')).body.startsFor, [{ id: ann.userId, name: 'Ann' }]);
    const started = await begin(mia, 'plain', { for: ann.username, subject: ' Two weeks ' });
    assert.equal(started.status, 201, JSON.stringify(started.body));
    await change('plain', { startForGroups: ['helpers'] });
    const helped = await begin(bob, 'plain', { for: ann.userId });
    const { rows } = await tenant.transaction((tx) =>
      sql`SELECT starter_id AS starter, requester_id AS requester, title, item_id AS item, business_key AS number FROM process_instance
        WHERE id = ANY(${[started.body.instanceId, helped.body.instanceId]}::uuid[]) ORDER BY id`.execute(tx),
    );
    const byItem = { requester: ann.userId, item: 'plain' };
    assert.deepEqual(rows, [
      { ...byItem, starter: mia.userId, title: 'Two weeks', number: started.body.number },
      { ...byItem, starter: bob.userId, title: '', number: helped.body.number },
    ]);
    assert.equal((await pia.get(`/api/instances/${helped.body.instanceId}`)).body.variables.requester, ann.username);
    await change('plain', { startForGroups: [] });
  });

  test('CAT-01 deploying a listed process adds an item once, which then belongs to the provider', async () => {
    const { pia } = people;
    const find = async () =>
      (await pia.get('/api/catalogue/items')).body.filter(({ target }: { target: string }) =>
        target.startsWith('Listed'),
      );
    const elements = sequence(start, approve, end);
    await tenant.deploy(bpmn('Listed.One', elements, 'verva:listed="true"'));
    await tenant.deploy(bpmn('Listed.Two', elements, 'camunda:isStartableInTasklist="true"'));
    await tenant.deploy(bpmn('Listed.Not', elements, 'camunda:isStartableInTasklist="false"'));
    assert.deepEqual(
      (await find()).map(({ id, target }: { id: string; target: string }) => [id, target]),
      [
        ['listed-one', 'Listed.One'],
        ['listed-two', 'Listed.Two'],
      ],
    );
    await change('listed-one', { title: { en: 'Mine' }, active: false });
    await tenant.deploy(bpmn('Listed.One', sequence(start, end), 'verva:listed="true"'));
    const [first] = await find();
    assert.deepEqual([first.title, first.active, (await find()).length], [{ en: 'Mine' }, false, 2]);
  });
});

forEachDatabase('starting from the catalogue', (db, kind) => {
  let tenant: Awaited<ReturnType<typeof organisation>>;
  let people: typeof tenant.people;

  before(async () => {
    tenant = await organisation(db(), 'acme');
    ({ people } = tenant);
  });

  test('CAT-01 a start moves files of the draft to the case, numbers it and removes the draft, exactly once', async () => {
    const { ann, bob, carl } = people;
    const draft = (await put(ann, '/api/catalogue/leave/draft', { rev: 0, base: {}, values: { subject: 'Summer' } }))
      .body;
    const plan = (await upload(ann, draft.id, 'plan.pdf')).body;
    const spare = (await upload(ann, draft.id, 'spare.pdf')).body;
    const variables = {
      subject: 'Summer',
      days: 10,
      plan: [{ id: plan.id, fileName: 'plan.pdf', size: plan.size, mediaType: plan.mediaType }],
    };
    const before = await written(tenant);
    const key = randomUUID();
    const clicks = await Promise.all([1, 2].map(() => begin(ann, 'leave', { variables, formVersion: 1 }, key)));
    const first = clicks.find(({ status }) => status === 201)!;
    for (const one of clicks) if (one !== first) assert.ok([201, 409].includes(one.status), JSON.stringify(one.body));
    const repeated = await begin(ann, 'leave', { variables, formVersion: 1 }, key);
    assert.deepEqual([repeated.status, repeated.body], [201, first.body]);
    const { instanceId, number, title, next } = first.body;
    assert.match(number, /^R-\d{4}-00001$/);
    assert.deepEqual([title, next], ['Summer', [{ name: 'approve', holder: 'helpers' }]]);
    const after = await written(tenant);
    assert.deepEqual(
      [after.instances! - before.instances!, after.tasks! - before.tasks!, after.numbers! - before.numbers!],
      [1, 1, 1],
    );
    const form = (await ann.get('/api/catalogue/leave/form')).body;
    assert.deepEqual([form.draft, form.files], [null, []]);
    assert.equal((await ann.get(spare.path)).status, 404);
    assert.equal((await ann.get(plan.path)).status, 200);
    assert.equal((await carl.get(plan.path)).status, 404);
    // A candidate of the first task sees the file of the case.
    assert.equal((await bob.get(plan.path)).status, 200);
    assert.equal((await ann.send('DELETE', `/api/attachments/${plan.id}`)).body.code, 'access.denied');
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        values: Record<string, unknown>;
      }>`SELECT start_values AS values FROM process_instance WHERE id = ${instanceId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows[0]!.values, variables);
    const task = (await bob.get('/api/tasks?limit=200')).body.items.find(
      (one: { process: { key: string } | null }) => one.process?.key === 'leave',
    );
    assert.equal(task.businessKey, number);
  });

  test('CAT-01 a start that is refused writes nothing', async () => {
    const { ann, bob, pia } = people;
    const other = await organisation(db(), `beta-${kind}`, tenant);
    await item(other, { id: 'theirs', target: 'plain' });
    const draft = (await put(bob, '/api/catalogue/leave/draft', { rev: 0, base: {}, values: {} })).body;
    const theirs = (await upload(bob, draft.id, 'bob.pdf')).body;
    const before = await written(tenant);
    const refusal = async (reply: Promise<Reply>) => {
      const { status, body } = await reply;
      return [
        status,
        body.code,
        ...(body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
      ];
    };
    const subject = 'Summer';
    assert.deepEqual(await refusal(begin(ann, 'leave', { variables: { subject, approved: true } })), [
      422,
      'form.invalid',
      '/variables/approved field.unknown',
    ]);
    assert.deepEqual(await refusal(begin(ann, 'leave', { variables: {} })), [
      422,
      'form.invalid',
      '/variables/subject field.required',
    ]);
    const [status, code] = await refusal(
      begin(ann, 'leave', { variables: { subject, plan: [{ id: theirs.id, fileName: 'bob.pdf', size: 1 }] } }),
    );
    assert.deepEqual([status, code], [422, 'form.invalid']);
    assert.deepEqual(await refusal(begin(ann, 'theirs')), [404, 'catalogue.item_not_found']);
    assert.deepEqual(
      await refusal(ann.send('POST', '/api/catalogue/plain/start', '{}', { 'content-type': 'application/json' })),
      [400, 'idempotency.key_missing'],
    );
    assert.deepEqual(await refusal(begin(ann, 'plain', { variables: { approved: true } })), [
      403,
      'process.variables_not_allowed',
    ]);
    await tenant.transaction((tx) => sql`UPDATE process SET suspended = true WHERE key = 'plain'`.execute(tx));
    for (const who of [ann, pia]) assert.deepEqual(await refusal(begin(who, 'plain')), [409, 'process.suspended']);
    assert.deepEqual(await refusal(ann.get('/api/catalogue/plain/form')), [409, 'process.suspended']);
    await tenant.transaction((tx) => sql`UPDATE process SET suspended = false WHERE key = 'plain'`.execute(tx));
    assert.deepEqual(await written(tenant), before);
    const untouched = (await bob.get('/api/catalogue/leave/form')).body;
    assert.equal(untouched.files.length, 1);
  });

  test('CAT-01 BEY-20 an element token starts only the items that it names', async () => {
    const { app } = tenant;
    const { ada, ann } = people;
    const origin = 'https://hr.example.org';
    await ada.post('/api/embed/origins', { origin });
    const client = (await ada.post('/api/embed/clients', { name: 'Portal', scopes: ['start', 'inbox'] })).body;
    const authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    const open = async (more: object) => {
      const payload = { userId: ann.username, origin, ...more };
      const reply = await app.inject({
        method: 'POST',
        url: '/api/embed/sessions',
        headers: { authorization },
        payload,
      });
      assert.equal(reply.statusCode, 201, reply.body);
      return reply.json().token as string;
    };
    const ask = async (token: string, method: 'GET' | 'POST', url: string) => {
      const headers = { authorization: `Bearer ${token}`, origin, 'idempotency-key': randomUUID() };
      const reply = await app.inject({ method, url, headers, ...(method === 'POST' ? { payload: {} } : {}) });
      return { status: reply.statusCode, body: reply.json() };
    };
    const named = await open({ scopes: ['start'], items: ['plain'] });
    assert.deepEqual(
      (await ask(named, 'GET', '/api/catalogue')).body.items.map(({ id }: { id: string }) => id),
      ['plain'],
    );
    assert.equal((await ask(named, 'GET', '/api/catalogue/leave/form')).status, 404);
    assert.equal((await ask(named, 'POST', '/api/catalogue/leave/start')).status, 404);
    assert.equal((await ask(named, 'POST', '/api/catalogue/plain/start')).status, 201);
    const all = await open({ scopes: ['start'] });
    assert.equal((await ask(all, 'GET', '/api/catalogue')).body.items.length, 2);
    const inbox = await open({ scopes: ['inbox'] });
    assert.deepEqual((await ask(inbox, 'GET', '/api/catalogue')).body.code, 'scope.missing');
  });

  if (kind === 'postgres') {
    test('CAT-01 200 parallel starts get 200 numbers without a gap', async () => {
      const users = Object.values(people);
      // A busy server asks to come back, which clients do with the same key.
      const insist = async (who: Person, key = randomUUID()): Promise<Reply> => {
        const reply = await begin(who, 'plain', {}, key);
        return reply.status === 503 ? insist(who, key) : reply;
      };
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, index) => insist(users[index % users.length]!)),
      );
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201]);
      const numbers = replies.map(({ body }) => Number(body.number.slice(-5))).sort((a, b) => a - b);
      assert.deepEqual(
        numbers.map((number, index) => number - index),
        numbers.map(() => numbers[0]),
      );
      const { numbers: taken } = await written(tenant);
      const { rows } = await tenant.transaction((tx) =>
        sql<{
          count: number;
        }>`SELECT count(DISTINCT business_key)::int AS count FROM process_instance WHERE business_key LIKE 'R-%'`.execute(
          tx,
        ),
      );
      assert.equal(rows[0]!.count, taken);
    });
  }
});
