import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { json, type Tx } from '../../../platform/database.ts';

/** `email` confirms a new address; `email-undo` undoes the change. */
export type LinkKind = 'email' | 'email-undo';

/** The state before a change of address, as it was when the change was requested. */
export interface EmailChange {
  /** ID of the account at the embedded service. */
  readonly sub: string;
  /** The requested address. */
  readonly email: string;
  readonly before: {
    readonly email: string | null;
    readonly emailKey: string | null;
    /** Missing in links of older versions; their addresses were all verified. */
    readonly emailVerified?: boolean;
    readonly accountEmail: string | null;
    readonly accountVerified: boolean;
  };
}

export interface StoredLink {
  readonly tenantId: number;
  readonly userId: string;
  readonly payload: EmailChange;
}

const PURGED_AT_ONCE = 100;

export async function insertLink(
  tx: Tx,
  kind: LinkKind,
  digest: Buffer,
  link: StoredLink & { readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  // In index order: where few have expired, a scan without ORDER BY would read all rows.
  await sql`DELETE FROM idn_link WHERE token_sha256 = ANY (ARRAY(
    SELECT token_sha256 FROM idn_link WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${PURGED_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(
    tx,
  );
  await sql`INSERT INTO idn_link (token_sha256, kind, tenant_id, user_id, payload, made_at, expires_at) VALUES
    (${digest}, ${kind}, ${link.tenantId}, ${link.userId}::uuid, ${json(link.payload)}::jsonb, ${now}, ${link.expiresAt})`.execute(
    tx,
  );
}

/** Finds the link of a token without removing it; waits for concurrent requests that use it. */
export async function findLink(tx: Tx, kind: LinkKind, digest: Buffer, now: Date): Promise<StoredLink | undefined> {
  const { rows } = await sql<StoredLink>`SELECT tenant_id AS "tenantId", user_id AS "userId", payload FROM idn_link
    WHERE token_sha256 = ${digest} AND kind = ${kind} AND expires_at > ${now} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Removes a user's links of these kinds. */
export async function dropLinks(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: string },
  kinds: readonly LinkKind[],
): Promise<void> {
  await sql`DELETE FROM idn_link WHERE tenant_id = ${tenantId} AND user_id = ${userId}::uuid
    AND kind = ANY(${[...kinds]}::text[])`.execute(tx);
}

/** Removes an account's pending confirmations after a new password: an attacker with the old password may have requested them. */
export async function dropEmailLinksOf(tx: Tx, sub: string): Promise<void> {
  await sql`DELETE FROM idn_link l USING user_identity i
    WHERE i.issuer = ${BUILT_IN_ISSUER} AND i.subject = ${sub} AND l.tenant_id = i.tenant_id AND l.user_id = i.user_id AND l.kind = 'email'`.execute(
    tx,
  );
}
