import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../platform/auth/built-in-issuer.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, json, type Tx } from '../../platform/database.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import * as store from './erasure.store.ts';
import { deleteRows, readErasedTables } from './tables.store.ts';

export type ErasureContext = Pick<AppContext, 'db' | 'contents' | 'log'>;

/** Rows of a table in one statement. */
const BATCH = 2000;
/** Time for which one transaction deletes, so that others get the connection of the embedded database. */
const SLICE_MS = 400;

/**
 * Deletes the next rows of an organisation that is closing, table by table, and at the end the organisation. A killed server
 * loses one slice, and any server continues. Returns whether there was anything to do.
 */
export async function workOnErasedOrganisations(context: ErasureContext): Promise<boolean> {
  const { db, log } = context;
  try {
    const slice = await db.systemTransaction(async (tx) => {
      const tenant = await store.lockDue(tx);
      return tenant && { tenant, ...(await eraseSlice(tx, tenant)) };
    });
    if (!slice) return false;
    const { tenant, contents, isOver } = slice;
    // After the commit: a rollback would leave rows without their content. No other file of a closed organisation appears.
    for (const sha256 of contents) await context.contents.remove(tenant.id, sha256);
    if (isOver) {
      const { id, slug, askedBy, approvedBy } = tenant;
      // Out of reach of a restored backup: the command replay-erasures reads these lines.
      log.info({ organisationErasure: { tenant: slug, tenantId: id, askedBy, approvedBy } }, 'organisation erased');
    }
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    log.error({ err: error }, 'erasing an organisation failed');
    return false;
  }
}

interface Slice {
  readonly contents: readonly Buffer[];
  readonly isOver: boolean;
}

async function eraseSlice(tx: Tx, { id, slug, askedBy, approvedBy }: store.ClosingTenant): Promise<Slice> {
  const end = performance.now() + SLICE_MS;
  const contents: Buffer[] = [];
  let deleted = 0;
  await continueAs(tx, 'signin');
  await store.deleteSignIn(tx, id, BUILT_IN_ISSUER);
  for (const table of await readErasedTables(tx)) {
    for (const role of table.by) {
      await continueAs(tx, role === 'tenant' ? { tenantId: id, userId: null, via: 'erasure' } : 'system');
      for (let isLast = false; !isLast; ) {
        // A slice of a slow machine must delete something too, or it would never reach the later tables.
        if (deleted > 0 && performance.now() > end) return { contents, isOver: false };
        if (table.name === 'file') contents.push(...(await nextContents(tx, id)));
        const count = await deleteRows(tx, table, id, BATCH);
        deleted += count;
        isLast = table.isWhole || count < BATCH;
      }
    }
  }
  await continueAs(tx, 'system');
  await store.deleteServiceRows(tx, id);
  await store.deleteTenant(tx, id);
  await continueAs(tx, { tenantId: await store.providerOf(tx), userId: approvedBy, via: 'erasure' });
  // With the number and the administrators, of which nothing else remains: the command list-erasures reads them.
  const details = json({ number: id, asked_by: askedBy, approved_by: approvedBy });
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, after)
    VALUES (me(), 'erased', 'tenant', ${slug}, ${details}::jsonb)`.execute(tx);
  return { contents, isOver: true };
}

/** The contents of the next files that are deleted. */
async function nextContents(tx: Tx, tenantId: number): Promise<Buffer[]> {
  const { rows } = await sql<{
    sha256: Buffer;
  }>`SELECT sha256 FROM file WHERE tenant_id = ${tenantId} LIMIT ${sql.lit(BATCH)}`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}
