import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { ManualAudienceRule } from '../../../../shared/contracts/manual-authoring.contract.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { seedManual } from '../reading/reading.support.ts';
import { audienceMembers, isAddressed, rulesOf, writeAudience } from './audience.store.ts';

onDatabase('the audience of a manual', (db) => {
  const NAMES = ['ann', 'bob', 'cid', 'dan', 'eve', 'partner'];
  const [company, above, below, tag] = [uuid7(), uuid7(), uuid7(), uuid7()];
  let tenant: TestTenant;
  let manualId: string;
  const idOf = (name: string) => tenant.people[name]!.userId;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ...Object.fromEntries(NAMES.map((name) => [name, []])),
      bob: ['clerks'],
      eve: ['clerks'],
    });
    manualId = (await seedManual(tenant, idOf('ann'), 'A-1', [{ texts: { en: '<p id="a">A.</p>' } }])).id;
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO company (id, code, name) VALUES (${company}::uuid, 'c', 'C')`.execute(tx);
      await sql`INSERT INTO department (id, code, name, parent_id) VALUES (${above}::uuid, 'a', 'A', NULL), (${below}::uuid, 'b', 'B', ${above}::uuid)`.execute(
        tx,
      );
      await sql`INSERT INTO department_closure (ancestor_id, descendant_id, depth)
        VALUES (${above}::uuid, ${above}::uuid, 0), (${below}::uuid, ${below}::uuid, 0), (${above}::uuid, ${below}::uuid, 1) ON CONFLICT DO NOTHING`.execute(
        tx,
      );
      await sql`INSERT INTO user_department (user_id, department_id) VALUES (${idOf('cid')}::uuid, ${below}::uuid), (${idOf('bob')}::uuid, ${above}::uuid)`.execute(
        tx,
      );
      await sql`UPDATE app_user SET company_id = ${company}::uuid WHERE id = ANY(${[idOf('ann'), idOf('eve')]}::uuid[])`.execute(
        tx,
      );
      await sql`INSERT INTO tag (id, name) VALUES (${tag}::uuid, 'driver')`.execute(tx);
      await sql`INSERT INTO tagging (tag_id, entity, entity_id) VALUES (${tag}::uuid, 'user', ${idOf('dan')}::uuid)`.execute(
        tx,
      );
      await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${idOf('eve')}::uuid`.execute(tx);
      await sql`UPDATE app_user SET source = 'partner', external_id = 'p' WHERE id = ${idOf('partner')}::uuid`.execute(
        tx,
      );
    });
  });

  const cases = (): readonly [readonly ManualAudienceRule[], readonly string[]][] => [
    [[], []],
    [[{ kind: 'all', ref: '' }], ['ann', 'bob', 'cid', 'dan']],
    [[{ kind: 'group', ref: 'clerks' }], ['bob']],
    [[{ kind: 'department', ref: above }], ['bob', 'cid']],
    [[{ kind: 'department', ref: below }], ['cid']],
    [[{ kind: 'company', ref: company }], ['ann']],
    [[{ kind: 'tag', ref: tag }], ['dan']],
    [[{ kind: 'user', ref: idOf('partner') }], ['partner']],
    [
      [
        { kind: 'all', ref: '' },
        { kind: 'department', ref: above, excluded: true },
        { kind: 'user', ref: idOf('dan'), excluded: true },
      ],
      ['ann'],
    ],
  ];

  test('each kind of rule gives the same result for one user and for all users', async () => {
    for (const [rules, expected] of cases()) {
      const all = await tenant.transaction(async (tx) => {
        await writeAudience(tx, manualId, rules);
        const { rows } = await sql<{ id: string }>`WITH ${audienceMembers(rulesOf(manualId))}
          SELECT user_id AS id FROM people`.execute(tx);
        return rows.map(({ id }) => id);
      });
      const each: string[] = [];
      for (const name of NAMES) {
        const scope = { tenantId: tenant.tenantId, userId: idOf(name) };
        if (await db().tenantTransaction(scope, (tx) => isAddressed(tx, manualId))) each.push(name);
      }
      const title = JSON.stringify(rules);
      assert.deepEqual(each, expected, title);
      assert.deepEqual(all.toSorted(), expected.map(idOf).toSorted(), title);
    }
  });
});
