import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { json, type Tx } from '../../../platform/database.ts';

/** `email` confirms a new address of one's own, `email-undo` takes the change back. */
export type LinkKind = 'email' | 'email-undo';

/** What a change of address replaces, as it was when the change was requested. */
export interface EmailChange {
  /** The account at the embedded service. */
  readonly sub: string;
  /** The requested address. */
  readonly email: string;
  readonly before: {
    readonly email: string | null;
    readonly emailKey: string | null;
    /** Missing in links of older versions, whose addresses were all verified. */
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
  // In the order of the index: where few have expired, a scan for any of them would read all.
  await sql`DELETE FROM idn_link WHERE token_sha256 = ANY (ARRAY(
    SELECT token_sha256 FROM idn_link WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${PURGED_AT_ONCE} FOR UPDATE SKIP LOCKED))`.execute(
    tx,
  );
  await sql`INSERT INTO idn_link (token_sha256, kind, tenant_id, user_id, payload, made_at, expires_at) VALUES
    (${digest}, ${kind}, ${link.tenantId}, ${link.userId}::uuid, ${json(link.payload)}::jsonb, ${now}, ${link.expiresAt})`.execute(
    tx,
  );
}

/** The link of a token, kept; it waits for whoever uses it at this moment. */
export async function findLink(tx: Tx, kind: LinkKind, digest: Buffer, now: Date): Promise<StoredLink | undefined> {
  const { rows } = await sql<StoredLink>`SELECT tenant_id AS "tenantId", user_id AS "userId", payload FROM idn_link
    WHERE token_sha256 = ${digest} AND kind = ${kind} AND expires_at > ${now} FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Removes a person's links of these kinds. */
export async function dropLinks(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: string },
  kinds: readonly LinkKind[],
): Promise<void> {
  await sql`DELETE FROM idn_link WHERE tenant_id = ${tenantId} AND user_id = ${userId}::uuid
    AND kind = ANY(${[...kinds]}::text[])`.execute(tx);
}

/** Removes confirmations that an account waits for, as after a new password: who requested them may have known the old one. */
export async function dropEmailLinksOf(tx: Tx, sub: string): Promise<void> {
  await sql`DELETE FROM idn_link l USING user_identity i
    WHERE i.issuer = ${BUILT_IN_ISSUER} AND i.subject = ${sub} AND l.tenant_id = i.tenant_id AND l.user_id = i.user_id AND l.kind = 'email'`.execute(
    tx,
  );
}
