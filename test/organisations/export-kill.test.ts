import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/database.ts';
import { killWorkers, startWorker, untilEvent } from '../support/job-workers.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant } from '../support/test-tenant.ts';

const ROWS = 60_000;

test('ORG-02 a killed server leaves an export that another server starts again, with each row once', {
  skip: !hasPostgres,
  timeout: 180_000,
}, async () => {
  const databaseUrl = await freshDatabase();
  const db = await openDatabase({ databaseUrl });
  const verva = await createTestTenant(db, 'verva', { grete: ['admin', 'verva.admin'] });
  const acme = await createTestTenant(db, 'acme', { otto: ['admin'] }, verva);
  const grete = verva.people.grete!;
  await acme.transaction((tx) =>
    sql`INSERT INTO search_text (kind, id, body)
      SELECT 'note', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, repeat('text ', 40) FROM generate_series(1, ${ROWS}) n`.execute(
      tx,
    ),
  );
  const read = async () => (await grete.get('/api/tenants/acme/export')).body;

  const workers = [await startWorker(databaseUrl)];
  try {
    await grete.post('/api/tenants/acme/export');
    await untilEvent(db, async () => (await read()).rows >= ROWS / 4);
    await killWorkers(workers);
    const left = await read();
    assert.equal(left.state, 'running');
    assert.ok(left.rows < ROWS);
    workers[0] = await startWorker(databaseUrl);
    await untilEvent(db, async () => (await read()).state === 'ready');
    const { rows } = await acme.transaction((tx) =>
      sql<{ exported: number; there: number }>`SELECT
        (SELECT sum(rows)::int FROM tenant_export_part WHERE table_name = 'search_text') AS exported,
        (SELECT count(*)::int FROM search_text) AS there`.execute(tx),
    );
    const [{ exported, there }] = rows as [(typeof rows)[number]];
    assert.ok(there >= ROWS);
    assert.equal(exported, there);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await db.close();
  }
});
