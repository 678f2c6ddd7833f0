import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { withAllRows } from '../../../../test/support/all-rows.ts';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import { folderOf } from '../../../../test/support/files.ts';
import { pngOf } from '../../../../test/support/pictures.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { fillTenant, readCatalogue } from '../../../../test/tenancy/catalogue.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { sealAudit, verifyAudit } from '../audit/index.ts';
import { workOnErasedOrganisations } from './erase.work.ts';
import { listOrganisationErasures, readOrganisationErasures, replayOrganisationErasures } from './replay.ts';
import { readErasedTables } from './tables.store.ts';

/** How many rows an organisation has in each table that has any. */
async function rowsOf(db: DatabaseHandle, tenantId: number): Promise<Record<string, number>> {
  return withAllRows(db, async (all) => {
    const tables = (await readCatalogue(all)).filter(({ hasTenant }) => hasTenant).map(({ name }) => name);
    return all.ownerTransaction(async (tx) => {
      await sql`SET LOCAL ROLE NONE`.execute(tx);
      const found: Record<string, number> = {};
      for (const name of tables) {
        const { rows } = await sql<{
          n: number;
        }>`SELECT count(*)::int AS n FROM ${sql.table(name)} WHERE tenant_id = ${tenantId}`.execute(tx);
        if (rows[0]!.n > 0) found[name] = rows[0]!.n;
      }
      return found;
    });
  });
}

