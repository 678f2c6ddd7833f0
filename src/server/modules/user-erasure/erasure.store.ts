import { sql } from 'kysely';
import type { UserErasure } from '../../../shared/contracts/user-erasure.contract.ts';
import { json, type Tx } from '../../platform/database.ts';

export interface Request {
  readonly id: string;
  readonly state: 'asked' | 'approved';
  readonly reason: string | null;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly by: UserErasure['askedBy'];
}

/** Reads and locks the open request to erase a user. */
export async function readRequest(tx: Tx, userId: string): Promise<Request | undefined> {
  const { rows } = await sql<Request>`SELECT e.id, e.state, e.reason, e.asked_by AS "askedBy", e.asked_at AS "askedAt",
      (SELECT jsonb_build_object('id', u.username, 'key', u.id, 'name', coalesce(u.name, u.username)) FROM app_user u
        WHERE u.id = e.asked_by) AS by
    FROM erasure e WHERE e.user_id = ${userId}::uuid AND e.state IN ('asked', 'approved') FOR UPDATE OF e`.execute(tx);
  return rows[0];
}

/** Returns false if there is an open request already. */
export async function insertRequest(
  tx: Tx,
  { userId, askedBy, reason, now }: { userId: string; askedBy: string; reason: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`INSERT INTO erasure (user_id, asked_by, reason, asked_at)
    VALUES (${userId}::uuid, ${askedBy}::uuid, ${reason}, ${now})
    ON CONFLICT (tenant_id, user_id) WHERE state IN ('asked', 'approved') DO NOTHING RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function approve(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  await sql`UPDATE erasure SET state = 'approved', approved_by = ${by}::uuid, approved_at = ${now}, retry_at = now()
    WHERE id = ${id}::uuid`.execute(tx);
}

export async function withdraw(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE erasure SET state = 'withdrawn', reason = NULL WHERE id = ${id}::uuid`.execute(tx);
}

/** An erasure that is approved, or whose files are not deleted yet. */
export interface DueErasure {
  readonly tenantId: number;
  readonly slug: string;
  readonly id: string;
  readonly userId: string;
  readonly state: 'approved' | 'done';
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly fileIds: readonly string[];
}

/** Locks an erasure to carry out that no other server works on; as `verva_system`. */
export async function lockDue(tx: Tx): Promise<DueErasure | undefined> {
  const { rows } = await sql<DueErasure>`SELECT e.tenant_id AS "tenantId", t.slug, e.id, e.user_id AS "userId", e.state,
      e.asked_by AS "askedBy", e.approved_by AS "approvedBy", e.file_ids AS "fileIds"
    FROM erasure e JOIN tenant t ON t.id = e.tenant_id
    WHERE (e.state = 'approved' OR e.file_ids <> '{}') AND e.retry_at <= clock_timestamp()
    ORDER BY e.retry_at LIMIT 1 FOR UPDATE OF e SKIP LOCKED`.execute(tx);
  return rows[0];
}

/** After an unexpected failure: waits longer each time, at most an hour; as `verva_system`. */
export async function postpone(tx: Tx, { tenantId, id }: Pick<DueErasure, 'tenantId' | 'id'>): Promise<void> {
  await sql`UPDATE erasure SET attempts = least(attempts + 1, 100),
    retry_at = clock_timestamp() + least(power(2, attempts), 3600) * interval '1 second'
    WHERE tenant_id = ${tenantId} AND id = ${id}::uuid`.execute(tx);
}

export async function finish(
  tx: Tx,
  id: string,
  { kept, fileIds, now }: { kept: UserErasure['kept']; fileIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`UPDATE erasure SET state = 'done', reason = NULL, done_at = ${now}, kept = ${json(kept)}::jsonb,
    file_ids = ${[...fileIds]}::uuid[] WHERE id = ${id}::uuid`.execute(tx);
}

export async function noteFilesDeleted(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE erasure SET file_ids = '{}' WHERE id = ${id}::uuid`.execute(tx);
}
