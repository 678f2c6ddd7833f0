import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** A confirmed second factor. */
export interface StoredFactor {
  readonly id: string;
  readonly name: string;
  readonly secret: Uint8Array;
  readonly confirmedAt: Date;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = sql`id, name, secret, confirmed_at AS "confirmedAt", last_used_at AS "lastUsedAt"`;

export async function findFactor(tx: Tx, sub: string): Promise<StoredFactor | undefined> {
  const { rows } = await sql<StoredFactor>`SELECT ${COLUMNS} FROM idn_factor
    WHERE user_sub = ${sub}::uuid AND kind = 'totp' AND confirmed_at IS NOT NULL`.execute(tx);
  return rows[0];
}

/** Stores the secret of a set-up that is not confirmed yet, in place of an earlier one. */
export async function putPendingFactor(tx: Tx, sub: string, secret: Buffer): Promise<void> {
  await sql`INSERT INTO idn_factor (user_sub, secret) VALUES (${sub}::uuid, ${secret})
    ON CONFLICT (user_sub, kind, (confirmed_at IS NULL)) DO UPDATE SET secret = excluded.secret, created_at = now()`.execute(
    tx,
  );
}

/** Locks and returns the secret of the pending set-up. */
export async function lockPendingFactor(tx: Tx, sub: string): Promise<{ id: string; secret: Uint8Array } | undefined> {
  const { rows } = await sql<{ id: string; secret: Uint8Array }>`SELECT id, secret FROM idn_factor
    WHERE user_sub = ${sub}::uuid AND kind = 'totp' AND confirmed_at IS NULL FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Confirms a pending set-up, which replaces the present factor. `step` counts as used. */
export async function confirmFactor(
  tx: Tx,
  factor: { readonly id: string; readonly sub: string; readonly name: string; readonly step: number },
  now: Date,
): Promise<void> {
  await sql`DELETE FROM idn_factor WHERE user_sub = ${factor.sub}::uuid AND kind = 'totp' AND confirmed_at IS NOT NULL`.execute(
    tx,
  );
  await sql`UPDATE idn_factor SET name = ${factor.name}, last_step = ${factor.step}, confirmed_at = ${now}
    WHERE id = ${factor.id}::uuid`.execute(tx);
}

/** Marks a time step as used; false when it, or a later one, was used already. */
export async function takeStep(tx: Tx, id: string, step: number, now: Date): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_factor SET last_step = ${step}, last_used_at = ${now}
    WHERE id = ${id}::uuid AND last_step < ${step} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Removes a confirmed factor and any pending set-up; false when there is no such factor. */
export async function deleteFactor(tx: Tx, sub: string, id: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM idn_factor
    WHERE id = ${id}::uuid AND user_sub = ${sub}::uuid AND confirmed_at IS NOT NULL RETURNING 1`.execute(tx);
  if (rows.length === 0) return false;
  await deleteFactors(tx, sub);
  return true;
}

/** Removes a confirmed factor and any pending set-up, whatever their ids; false when there is none. */
export async function deleteFactors(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM idn_factor WHERE user_sub = ${sub}::uuid RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Records that a session has shown the second factor. */
export async function addSessionMethods(tx: Tx, familyId: string, methods: readonly string[]): Promise<void> {
  await sql`UPDATE idn_refresh SET amr = ARRAY(SELECT DISTINCT m FROM unnest(amr || ${[...methods]}::text[]) AS m ORDER BY m)
    WHERE family_id = ${familyId}::uuid`.execute(tx);
}
