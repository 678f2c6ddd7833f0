import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import type { Tx } from '../../../platform/database.ts';
import { enqueueAll } from '../../../platform/outbox.ts';
import { revokeAllOf } from '../signin.store.ts';

/** Ends what users can do from now on; tasks and histories stay as they are. */
export async function disableUsers(tx: Tx, keys: readonly string[], today: string, now: Date): Promise<void> {
  const users = sql`${[...keys]}::uuid[]`;
  await sql`UPDATE app_user SET status = 'disabled' WHERE id = ANY(${users})`.execute(tx);
  await sql`UPDATE embed_session SET revoked_at = ${now} WHERE user_id = ANY(${users}) AND revoked_at IS NULL`.execute(
    tx,
  );
  const isTheirs = sql`(user_id = ANY(${users}) OR delegate_user_id = ANY(${users})) AND removed_at IS NULL`;
  await sql`UPDATE delegation SET removed_at = ${now} WHERE ${isTheirs} AND start_date >= ${today}::date`.execute(tx);
  await sql`UPDATE delegation SET end_date = ${today}::date - 1
    WHERE ${isTheirs} AND start_date < ${today}::date AND end_date >= ${today}::date`.execute(tx);
  const live = keys.map((key) => ({ principals: [`u:${key}`], type: 'session.revoked', data: {} }));
  await enqueueAll(tx, 'live', live);
}

/** Lets disabled users sign in again; `invited` have never signed in. */
export async function enableUsers(tx: Tx, keys: readonly string[], invited: readonly string[]): Promise<void> {
  await sql`UPDATE app_user SET status = CASE WHEN id = ANY(${[...invited]}::uuid[]) THEN 'invited' ELSE 'active' END
    WHERE id = ANY(${[...keys]}::uuid[]) AND status = 'disabled'`.execute(tx);
}

/** The accounts of users that this tenant keeps; in the role of the sign-in. */
const ownAccounts = (tenantId: number, keys: readonly string[]) =>
  sql`SELECT subject::uuid FROM user_identity WHERE issuer = ${BUILT_IN_ISSUER} AND tenant_id = ${tenantId}
    AND user_id = ANY(${[...keys]}::uuid[])`;

/** Disables the accounts of users and ends their sessions; returns these. In the role of the sign-in. */
export async function closeAccounts(tx: Tx, tenantId: number, keys: readonly string[], now: Date): Promise<string[]> {
  await sql`DELETE FROM idn_link WHERE tenant_id = ${tenantId} AND user_id = ANY(${[...keys]}::uuid[])
    AND kind IN ('email', 'email-undo')`.execute(tx);
  const { rows } = await sql<{ sub: string }>`UPDATE idn_user SET disabled = true
    WHERE sub IN (${ownAccounts(tenantId, keys)}) AND tenant_id = ${tenantId} RETURNING sub`.execute(tx);
  return rows.length === 0
    ? []
    : revokeAllOf(
        tx,
        rows.map(({ sub }) => sub),
        now,
      );
}

/** Enables the accounts of users; returns the keys of those who have never signed in. In the role of the sign-in. */
export async function openAccounts(tx: Tx, tenantId: number, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sub: string; status: string }>`UPDATE idn_user SET disabled = false
    WHERE sub IN (${ownAccounts(tenantId, keys)}) AND tenant_id = ${tenantId} RETURNING sub, status`.execute(tx);
  const invited = rows.filter(({ status }) => status === 'FORCE_CHANGE_PASSWORD').map(({ sub }) => sub);
  const found = await sql<{ key: string }>`SELECT user_id AS key FROM user_identity
    WHERE issuer = ${BUILT_IN_ISSUER} AND tenant_id = ${tenantId} AND subject = ANY(${invited}::text[])`.execute(tx);
  return found.rows.map(({ key }) => key);
}

/** Removes the accounts of users who have never signed in. In the role of the sign-in. */
export async function removeAccounts(tx: Tx, tenantId: number, keys: readonly string[]): Promise<void> {
  await sql`DELETE FROM idn_user WHERE sub IN (${ownAccounts(tenantId, keys)}) AND tenant_id = ${tenantId}`.execute(tx);
  await sql`DELETE FROM user_identity WHERE tenant_id = ${tenantId} AND user_id = ANY(${[...keys]}::uuid[])`.execute(
    tx,
  );
}
