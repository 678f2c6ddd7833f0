import { sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { deleteFiles } from '../../platform/files.ts';
import { enqueue } from '../../platform/outbox.ts';
import { continueAs } from '../../platform/transaction-role.ts';
import { endExports } from '../organisation-export/index.ts';
import * as erase from './erase.store.ts';
import * as store from './erasure.store.ts';
import { countKept } from './kept.query.ts';

export type ErasureContext = Pick<AppContext, 'db' | 'contents' | 'clock' | 'log'>;

/**
 * Erases one user whose erasure is approved, in one transaction; the next call deletes the files. A killed server leaves
 * either to another one. Returns whether there was anything to do.
 */
export async function workOnErasures(context: ErasureContext): Promise<boolean> {
  const { db, log, clock } = context;
  let due: store.DueErasure | undefined;
  try {
    await db.systemTransaction(async (tx) => {
      due = await store.lockDue(tx);
      if (due?.state === 'approved') await eraseUser(tx, due, clock());
    });
    if (due?.state === 'done') await deleteErasedFiles(context, due);
  } catch (error) {
    if (!due || error instanceof DatabaseUnavailableError) throw error;
    const failed = due;
    log.error({ err: error, erasure: failed.id, tenant: failed.slug }, 'erasing a user failed');
    await db.systemTransaction((tx) => store.postpone(tx, failed));
    return true;
  }
  if (due?.state === 'approved') {
    const { slug: tenant, userId, askedBy, approvedBy } = due;
    // Out of reach of a restored backup: the command replay-erasures reads these lines.
    log.info({ erasure: { tenant, userId, askedBy, approvedBy } }, 'user erased');
  }
  return due !== undefined;
}

async function eraseUser(tx: Tx, due: store.DueErasure, now: Date): Promise<void> {
  const { tenantId, userId, approvedBy } = due;
  const asApprover = { tenantId, userId: approvedBy, via: 'erasure' };
  await continueAs(tx, { tenantId, userId, via: 'erasure' });
  const traces = await erase.readTraces(tx, userId);
  if (traces) await erase.deleteOwnRows(tx, userId);
  await continueAs(tx, asApprover);
  const kept = await countKept(tx, userId);
  if (traces) {
    const delegationIds = await erase.deleteRows(tx, userId);
    await erase.deleteImportedRows(tx, userId, traces);
    await erase.anonymise(tx, userId);
    // The archives contain the user.
    await endExports(tx, now);
    await continueAs(tx, 'signin');
    const { isKept } = await erase.deleteAccount(tx, tenantId, userId);
    if (isKept) kept.push({ kind: 'account', count: 1 });
    await continueAs(tx, 'system');
    await erase.blankServiceRows(tx, { tenantId, userId, traces, delegationIds });
    await continueAs(tx, asApprover);
  }
  const fileIds = traces?.avatarFileId ? [traces.avatarFileId] : [];
  await store.finish(tx, due.id, { kept, fileIds, now });
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id)
    VALUES (${approvedBy}::uuid, 'erased', 'app_user', ${userId}, ${userId}::uuid)`.execute(tx);
  await enqueue(tx, 'live', { principals: ['g:admin'], type: 'user.erased', data: { userId } });
}

async function deleteErasedFiles(context: ErasureContext, { tenantId, id, fileIds }: store.DueErasure): Promise<void> {
  await deleteFiles(context, tenantId, fileIds, (tx) => store.noteFilesDeleted(tx, id));
}
