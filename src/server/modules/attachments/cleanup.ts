import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import { removeAttachments } from './attachments.store.ts';

const BATCH = 200;

/**
 * Removes uploads that never became part of anything: their task has ended for a day, without them, or their record was
 * not saved with them for a day. Those of open tasks stay, a draft may hold them. So do files of records that are gone.
 * Answers how many went.
 */
export async function removeLooseUploads(db: DatabaseHandle, now: Date): Promise<number> {
  const tenants = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant ORDER BY id`.execute(tx),
  );
  const yesterday = new Date(now.getTime() - 86_400_000);
  let count = 0;
  for (const { id: tenantId } of tenants.rows) {
    for (;;) {
      const { length } = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
        const { rows } = await sql<{ id: string; file_id: string }>`
          (SELECT a.id, a.file_id FROM attachment a JOIN task t ON t.id = a.owner_id
            WHERE a.tied_at IS NULL AND a.removed_at IS NULL AND a.owner_kind = 'task' AND t.status IN ('completed','cancelled')
              AND t.ended_at < ${yesterday} LIMIT ${sql.lit(BATCH)})
          UNION ALL (SELECT a.id, a.file_id FROM attachment a
            WHERE a.removed_at IS NULL AND a.owner_kind = 'record' AND (a.tied_at IS NULL AND a.created_at < ${yesterday}
              OR NOT EXISTS (SELECT 1 FROM record r WHERE r.id = a.owner_id)) LIMIT ${sql.lit(BATCH)})
          LIMIT ${sql.lit(BATCH)}`.execute(tx);
        await removeAttachments(tx, rows);
        return rows;
      });
      count += length;
      if (length < BATCH) break;
    }
  }
  return count;
}
