import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { analyze, onDatabase } from '../../../../../test/support/databases.ts';
import { type Reads, watchReads } from '../../../../../test/support/reads.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { ManualReportLine } from '../../../../shared/contracts/manual-lists.contract.ts';
import { addGroup, releasedManual } from './lists.support.ts';

const SORTS: Readonly<Record<string, (one: ManualReportLine) => string | number | null>> = {
  code: (one) => one.code,
  title: (one) => one.title.toLowerCase(),
  number: (one) => one.number,
  user: (one) => one.user.name.toLowerCase(),
  department: (one) => one.department?.toLowerCase() ?? null,
  dueOn: (one) => one.dueOn,
  overdueDays: (one) => one.overdueDays,
  readAt: (one) => one.readAt,
  assignedAt: (one) => one.assignedAt,
};
const PEOPLE = 180;
const MANUALS = 8;

onDatabase('lists of all readings', (db) => {
  let testTenant: TestTenant;
  let author: Person;
  let reads: Reads[] = [];

  before(async () => {
    testTenant = await createTestTenant(
      watchReads(db(), (seen) => reads.push(...seen)),
      'readers',
      { author: ['manualsgroup'] },
    );
    author = testTenant.people.author!;
    await testTenant.transaction(async (tx) => {
      const groupId = await addGroup(tx, { en: 'Safety' });
      await sql`INSERT INTO department (code, name) SELECT 'D' || n, 'Department ' || n % 3 FROM generate_series(1, 4) n`.execute(
        tx,
      );
      await sql`INSERT INTO app_user (id, username, name) SELECT uuid7(), 'reader' || n, CASE WHEN n % 9 > 0 THEN 'Reader ' || n % 90 END
        FROM generate_series(1, ${PEOPLE}::int) n`.execute(tx);
      await sql`INSERT INTO user_department (user_id, department_id)
        SELECT u.id, (SELECT id FROM department WHERE code = 'D' || (right(u.username, 1)::int % 4 + 1)) FROM app_user u
        WHERE u.username LIKE 'reader%' AND right(u.username, 1) <> '7'`.execute(tx);
      for (let number = 0; number < MANUALS; number += 1) {
        const { manualId, versionId } = await releasedManual(tx, {
          code: `M-${number}`,
          ownerId: author.userId,
          groupId,
          texts: { en: [`Manual ${number % 4}`, 'Words'] },
        });
        const state = sql`(ARRAY['pending', 'read', 'pending', 'superseded', 'cancelled', 'read'])[(n + ${number}::int) % 6 + 1]`;
        await sql`INSERT INTO manual_reading (manual_id, version_id, user_id, state, due_on, read_at, assigned_at)
          SELECT ${manualId}::uuid, ${versionId}::uuid, u.id, ${state},
            CASE WHEN n % 7 > 0 THEN current_date + (n * ${number + 3}::int) % 40 - 20 ELSE 'infinity'::date END,
            CASE WHEN ${state} = 'read' THEN now() - n % 30 * interval '1.000001 hour' END, now() - n % 80 * interval '1 minute'
          FROM (SELECT id, (row_number() OVER (ORDER BY username))::int AS n FROM app_user WHERE username LIKE 'reader%') u`.execute(
          tx,
        );
      }
    });
    await analyze(db());
  });

  const page = async (
    query: string,
  ): Promise<{ items: ManualReportLine[]; next: string | null; previous: string | null }> => {
    const { status, body } = await author.get(`/api/records/manuals_read?${query}`);
    assert.equal(status, 200, `${query} ${JSON.stringify(body)}`);
    return body;
  };

  for (const [field, shownValue] of Object.entries(SORTS)) {
    for (const direction of ['asc', 'desc']) {
      for (const filter of ['department=neq:&code=in:M-1,M-2,M-3&state=neq:cancelled&user=neq:', 'code=eq:m-4']) {
        test(`${field}:${direction}&${filter} has every reading once, those without a value last, in either direction`, async () => {
          const query = `${filter}&sort=${field}:${direction}&limit=200`;
          const { total } = (await author.get(`/api/records/manuals_read?${filter}&count=true&limit=1`)).body;
          const rows: ManualReportLine[] = [];
          let at = await page(query);
          for (;;) {
            rows.push(...at.items);
            if (!at.next) break;
            at = await page(`${query}&after=${at.next}`);
          }
          const back = [...at.items];
          for (let place = at.previous; place; ) {
            const one = await page(`${query}&before=${place}`);
            back.unshift(...one.items);
            place = one.previous;
          }
          assert.equal(rows.length, total);
          assert.equal(new Set(rows.map(({ id }) => id)).size, total);
          assert.deepEqual(
            back.map(({ id }) => id),
            rows.map(({ id }) => id),
          );
          const values = rows.map(shownValue);
          const filled = values.filter((one) => one !== null);
          assert.ok(filled.length > 0);
          assert.deepEqual(
            values.slice(filled.length).filter((one) => one !== null),
            [],
          );
          const sign = direction === 'asc' ? 1 : -1;
          for (const [index, value] of filled.slice(1).entries()) {
            const before = filled[index]!;
            assert.ok(value === before || value > before === sign > 0, `${before} is before ${value}`);
          }
        });
      }
    }
  }

  test('a page of all readings reads as many as it shows, in each order', async () => {
    for (const field of Object.keys(SORTS)) {
      for (const direction of ['asc', 'desc']) {
        const query = `sort=${field}:${direction}&limit=20`;
        const { next } = await page(query);
        for (const place of ['', `&after=${next}`]) {
          reads = [];
          await page(query + place);
          const ofReadings = reads.filter(({ table }) => table === 'manual_reading');
          const read = ofReadings.reduce((sum, { sequential, found }) => sum + sequential + found, 0);
          assert.ok(
            read < 400,
            `${query}${place && ', second page'}: ${read} of ${PEOPLE * MANUALS} readings were read`,
          );
        }
      }
    }
  });
});
