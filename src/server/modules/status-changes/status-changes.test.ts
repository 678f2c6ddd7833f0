import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { StatusChangeItem } from '../../../shared/contracts/status-changes.contract.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { RUN_KINDS } from '../../app.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { insertRegistry } from '../registries/index.ts';
import { workOnRun } from '../runs/index.ts';

const FORM: FormBody = {
  formatVersion: 1,
  id: 'tool',
  title: { en: 'Tool' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: { en: 'Name' }, required: true },
      { type: 'text', key: 'reason', label: { en: 'Reason', et: 'Põhjus' } },
      { type: 'number', key: 'price', label: { en: 'Price' }, max: 100 },
    ],
  },
};

const STATUSES: Parameters<typeof insertRegistry>[1]['statuses'] = [
  { id: 'new', title: { en: 'New', et: 'Uus' } },
  { id: 'used', title: { en: 'In use' } },
  { id: 'gone', title: { en: 'Gone', et: 'Läinud' } },
];
const MOVES = [
  { from: 'new', to: 'used', groups: [], requires: [] },
  { from: 'used', to: 'gone', groups: ['bosses'], requires: ['reason'] },
];

const PATH = '/api/records/tools/status-changes';
const RUNS = '/api/status-changes';

onDatabase('changes of the status of many records', (db) => {
  let tenant: TestTenant;
  let people: Record<'ann' | 'bob' | 'vic' | 'eve' | 'root', Person>;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['keepers', 'bosses'],
      bob: ['keepers'],
      vic: ['viewers'],
      eve: [],
      root: ['admin'],
    });
    people = tenant.people as typeof people;
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, { id: FORM.id, kind: 'record', title: FORM.title, body: FORM });
      for (const id of ['tools', 'others']) {
        await insertRegistry(tx, {
          ...{ id, title: { en: 'Tools' }, formId: 'tool', titleFrom: 'name', statuses: STATUSES },
          ...{ readGroups: ['viewers'], writeGroups: ['keepers'] },
          series: { id, pattern: `${id.toUpperCase()}-{0000}`, resets: 'never' },
        });
      }
      await sql`UPDATE registry SET moves = ${JSON.stringify(MOVES)}::jsonb`.execute(tx);
    });
  });

  interface Made {
    readonly id: string;
    readonly number: string;
    readonly version: number;
  }
  const add = async (name: string, more: object = {}, registry = 'tools'): Promise<Made> =>
    (await people.ann.post(`/api/records/${registry}`, { data: { name, ...more } })).body;
  const many = async (count: number, name: string): Promise<Made[]> => {
    const made: Made[] = [];
    for (let index = 0; index < count; index += 1) made.push(await add(`${name} ${index}`));
    return made;
  };
  const idsOf = (made: readonly Made[]) => made.map(({ id }) => id);
  const change = (who: Person, body: object) => who.post(PATH, body);
  const read = async ({ id }: Made) => (await people.ann.get(`/api/records/tools/${id}`)).body;
  const move = async ({ id, version }: Made, status: string, data?: object) =>
    people.ann.send('POST', `/api/records/tools/${id}/status`, JSON.stringify({ status, data }), {
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    });
  const results = (items: readonly StatusChangeItem[]) => items.map(({ state, code }) => [state, code]);
  const work = ({ id }: { readonly id: string }) =>
    workOnRun(tenant.context, RUN_KINDS, tenant.tenantId, id, { milliseconds: 60_000 });
  const keyed = (who: Person, path: string) =>
    who.send('POST', path, undefined, { 'idempotency-key': crypto.randomUUID() });

  test('PRV-01 BEY-05 a check names each record that would be refused with the reason, and changes nothing', async () => {
    const [fresh, used, gone] = await many(3, 'Drill');
    await move(used!, 'used');
    await move(gone!, 'used');
    await move({ ...gone!, version: 2 }, 'gone', { reason: 'Broken' });
    const elsewhere = await add('Other', {}, 'others');
    const unknown = '019aa5d0-0000-7000-8000-000000000001';
    const recordIds = [...idsOf([fresh!, used!, gone!, elsewhere]), unknown];
    const before = await Promise.all([fresh!, used!, gone!].map(read));
    const { status, body } = await change(people.ann, { recordIds, status: 'gone', dryRun: true });
    assert.deepEqual(
      [status, body.mode, body.state, body.total, body.done, body.failed, body.resource, body.statusTitle],
      [200, 'dry', 'done', 5, 0, 5, 'tools', 'Gone'],
    );
    assert.deepEqual(results(body.items), [
      ['failed', 'record.status_move'],
      ['failed', 'form.invalid'],
      ['failed', 'record.status_same'],
      ['failed', 'record.not_found'],
      ['failed', 'record.not_found'],
    ]);
    assert.deepEqual(
      body.items.map(({ name, number }: StatusChangeItem) => [name, number]),
      [
        ['Drill 0', fresh!.number],
        ['Drill 1', used!.number],
        ['Drill 2', gone!.number],
        [null, null],
        [null, null],
      ],
    );
    const reasons = (await people.ann.get(`${RUNS}/${body.id}/refusals`)).body;
    assert.deepEqual(
      reasons.map(({ title, count }: { title: string; count: number }) => [title, count]),
      [
        ['This record does not exist, or you do not have access to it.', 2],
        ['The status cannot change from New to Gone. Possible: In use.', 1],
        ['Field Reason should be filled out.', 1],
        ['The status is already Gone.', 1],
      ],
    );
    assert.deepEqual(await Promise.all([fresh!, used!, gone!].map(read)), before);
    const again = await change(people.ann, { recordIds, status: 'gone', data: { reason: 'Lost' }, dryRun: true });
    assert.deepEqual([again.body.done, again.body.failed], [1, 4]);
    const estonian = await people.ann.send('GET', `${RUNS}/${body.id}/items?state=failed&limit=1`, undefined, {
      'accept-language': 'et',
    });
    assert.match(estonian.body.items[0].title, /^Olekut/);
    assert.equal(typeof estonian.body.next, 'string');
  });

  test('BEY-05 the records that passed a check are changed with its values; one that changed meanwhile is refused', async () => {
    const made = await many(3, 'Saw');
    const checked = (await change(people.ann, { recordIds: idsOf(made), status: 'used', dryRun: true })).body;
    assert.equal(checked.done, 3);
    await people.bob.send('PUT', `/api/records/tools/${made[1]!.id}`, JSON.stringify({ data: { price: 5 } }), {
      'content-type': 'application/json',
      'if-match': '"1"',
    });
    const { status, body } = await change(people.ann, { checked: checked.id });
    assert.equal(status, 200);
    assert.deepEqual(results(body.items), [
      ['done', undefined],
      ['failed', 'edit.conflict'],
      ['done', undefined],
    ]);
    const [first, second] = await Promise.all(made.map(read));
    assert.deepEqual([first.status, first.version], ['used', 2]);
    assert.deepEqual([second.status, second.version, second.data.price], ['new', 2, 5]);
    // A retry takes the record as it is now.
    const retried = await keyed(people.ann, `${RUNS}/${body.id}/retry`);
    assert.deepEqual(
      [retried.status, retried.body.retryOf, results(retried.body.items)],
      [200, body.id, [['done', undefined]]],
    );
    assert.equal((await read(made[1]!)).status, 'used');
    const nothing = await keyed(people.ann, `${RUNS}/${retried.body.id}/retry`);
    assert.deepEqual([nothing.status, nothing.body.code], [409, 'status_change.nothing_failed']);
    const listed = (await people.ann.get(PATH)).body.items;
    assert.deepEqual(
      listed.slice(0, 2).map(({ id }: { id: string }) => id),
      [retried.body.id, body.id],
    );
    assert.deepEqual((await people.ann.get('/api/records/others/status-changes')).body.items, []);
    const csv = await people.ann.get(`${RUNS}/${body.id}/export`);
    assert.match(String(csv.body), new RegExp(`${made[0]!.number},Saw 0,Completed,,`));
  });

  test('PRV-01 BEY-05 all records that match a filter are selected, in the order of the list', async () => {
    const made = await many(4, 'Lathe');
    await move(made[2]!, 'used');
    const query = 'status=eq:new&q=Lathe&sort=number:desc&limit=2&after=';
    const refused = await change(people.ann, { filter: { query }, status: 'used', dryRun: true });
    assert.equal(refused.body.code, 'page.cursor_mismatch');
    const { body } = await change(people.ann, {
      filter: { query: 'status=eq:new&q=Lathe&sort=number:desc&limit=2' },
      status: 'used',
      data: { reason: 'Set up' },
    });
    assert.deepEqual(
      body.items.map(({ recordId }: StatusChangeItem) => recordId),
      idsOf([made[3]!, made[1]!, made[0]!]),
    );
    assert.deepEqual((await read(made[0]!)).data, { name: 'Lathe 0', reason: 'Set up', price: null });
    assert.equal(
      (await change(people.ann, { filter: { query: 'q=nothing' }, status: 'used' })).body.code,
      'status_change.empty',
    );
    const wrong = await change(people.ann, { filter: { query: 'colour=eq:red' }, status: 'used' });
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'filter.unknown_field']);
  });

  test('PRV-01 each record is judged by the rights of the user, as a single change is', async () => {
    const [one] = await many(1, 'Vice');
    await move(one!, 'used');
    const data = { reason: 'Worn' };
    const moved = await change(people.bob, { recordIds: [one!.id], status: 'gone', data });
    assert.deepEqual(results(moved.body.items), [['failed', 'record.status_move']]);
    for (const [who, code] of [
      [people.vic, 'access.denied'],
      [people.eve, 'registry.not_found'],
    ] as const) {
      assert.equal((await change(who, { recordIds: [one!.id], status: 'gone', data })).body.code, code);
      assert.equal((await who.get(PATH)).body.code, code);
    }
    const invalid = await change(people.ann, { recordIds: [one!.id], status: 'gone', data: { ...data, price: 101 } });
    assert.deepEqual(results(invalid.body.items), [['failed', 'form.invalid']]);
    assert.match(invalid.body.items[0].title, /Price/);
    assert.equal((await read(one!)).status, 'used');
    assert.deepEqual(results((await change(people.ann, { recordIds: [one!.id], status: 'gone', data })).body.items), [
      ['done', undefined],
    ]);
    // Administrators see the runs of a user; only the user continues them.
    for (const rest of ['', '/items', '/refusals', '/export']) {
      assert.equal((await people.root.get(`${RUNS}/${moved.body.id}${rest}`)).status, 200, rest);
      assert.equal(
        (await people.ann.get(`${RUNS}/${moved.body.id}${rest}`)).body.code,
        'status_change.not_found',
        rest,
      );
    }
    for (const act of ['retry', 'stop']) {
      assert.equal((await keyed(people.root, `${RUNS}/${moved.body.id}/${act}`)).body.code, 'access.denied');
    }
  });

  test('BEY-05 a request that selects nothing, twice or too much is refused by name', async () => {
    const [one] = await many(1, 'Awl');
    const recordIds = [one!.id];
    const faults = async (body: object) => {
      const reply = await change(people.ann, body);
      return [reply.status, reply.body.code, reply.body.errors?.[0]?.pointer];
    };
    assert.deepEqual(await faults({ status: 'used' }), [422, 'status_change.empty', undefined]);
    assert.deepEqual(await faults({ recordIds: [], status: 'used' }), [422, 'status_change.empty', undefined]);
    assert.deepEqual(await faults({ recordIds, filter: {}, status: 'used' }), [400, 'request.invalid', '/recordIds']);
    assert.deepEqual(await faults({ recordIds }), [400, 'request.invalid', '/status']);
    assert.deepEqual(await faults({ recordIds, status: 'broken' }), [422, 'form.invalid', '/status']);
    const ids = Array.from(
      { length: 5001 },
      (_, index) => `019aa5d0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    );
    assert.deepEqual(await faults({ recordIds: ids, status: 'used' }), [422, 'status_change.too_many', undefined]);
    const checked = (await change(people.ann, { recordIds, status: 'used', dryRun: true })).body.id;
    const elsewhere = await people.ann.post('/api/records/others/status-changes', { checked });
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [404, 'status_change.not_found']);
    assert.equal((await change(people.bob, { checked })).body.code, 'status_change.not_found');
  });

  test('BEY-05 a long run works as a job, stops when asked, and leaves the rest for a retry', async () => {
    const made = await many(51, 'Nail');
    const { status, body } = await change(people.ann, { recordIds: idsOf(made), status: 'used' });
    assert.deepEqual([status, body.state, body.items], [202, 'queued', undefined]);
    assert.equal((await keyed(people.ann, `${RUNS}/${body.id}/stop`)).body.state, 'stopped');
    await work(body);
    const stopped = (await people.ann.get(`${RUNS}/${body.id}`)).body;
    assert.deepEqual([stopped.state, stopped.done, stopped.failed], ['stopped', 0, 0]);
    const retried = (await keyed(people.ann, `${RUNS}/${body.id}/retry`)).body;
    await work(retried);
    const ended = (await people.ann.get(`${RUNS}/${retried.id}`)).body;
    assert.deepEqual([ended.state, ended.done], ['done', 51]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ n: number; by: string }>`SELECT count(*)::int AS n, min(actor_id::text) AS by FROM audit_log
        WHERE entity = 'record' AND verb = 'update' AND request_id = ${`mass-${retried.id}`}`.execute(tx),
    );
    assert.deepEqual(rows[0], { n: 51, by: people.ann.userId });
  });
});
