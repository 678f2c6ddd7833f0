import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';

/** Records of one transaction, which are locked meanwhile: writers wait a quarter of a second. */
const BATCH = 1000;
const CHECK_MS = 2000;

/**
 * Fills the index of registries whose columns have changed. Where it continues is stored with each batch, so that a killed
 * server loses one batch, and another one continues.
 */
export function handleIndexing(jobs: Pick<Jobs, 'every'>, { db }: { readonly db: DatabaseHandle }): void {
  jobs.every(CHECK_MS, 'registries to index', () => indexNext(db));
}

/** Indexes a batch of the registry that has waited longest. Returns whether there may be more to do. */
export async function indexNext(db: DatabaseHandle, batch = BATCH): Promise<boolean> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{
      tenantId: number;
      registryId: string;
    }>`SELECT tenant_id AS "tenantId", registry_id AS "registryId" FROM registry_indexing
      ORDER BY beat_at LIMIT 1`.execute(tx),
  );
  const [next] = rows;
  if (!next) return false;
  await db.tenantTransaction({ tenantId: next.tenantId, userId: null }, (tx) => indexBatch(tx, next.registryId, batch));
  return true;
}

async function indexBatch(tx: Tx, id: string, batch: number): Promise<void> {
  // Locked before its position is read: another server may have worked on it. Its columns do not change meanwhile.
  await sql`SELECT 1 FROM registry WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  const { rows: positions } = await sql<{ after: string | null }>`
    SELECT after_id AS after FROM registry_indexing WHERE registry_id = ${id}`.execute(tx);
  const [position] = positions;
  if (!position) return;
  const { rows } = await sql<{ last: string | null }>`
    SELECT last FROM index_records(${id}, ${position.after}::uuid, ${batch}::int)`.execute(tx);
  const { last } = rows[0]!;
  if (last !== null) {
    await sql`UPDATE registry_indexing SET after_id = ${last}::uuid, beat_at = clock_timestamp() WHERE registry_id = ${id}`.execute(
      tx,
    );
    return;
  }
  await sql`DELETE FROM registry_indexing WHERE registry_id = ${id}`.execute(tx);
  await sql`UPDATE registry SET indexed_at = clock_timestamp(), columns = (SELECT coalesce(jsonb_agg(c.value || '{"ready": true}' ORDER BY c.ordinality), '[]')
      FROM jsonb_array_elements(columns) WITH ORDINALITY c) WHERE id = ${id}`.execute(tx);
}
