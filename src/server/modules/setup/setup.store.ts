import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { json } from '../../platform/database.ts';

// An arbitrary number that must be the same in every version.
const LOCK = 7_236_451_903;

/** Serialises everything that creates the first organisation or its link, across all servers, until the transaction ends. */
export async function lockSetup(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
}

/** Whether any organisation exists; as `verva_signin` or `verva_system`. */
export async function hasOrganisation(tx: Tx): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM tenant LIMIT 1`.execute(tx);
  return rows.length > 0;
}

export interface SetupLink {
  readonly madeAt: Date;
  readonly expiresAt: Date;
}

/** The set-up link in effect. */
export async function findSetupLink(tx: Tx, now: Date): Promise<SetupLink | undefined> {
  const { rows } = await sql<SetupLink>`SELECT made_at AS "madeAt", expires_at AS "expiresAt" FROM idn_link
    WHERE kind = 'setup' AND expires_at > ${now}`.execute(tx);
  return rows[0];
}

/** Whether the token with this digest is that of the set-up link in effect. */
export async function isSetupToken(tx: Tx, digest: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM idn_link
    WHERE token_sha256 = ${digest} AND kind = 'setup' AND expires_at > ${now}`.execute(tx);
  return rows.length > 0;
}

/** Replaces the set-up link. */
export async function replaceSetupLink(tx: Tx, digest: Buffer, { madeAt, expiresAt }: SetupLink): Promise<void> {
  await deleteSetupLink(tx);
  await sql`INSERT INTO idn_link (token_sha256, kind, made_at, expires_at)
    VALUES (${digest}, 'setup', ${madeAt}, ${expiresAt})`.execute(tx);
}

export async function deleteSetupLink(tx: Tx): Promise<void> {
  await sql`DELETE FROM idn_link WHERE kind = 'setup'`.execute(tx);
}

/** Records in the audit log of the transaction's tenant that it was created, and how. */
export async function auditSetup(
  tx: Tx,
  { slug, userId, ...details }: { slug: string; userId: string; via: string; username: string },
): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id, after)
    VALUES (me(), 'setup', 'tenant', ${slug}, ${userId}::uuid, ${json(details)}::jsonb)`.execute(tx);
}
