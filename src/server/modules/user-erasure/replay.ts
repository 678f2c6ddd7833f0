import { sql } from 'kysely';
import { isUuid } from '../../platform/uuid.ts';
import { type ErasureContext, workOnErasures } from './erase.work.ts';

/** An erasure that took place: what the server logged, without names. */
export interface PastErasure {
  /** Short name of the organisation. */
  readonly tenant: string;
  readonly userId: string;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** Reads erasures from lines of JSON: of the server's log, or of `listErasures`. Other lines are passed over. */
export function readErasures(text: string): PastErasure[] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf('{');
    if (at < 0 || !line.includes('"erasure":{')) return [];
    try {
      const { erasure } = JSON.parse(line.slice(at)) as { erasure: PastErasure };
      const ids = [erasure.userId, erasure.askedBy, erasure.approvedBy];
      return typeof erasure.tenant === 'string' && ids.every((id) => isUuid(id)) ? [erasure] : [];
    } catch {
      // A line that a full disk cut off.
      return [];
    }
  });
}

/** Lists the erasures that the database knows. */
export async function listErasures({ db }: Pick<ErasureContext, 'db'>): Promise<PastErasure[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<PastErasure>`SELECT t.slug AS tenant, e.user_id AS "userId", e.asked_by AS "askedBy", e.approved_by AS "approvedBy"
      FROM erasure e JOIN tenant t ON t.id = e.tenant_id WHERE e.state IN ('approved', 'done') ORDER BY e.id`.execute(
      tx,
    ),
  );
  return rows;
}

/**
 * Erases users again whom a restored backup brought back. Returns how many were erased, were erased already, and are not in
 * the database.
 */
export async function replayErasures(
  context: ErasureContext,
  list: readonly PastErasure[],
): Promise<{ readonly erased: number; readonly unchanged: number; readonly unknown: number }> {
  const counts = { erased: 0, unchanged: 0, unknown: 0 };
  for (const one of list) counts[await approveAgain(context, one)] += 1;
  while (await workOnErasures(context));
  return counts;
}

async function approveAgain(
  { db, clock }: ErasureContext,
  { tenant, userId, askedBy, approvedBy }: PastErasure,
): Promise<'erased' | 'unchanged' | 'unknown'> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${tenant}`.execute(tx),
  );
  const tenantId = rows[0]?.id;
  if (tenantId === undefined) return 'unknown';
  return db.tenantTransaction({ tenantId, userId: null, via: 'command' }, async (tx) => {
    const { rows: users } = await sql<{
      status: string;
    }>`SELECT status FROM app_user WHERE id = ${userId}::uuid FOR UPDATE`.execute(tx);
    if (!users[0]) return 'unknown';
    if (users[0].status === 'erased') return 'unchanged';
    const now = clock();
    await sql`INSERT INTO erasure (user_id, state, asked_by, asked_at, approved_by, approved_at)
      VALUES (${userId}::uuid, 'approved', ${askedBy}::uuid, ${now}, ${approvedBy}::uuid, ${now})
      ON CONFLICT (tenant_id, user_id) WHERE state IN ('asked', 'approved') DO UPDATE SET state = 'approved',
        asked_by = excluded.asked_by, approved_by = excluded.approved_by, approved_at = excluded.approved_at`.execute(
      tx,
    );
    return 'erased';
  });
}
