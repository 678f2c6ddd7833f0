import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/database.ts';
import { killWorkers, startWorker } from '../support/job-workers.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant } from '../support/test-tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const ROWS = 100_000;

test('ORG-02 a killed server leaves an erasure of an organisation that another server ends', {
  skip: !hasPostgres,
  timeout: 180_000,
}, async () => {
  const databaseUrl = await freshDatabase();
  const db = await openDatabase({ databaseUrl });
  const verva = await createTestTenant(db, 'verva', {
    grete: ['admin', 'verva.admin'],
    olev: ['admin', 'verva.admin'],
  });
  const acme = await createTestTenant(db, 'acme', { otto: ['admin'] }, verva);
  const { grete, olev } = verva.people;
  await acme.transaction((tx) =>
    sql`INSERT INTO search_text (kind, id, body)
      SELECT 'note', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'text' FROM generate_series(1, ${ROWS}) n`.execute(
      tx,
    ),
  );
  const left = async () => {
    const { rows } = await acme.transaction((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM search_text`.execute(tx),
    );
    return rows[0]!.n;
  };
  await grete!.post('/api/tenants/acme/erase', { reason: 'Contract ended' });
  assert.equal((await olev!.post('/api/tenants/acme/erase/approve')).body.state, 'closing');
  await db.systemTransaction((tx) => sql`UPDATE tenant SET erase_after = now() WHERE slug = 'acme'`.execute(tx));
  const workers = [await startWorker(databaseUrl)];
  try {
    await waitFor(async () => (await left()) < ROWS, true);
    await killWorkers(workers);
    const { rows: before } = await db.systemTransaction((tx) =>
      sql`SELECT 1 FROM tenant WHERE slug = 'acme'`.execute(tx),
    );
    assert.equal(before.length, 1);
    workers[0] = await startWorker(databaseUrl);
    await waitFor(async () => (await grete!.get('/api/tenants/acme')).status, 404, undefined, 120_000);
    assert.equal(await left(), 0);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await db.close();
  }
});