onDatabase('erasing organisations', (db) => {
  let verva: TestTenant;
  let beside: TestTenant;
  let grete: Person;
  let olev: Person;
  let filled: { tenantId: number; userId: string };

  before(async () => {
    verva = await createTestTenant(db(), 'verva', { grete: ['admin', 'verva.admin'], olev: ['admin', 'verva.admin'] });
    beside = await createTestTenant(db(), 'beside', { eve: ['admin', 'verva.admin'] }, verva);
    grete = verva.people.grete!;
    olev = verva.people.olev!;
    filled = await addTenant(db(), 'filled');
    await fillTenant(db(), await readCatalogue(db()), filled);
  });

  const erase = (who: Person, slug: string) => who.post(`/api/tenants/${slug}/erase`, { reason: 'Contract ended' });
  const approve = (who: Person, slug: string) => who.post(`/api/tenants/${slug}/erase/approve`);
  const passTime = (slug: string) =>
    db().systemTransaction((tx) =>
      sql`UPDATE tenant SET erase_after = now() - interval '1 second' WHERE slug = ${slug} AND erase_after IS NOT NULL`.execute(
        tx,
      ),
    );
  const finish = async () => {
    while (await workOnErasedOrganisations(verva.context));
  };

  test('ORG-02 SEC-03 no role deletes append-only rows unless the organisation is closing, approved and its 30 days are over', async () => {
    const attempt = async (name: string) => {
      try {
        const { numAffectedRows } = await db().systemTransaction((tx) =>
          sql`DELETE FROM ${sql.table(name)} WHERE tenant_id = ${filled.tenantId}`.execute(tx),
        );
        return Number(numAffectedRows ?? 0n);
      } catch (error) {
        assert.ok(['VA001', '42501'].includes((error as { code: string }).code), String(error));
        return 0;
      }
    };
    const frozen = [
      'audit_log',
      'audit_seal',
      'form_version',
      'manual_receipt',
      'process_history',
      'process_version',
      'receipt_anchor',
      'task_read',
    ];
    const set = (change: string) =>
      db().systemTransaction((tx) => sql.raw(`UPDATE tenant SET ${change} WHERE id = ${filled.tenantId}`).execute(tx));
    const by = `erase_asked_by = '${grete.userId}'`;
    for (const change of [
      "status = 'active'",
      "status = 'suspended'",
      `status = 'closing', ${by}`,
      `status = 'closing', ${by}, erase_approved_by = '${olev.userId}', erase_after = now() + interval '1 hour'`,
    ]) {
      await set(change);
      for (const name of frozen) assert.equal(await attempt(name), 0, `${name} while ${change}`);
      assert.equal(await workOnErasedOrganisations(verva.context), false);
    }
    await assert.rejects(set(`erase_approved_by = '${grete.userId}'`), { code: '23514' });
    await set("status = 'active', erase_asked_by = NULL, erase_approved_by = NULL, erase_after = NULL");
  });

  test('ORG-02 every table has a role that deletes its rows, in an order that foreign keys allow', async () => {
    const tables = await db().systemTransaction((tx) => readErasedTables(tx));
    assert.deepEqual(
      tables.filter(({ by }) => by.length === 0).map(({ name }) => name),
      [],
    );
  });

  test('ORG-02 SEC-03 only a second administrator of the provider approves, and the erasure can be stopped for 30 days', async () => {
    assert.equal((await erase(beside.people.eve!, 'beside')).status, 403);
    assert.equal((await erase(grete, 'verva')).body.code, 'tenant.is_provider');
    assert.equal((await approve(olev, 'beside')).body.code, 'erasure.not_found');
    const asked = await erase(grete, 'beside');
    assert.deepEqual(
      [asked.status, asked.body.state, asked.body.isOwn],
      [201, 'asked', true],
      JSON.stringify(asked.body),
    );
    assert.equal((await erase(olev, 'beside')).body.code, 'tenant.erasure_requested');
    assert.equal((await approve(grete, 'beside')).body.code, 'erasure.needs_second_person');
    const { body } = await approve(olev, 'beside');
    assert.deepEqual([body.state, body.askedBy.key], ['closing', grete.userId]);
    const days = (Date.parse(body.eraseAfter) - verva.clock.now.getTime()) / 86_400_000;
    assert.equal(days, 30);
    verva.context.verifier.forgetChanged({ all: true, userIds: new Set(), tenantIds: new Set() });
    assert.equal((await beside.people.eve!.get('/api/session')).body.code, 'tenant.suspended');
    await finish();
    assert.equal((await grete.send('DELETE', '/api/tenants/beside/erase')).status, 204);
    assert.equal((await grete.get('/api/tenants/beside')).body.status, 'active');
    assert.equal((await grete.get('/api/tenants/beside/erasure')).body.state, null);
  });

  test('ORG-02 all rows and files of an erased organisation go, and nothing of others', async () => {
    const logo = await grete.send('PUT', '/api/tenants/filled/logo', pngOf(5, 5), { 'content-type': 'image/png' });
    assert.equal(logo.status, 204);
    const before = await rowsOf(db(), beside.tenantId);
    const tables = (await readCatalogue(db())).filter(({ hasTenant }) => hasTenant);
    assert.ok(Object.keys(await rowsOf(db(), filled.tenantId)).length > tables.length - 3);
    assert.equal((await erase(grete, 'filled')).status, 201);
    assert.equal((await approve(olev, 'filled')).status, 200);
    await passTime('filled');
    assert.equal((await grete.send('DELETE', '/api/tenants/filled/erase')).status, 404);
    await finish();
    assert.deepEqual(await rowsOf(db(), filled.tenantId), {});
    assert.equal((await grete.get('/api/tenants/filled')).status, 404);
    assert.deepEqual(await rowsOf(db(), beside.tenantId), before);
    assert.deepEqual(readdirSync(join(folderOf(verva.context.contents), String(filled.tenantId))), []);
    const { rows } = await verva.transaction((tx) =>
      sql`SELECT actor_id, verb FROM audit_log WHERE entity = 'tenant' AND entity_id = 'filled' AND verb LIKE 'eras%' ORDER BY id`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [
      { actor_id: grete.userId, verb: 'erasure-requested' },
      { actor_id: olev.userId, verb: 'erasure-approved' },
      { actor_id: olev.userId, verb: 'erased' },
    ]);
    await sealAudit(verva.context);
    assert.deepEqual((await verifyAudit(db(), verva.tenantId)).faults, []);
  });

  test('ORG-02 the short name is free, and an organisation that a restored backup brought back is erased again', async () => {
    const again = await createTestTenant(db(), 'filled', { max: ['admin'] }, verva);
    const past = { tenant: 'filled', tenantId: filled.tenantId, askedBy: grete.userId, approvedBy: olev.userId };
    assert.deepEqual(await listOrganisationErasures(verva.context), [past], 'the database knows it too');
    const list = readOrganisationErasures(
      `no JSON\n{"organisationErasure":${JSON.stringify(past)},"msg":"organisation erased"}`,
    );
    assert.deepEqual(list, [past]);
    assert.deepEqual(await replayOrganisationErasures(verva.context, list), { erased: 0, unknown: 1 });
    assert.equal((await grete.get('/api/tenants/filled')).status, 200);
    const restored = [{ ...past, tenantId: again.tenantId }];
    assert.deepEqual(await replayOrganisationErasures(verva.context, restored), { erased: 1, unknown: 0 });
    assert.deepEqual(await rowsOf(db(), again.tenantId), {});
  });
});
