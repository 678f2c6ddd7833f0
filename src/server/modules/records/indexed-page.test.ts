import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { type Reads, watchReads } from '../../../../test/support/reads.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { AppError } from '../../platform/errors.ts';
import { parseList } from '../../platform/filters.ts';
import type { CallerSession } from '../../platform/session.ts';
import { findRegistryResource } from '../registries/index.ts';
import { pageOf } from './page.ts';
import { fieldsOf } from './resource.ts';

interface Listed {
  readonly id: string;
  readonly number: string | null;
  readonly title: string;
  readonly status: string | null;
  readonly owner: { readonly name: string } | null;
  readonly created: string;
  readonly changed: string;
}

const SORTS = ['number', 'title', 'status', 'owner', 'created', 'changed'] as const;
/** Includes blank and equal titles, and letters of several scripts. */
const TITLES = ['Äädikas', 'zebra', '', 'Zebra', 'apple', 'жук', 'Õun', '猫', 'apple pie', '50% off', '😀'];
const MANY = 3000;

onDatabase('lists of registries', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let reads: Reads[] = [];

  const add = (registry: string, count: number) => {
    const people = Object.values(tenant.people).map(({ userId }) => userId);
    return tenant.transaction(async (tx) => {
      await sql`INSERT INTO registry (id, title, columns) VALUES (${registry}, '{"en":"Things"}', '[]') ON CONFLICT DO NOTHING`.execute(
        tx,
      );
      await sql`
        INSERT INTO record (id, registry_id, number, title, status, owner_id, data, created_at, updated_at)
        SELECT uuid7(), ${registry}, CASE WHEN n % 4 > 0 THEN 'No-' || n END, (${TITLES}::text[])[n % ${TITLES.length}::int + 1],
          (ARRAY['new', 'done', NULL])[n % 3 + 1], CASE WHEN n % 5 > 0 THEN (${people}::uuid[])[n % ${people.length}::int + 1] END, '{}',
          now() - n % 50 * interval '1 hour', now() - n % 70 * interval '1.000001 second'
        FROM generate_series(1, ${count}::int) n`.execute(tx);
    });
  };
  const page = async (query: string): Promise<{ items: Listed[]; next: string | null; previous: string | null }> => {
    const { status, body } = await ann.get(`/api/records/${query}`);
    assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
    return body;
  };

  before(async () => {
    tenant = await createTestTenant(
      watchReads(db(), (seen) => reads.push(...seen)),
      'things',
      { ann: ['admin'], bob: [], Carl: [] },
    );
    ann = tenant.people.ann!;
    await add('few', 130);
    await add('many', MANY);
    await db().ownerTransaction((tx) => sql`ANALYZE`.execute(tx));
  });

  const shownValue = (one: Listed, field: (typeof SORTS)[number]) => {
    const value = field === 'owner' ? one.owner?.name : one[field];
    return (value ?? '').toLowerCase();
  };
  /** Compares by code point; the byte order of UTF-8 is the same. */
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const sorted = (rows: readonly Listed[], field: (typeof SORTS)[number], sign: number) =>
    rows.toSorted((a, b) => {
      const [left, right] = [shownValue(a, field), shownValue(b, field)];
      if ((left === '') !== (right === '')) return left === '' ? 1 : -1;
      return sign * (compare(left, right) || compare(a.id, b.id));
    });
  const ids = (rows: readonly Listed[]) => rows.map(({ id }) => id);

  test('PRV-01 FIL-02 each order has every record once, those without a value last, paged forwards and backwards', async () => {
    const filters = [
      '',
      '&title=startWith:apple&owner=neq:',
      '&number=like:1&status=neq:new',
      '&title=eq:%C3%A4%C3%84dikas',
    ];
    for (const filter of filters) {
      const { items: all } = await page(`few?limit=200${filter}&sort=created`);
      assert.ok(all.length > 5, `${filter} has records`);
      for (const field of SORTS) {
        for (const direction of ['asc', 'desc'] as const) {
          const wanted = ids(sorted(all, field, direction === 'asc' ? 1 : -1));
          const query = `few?limit=50&sort=${field}:${direction}${filter}`;
          const forwards: Listed[] = [];
          let at = await page(query);
          let last = at;
          for (;;) {
            forwards.push(...at.items);
            last = at;
            if (!at.next) break;
            at = await page(`${query}&after=${at.next}`);
          }
          assert.deepEqual(ids(forwards), wanted, `${query} forwards`);
          const backwards = [...last.items];
          for (let place = last.previous; place; ) {
            const one = await page(`${query}&before=${place}`);
            backwards.unshift(...one.items);
            place = one.previous;
          }
          assert.deepEqual(ids(backwards), wanted, `${query} backwards`);
        }
      }
    }
  });

  test('PRV-01 a page reads as many records as it shows, in each order and at each position', async () => {
    for (const field of SORTS) {
      for (const direction of ['asc', 'desc'] as const) {
        const query = `many?limit=50&sort=${field}:${direction}`;
        const first = await page(query);
        const middle = await page(
          `${query}&after=${(await page(`many?limit=200&sort=${field}:${direction}`)).next}`.replace(
            'limit=50',
            'limit=200',
          ),
        );
        for (const [name, place] of [
          ['first', ''],
          ['second', `&after=${first.next}`],
          ['before', `&before=${first.next}`],
          ['middle', `&after=${middle.next}`],
        ]) {
          reads = [];
          await page(query + place);
          const most = Math.max(...reads.map(({ sequential, found }) => sequential + found));
          assert.ok(most < 420, `${query}, ${name} page: ${JSON.stringify(reads)}`);
        }
      }
    }
  });

  test('FIL-04 a condition for which too many records would be collected is refused', async () => {
    const now = new Date();
    const { userId } = ann;
    const session = { userId, tenantId: tenant.tenantId, isAdmin: true, groups: [] } as unknown as CallerSession;
    const viewer = { db: db(), session, language: 'en', now, today: dayOf(now, 'UTC') } as const;
    await tenant.transaction(async (tx) => {
      const resource = (await findRegistryResource(tx, viewer, 'few'))!;
      const list = parseList('status=eq:new&limit=200', fieldsOf(resource), { timeZone: 'UTC', now, userId });
      const read = (collectedMax: number) => pageOf(tx, { ...resource, collectedMax }, viewer, list);
      assert.equal((await read(1000)).items.length, 43);
      await assert.rejects(read(42), (error) => error instanceof AppError && error.code === 'filter.too_broad');
    });
  });

  test('PRV-01 lists show the current state: renamed, in the bin, restored, and with a renamed owner', async () => {
    const { items } = await page('few?limit=1&sort=title:desc&owner=neq:');
    const { id } = items[0]!;
    const change = (set: ReturnType<typeof sql>) =>
      tenant.transaction((tx) => sql`UPDATE record SET ${set} WHERE id = ${id}::uuid`.execute(tx));
    await change(sql`title = '!', number = 'AAA-1'`);
    assert.deepEqual(
      [(await page('few?limit=1&sort=title')).items[0]!.id, (await page('few?number=eq:aaa-1')).items.length],
      [id, 1],
    );
    await change(sql`removed_at = now()`);
    assert.notEqual((await page('few?limit=1&sort=title')).items[0]!.id, id);
    await change(sql`removed_at = NULL, owner_id = ${ann.userId}::uuid`);
    assert.equal((await page('few?limit=1&sort=title')).items[0]!.id, id);
    await tenant.transaction((tx) => sql`UPDATE app_user SET name = 'Zzz' WHERE id = ${ann.userId}::uuid`.execute(tx));
    assert.equal((await page('few?limit=1&sort=owner:desc')).items[0]!.owner!.name, 'Zzz');
    const { body } = await ann.get('/api/records/few?sort=title&after=W10');
    assert.equal(body.code, 'page.cursor_mismatch');
  });
});
