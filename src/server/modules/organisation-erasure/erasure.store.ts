import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

export interface Request {
  readonly reason: string | null;
  readonly askedBy: string | null;
  readonly askedAt: Date | null;
  readonly eraseAfter: Date | null;
  /** From now on rows can be gone: by the clock of the database, as for its policies. */
  readonly isErasing: boolean;
}

/** Reads and locks the request to erase an organisation. All of this file as `verva_system`. */
export async function lock(tx: Tx, tenantId: number): Promise<Request> {
  const { rows } =
    await sql<Request>`SELECT erase_reason AS reason, erase_asked_by AS "askedBy", erase_asked_at AS "askedAt",
    erase_after AS "eraseAfter", is_erasing(id) AS "isErasing" FROM tenant WHERE id = ${tenantId} FOR NO KEY UPDATE`.execute(
      tx,
    );
  return rows[0]!;
}

/** Returns false if it was requested already. */
export async function request(
  tx: Tx,
  tenantId: number,
  { by, reason, now }: { readonly by: string; readonly reason: string; readonly now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`UPDATE tenant SET erase_reason = ${reason}, erase_asked_by = ${by}::uuid, erase_asked_at = ${now}
    WHERE id = ${tenantId} AND erase_asked_by IS NULL RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function approve(
  tx: Tx,
  tenantId: number,
  { by, after }: { readonly by: string; readonly after: Date },
): Promise<void> {
  await sql`UPDATE tenant SET status = 'closing', erase_approved_by = ${by}::uuid, erase_after = ${after} WHERE id = ${tenantId}`.execute(
    tx,
  );
}

/** An organisation that was suspended before stays so. */
export async function stop(tx: Tx, tenantId: number): Promise<void> {
  await sql`UPDATE tenant SET erase_reason = NULL, erase_asked_by = NULL, erase_asked_at = NULL, erase_approved_by = NULL,
      erase_after = NULL, status = CASE WHEN status <> 'closing' THEN status WHEN suspended_at IS NULL THEN 'active' ELSE 'suspended' END
    WHERE id = ${tenantId}`.execute(tx);
}

export interface ClosingTenant {
  readonly id: number;
  readonly slug: string;
  readonly askedBy: string;
  readonly approvedBy: string;
}

/** Locks an organisation whose time is over and that no other server works on. */
export async function lockDue(tx: Tx): Promise<ClosingTenant | undefined> {
  const { rows } =
    await sql<ClosingTenant>`SELECT id, slug, erase_asked_by AS "askedBy", erase_approved_by AS "approvedBy"
    FROM tenant WHERE erase_after <= now() AND is_erasing(id) ORDER BY erase_after LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`.execute(
      tx,
    );
  return rows[0];
}

/** Number of the provider's organisation, which is the first one. */
export async function providerOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT min(id) AS id FROM tenant`.execute(tx);
  return rows[0]!.id;
}

/** Deletes the organisation itself, after its rows. */
export async function deleteTenant(tx: Tx, tenantId: number): Promise<void> {
  await sql`DELETE FROM tenant WHERE id = ${tenantId}`.execute(tx);
}

/** Deletes accounts, links and providers; accounts that another organisation uses move there. In the role of the sign-in. */
export async function deleteSignIn(tx: Tx, tenantId: number, issuer: string): Promise<void> {
  await sql`DELETE FROM user_identity WHERE tenant_id = ${tenantId}`.execute(tx);
  await sql`UPDATE idn_user u SET tenant_id = i.tenant_id FROM user_identity i
    WHERE u.tenant_id = ${tenantId} AND i.issuer = ${issuer} AND i.subject = u.sub::text`.execute(tx);
  await sql`DELETE FROM idn_user WHERE tenant_id = ${tenantId}`.execute(tx);
  await sql`DELETE FROM idn_link WHERE tenant_id = ${tenantId}`.execute(tx);
  await sql`DELETE FROM tenant_issuers WHERE tenant_id = ${tenantId}`.execute(tx);
}

/** Deletes failed sign-ins, and jobs that wait in the queue. */
export async function deleteServiceRows(tx: Tx, tenantId: number): Promise<void> {
  await sql`DELETE FROM idn_failure WHERE tenant_id = ${tenantId}`.execute(tx);
  // The queue creates its tables when a server starts.
  const { rows } = await sql<{ is: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS is`.execute(tx);
  if (rows[0]!.is) await sql`DELETE FROM pgboss.job WHERE data->>'tenantId' = ${String(tenantId)}`.execute(tx);
}
