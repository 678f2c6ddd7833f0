import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ScimClient } from '../../../shared/contracts/scim.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import type { Tx } from '../../platform/database.ts';

/** A used token is marked as used once in this time. */
const USED_AGAIN_MS = 60_000;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Creates a secret and the hash to store: 256 random bits need no slow hash. */
function newSecret(): { readonly secret: string; readonly sha256: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, sha256: hashOf(secret) };
}

const tokenOf = (id: string, secret: string): string => `vs_${id.replaceAll('-', '')}_${secret}`;

/** Reads `Authorization: Bearer vs_<client>_<secret>`; undefined for anything else. */
export function readToken(header: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = /^Bearer vs_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/i.exec(header ?? '') ?? [];
  if (id === undefined || secret === undefined) return undefined;
  return { id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secret };
}

type Leavers = ScimClient['leavers'];

/** A client whose token was accepted. */
export interface KnownClient {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly leavers: Leavers;
  readonly tenantId: number;
  readonly slug: string;
  readonly timeZone: string;
  readonly languageId: string;
  readonly isSuspended: boolean;
  readonly isMarked: boolean;
}

/** Finds the client of a token before the tenant is known, in the system role; undefined unless the token is valid. */
export async function findClient(tx: Tx, id: string, secret: string, now: Date): Promise<KnownClient | undefined> {
  const { rows } = await sql<
    KnownClient & { sha256: Uint8Array }
  >`SELECT c.id, c.name, c.groups, c.leavers, c.secret_sha256 AS sha256, t.id AS "tenantId", t.slug, t.time_zone AS "timeZone",
      t.language_id AS "languageId", t.status <> 'active' AS "isSuspended",
      coalesce(c.last_used_at > ${new Date(now.getTime() - USED_AGAIN_MS)}, false) AS "isMarked"
    FROM scim_client c JOIN tenant t ON t.id = c.tenant_id
    WHERE c.id = ${id}::uuid AND c.disabled_at IS NULL AND c.expires_at > ${now}`.execute(tx);
  const row = rows[0];
  if (!row || !timingSafeEqual(hashOf(secret), row.sha256)) return undefined;
  const { sha256: _, ...client } = row;
  return client;
}

export async function markUsed(tx: Tx, { id, isMarked }: KnownClient, now: Date): Promise<void> {
  if (!isMarked) await sql`UPDATE scim_client SET last_used_at = ${now} WHERE id = ${id}::uuid`.execute(tx);
}

export interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly groups: string[];
  readonly leavers: Leavers;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly version: number;
  readonly updated_at: Date;
  readonly changer: string | null;
}

const COLUMNS = sql`c.id, c.name, c.groups, c.leavers, c.created_at, c.expires_at, c.last_used_at, c.version, c.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('c')}) AS changer`;

export const toClient = (row: ClientRow): ScimClient => ({
  id: row.id,
  name: row.name,
  groups: row.groups,
  leavers: row.leavers,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  version: row.version,
});

/** Reads the tokens that are not disabled; expired ones are among them. */
export async function readClients(tx: Tx): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`SELECT ${COLUMNS} FROM scim_client c
    WHERE c.disabled_at IS NULL ORDER BY c.name, c.id`.execute(tx);
  return rows;
}

export async function lockClient(tx: Tx, id: string): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`SELECT ${COLUMNS} FROM scim_client c
    WHERE c.id = ${id}::uuid AND c.disabled_at IS NULL FOR UPDATE OF c`.execute(tx);
  return rows[0];
}

/** What an administrator chooses for a token. */
export interface ClientFields {
  readonly name: string;
  readonly groups: readonly string[];
  readonly leavers: Leavers;
}

export async function insertClient(
  tx: Tx,
  { name, groups, leavers, expiresAt }: ClientFields & { readonly expiresAt: Date },
): Promise<{ readonly client: ScimClient; readonly token: string }> {
  const { secret, sha256 } = newSecret();
  const { rows } = await sql<{ id: string }>`INSERT INTO scim_client (name, secret_sha256, groups, leavers, expires_at)
    VALUES (${name}, ${sha256}, ${[...groups]}::text[], ${leavers}, ${expiresAt}) RETURNING id`.execute(tx);
  const { id } = rows[0]!;
  return { client: toClient((await lockClient(tx, id))!), token: tokenOf(id, secret) };
}

export async function changeClient(tx: Tx, id: string, { name, groups, leavers }: ClientFields): Promise<void> {
  await sql`UPDATE scim_client SET name = ${name}, groups = ${[...groups]}::text[], leavers = ${leavers} WHERE id = ${id}::uuid`.execute(
    tx,
  );
}

export async function disableClient(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE scim_client SET disabled_at = ${now} WHERE id = ${id}::uuid`.execute(tx);
}

/** Returns those of the groups that a token may name: product groups without the right of the provider. */
export async function findProductGroups(tx: Tx, groups: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM app_group
    WHERE id = ANY(${[...groups]}::text[]) AND kind = 'product' AND id <> 'verva.admin'`.execute(tx);
  return rows.map(({ id }) => id);
}
