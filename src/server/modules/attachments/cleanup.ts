import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { removeAttachments } from './attachments.store.ts';

const BATCH = 200;

/**
 * Removes uploads that never became part of a task or record: one day after their task ended, or one day after upload if
 * their record was not saved with them. Uploads at open tasks stay, because a draft can refer to them. Files of deleted
 * records and drafts are loose since the deletion and are removed too. Returns the number of removed uploads.
 */
export async function removeLooseUploads(db: DatabaseHandle, now: Date): Promise<number> {
  const tenants = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant ORDER BY id`.execute(tx),
  );
  const yesterday = new Date(now.getTime() - 86_400_000);
  let count = 0;
  for (const { id: tenantId } of tenants.rows) {
    let last: DetachedUpload | undefined;
    do {
      const page = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
        const rows = await readDetached(tx, yesterday, last);
        const gone = rows.filter(({ isOver }) => isOver);
        await removeAttachments(tx, gone);
        count += gone.length;
        return rows;
      });
      last = page.length < BATCH ? undefined : page.at(-1);
    } while (last);
  }
  return count;
}

interface DetachedUpload {
  readonly id: string;
  readonly file_id: string;
  /** As text: a Date would lose the microseconds. */
  readonly at: string;
  /** Nothing can refer to it any more. */
  readonly isOver: boolean;
}

/** Reads the page of loose uploads after `last`, so that those that stay are read only once. */
async function readDetached(
  tx: Tx,
  yesterday: Date,
  last: DetachedUpload | undefined,
): Promise<readonly DetachedUpload[]> {
  const behind = last
    ? sql`AND a.created_at >= ${last.at}::timestamptz AND (a.created_at, a.id) > (${last.at}::timestamptz, ${last.id}::uuid)`
    : sql``;
  const { rows } = await sql<DetachedUpload>`
    SELECT a.id, a.file_id, a.created_at::text AS at, CASE a.owner_kind
      WHEN 'task' THEN EXISTS (SELECT 1 FROM task t WHERE t.id = a.owner_id AND t.status IN ('completed', 'cancelled') AND t.ended_at < ${yesterday} OFFSET 0)
      WHEN 'record' THEN a.created_at < ${yesterday}
      WHEN 'draft' THEN a.created_at < ${yesterday} ELSE false END AS "isOver"
    FROM attachment a WHERE a.tied_at IS NULL AND a.removed_at IS NULL ${behind}
    ORDER BY a.created_at, a.id LIMIT ${sql.lit(BATCH)}`.execute(tx);
  return rows;
}
