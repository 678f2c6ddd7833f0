import { sql } from 'kysely';
import type { EmbedClient, EmbedOrigin } from '../../../shared/contracts/embed-clients.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';
import { isUuid } from '../../platform/uuid.ts';

export interface ClientRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: string[];
  readonly readers_group_id: string | null;
  readonly last_used_at: Date | null;
  readonly version: number;
  readonly updated_at: Date;
  readonly changer: string | null;
}

const COLUMNS = sql`c.id, c.name, c.scopes, c.readers_group_id, c.last_used_at, c.version, c.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('c')}) AS changer`;

export const toClient = (row: ClientRow): EmbedClient => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as EmbedClient['scopes'],
  readersGroupId: row.readers_group_id,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  version: row.version,
});

export async function readClients(tx: Tx): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`SELECT ${COLUMNS} FROM embed_client c
    WHERE c.disabled_at IS NULL ORDER BY c.name, c.id`.execute(tx);
  return rows;
}

export async function readClient(tx: Tx, id: string): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`SELECT ${COLUMNS} FROM embed_client c
    WHERE c.id = ${id}::uuid AND c.disabled_at IS NULL FOR UPDATE`.execute(tx);
  return rows[0];
}

interface ClientFields {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly readersGroupId: string | null;
}

export async function insertClient(
  tx: Tx,
  { name, scopes, readersGroupId }: ClientFields,
  secret: Buffer,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`INSERT INTO embed_client (name, secret_sha256, scopes, readers_group_id)
    VALUES (${name}, ${secret}, ${[...scopes]}::text[], ${readersGroupId}) RETURNING id`.execute(tx);
  return rows[0]!.id;
}

export async function changeClient(tx: Tx, id: string, { name, scopes, readersGroupId }: ClientFields): Promise<void> {
  await sql`UPDATE embed_client SET name = ${name}, scopes = ${[...scopes]}::text[], readers_group_id = ${readersGroupId}
    WHERE id = ${id}::uuid`.execute(tx);
}

export async function changeSecret(tx: Tx, id: string, secret: Buffer): Promise<void> {
  await sql`UPDATE embed_client SET secret_sha256 = ${secret} WHERE id = ${id}::uuid`.execute(tx);
}

/** Disables a client. The row is kept, because confirmations of its readers refer to it. */
export async function disableClient(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE embed_client SET disabled_at = ${now} WHERE id = ${id}::uuid`.execute(tx);
}

/** Revokes tokens: of a client, of one of its sessions, or for an origin. Returns the users concerned. */
export async function endSessions(
  tx: Tx,
  which: { readonly clientId?: string; readonly id?: string; readonly origin?: string },
  now: Date,
): Promise<string[]> {
  const { clientId, id, origin } = which;
  const { rows } = await sql<{ user_id: string }>`UPDATE embed_session SET revoked_at = ${now}
    WHERE revoked_at IS NULL ${clientId ? sql`AND client_id = ${clientId}::uuid` : sql``} ${id ? sql`AND id = ${id}::uuid` : sql``}
      ${origin ? sql`AND origin = ${origin}` : sql``} RETURNING user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

export interface KnownClient {
  readonly tenantId: number;
  readonly tenantSlug: string;
  readonly id: string;
  readonly name: string;
  readonly secret: Buffer;
  readonly scopes: string[];
  readonly readersGroupId: string | null;
}

/** Finds a client before the tenant is known, in the system role. */
export async function findClient(tx: Tx, id: string): Promise<KnownClient | undefined> {
  const { rows } =
    await sql<KnownClient>`SELECT c.tenant_id AS "tenantId", t.slug AS "tenantSlug", c.id, c.name, c.secret_sha256 AS secret,
      c.scopes, c.readers_group_id AS "readersGroupId"
    FROM embed_client c JOIN tenant t ON t.id = c.tenant_id
    WHERE c.id = ${id}::uuid AND c.disabled_at IS NULL AND t.status = 'active'`.execute(tx);
  return rows[0];
}

export async function allowsOrigin(tx: Tx, origin: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM embed_origin WHERE origin = ${origin}`.execute(tx)).rows.length > 0;
}

export async function findAccount(tx: Tx, userId: string): Promise<string | undefined> {
  const key = isUuid(userId) ? userId : null;
  const { rows } = await sql<{ id: string }>`SELECT id FROM app_user WHERE status = 'active' AND source <> 'partner'
    AND (id = ${key}::uuid OR username = lower(${userId}))`.execute(tx);
  return rows[0]?.id;
}

/**
 * Returns the reader with this identifier at the client. Creates the reader on first use, as a member of the client's group;
 * undefined if the organisation has deactivated the reader.
 */
export async function upsertReader(
  tx: Tx,
  client: Pick<KnownClient, 'id' | 'readersGroupId'>,
  reader: { readonly id: string; readonly name: string; readonly languageId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO app_user (username, name, language_id, source, external_id, partner_client_id)
    VALUES ('partner-' || replace(uuid7()::text, '-', ''), ${reader.name}, ${reader.languageId}, 'partner', ${reader.id}, ${client.id}::uuid)
    ON CONFLICT (tenant_id, partner_client_id, external_id) WHERE partner_client_id IS NOT NULL
    DO UPDATE SET name = excluded.name, language_id = excluded.language_id WHERE app_user.status = 'active' RETURNING id`.execute(
    tx,
  );
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`INSERT INTO group_member (group_id, user_id, source) VALUES (${client.readersGroupId}, ${id}::uuid, 'sync')
    ON CONFLICT DO NOTHING`.execute(tx);
  return id;
}

export async function insertSession(
  tx: Tx,
  session: {
    readonly clientId: string;
    readonly userId: string;
    readonly scopes: readonly string[];
    /** Catalogue items; null: all. */
    readonly items: readonly string[] | null;
    readonly origin: string;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<string> {
  const { clientId, userId, scopes, items, origin, now, expiresAt } = session;
  await sql`UPDATE embed_client SET last_used_at = ${now} WHERE id = ${clientId}::uuid`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`INSERT INTO embed_session (client_id, user_id, scopes, items, origin, created_at, expires_at)
    VALUES (${clientId}::uuid, ${userId}::uuid, ${[...scopes]}::text[], ${items && [...items]}::text[], ${origin}, ${now}, ${expiresAt}) RETURNING id`.execute(
    tx,
  );
  return rows[0]!.id;
}

/** Records in the audit log which client received a token for which user. The token itself is never stored. */
export async function auditSession(
  tx: Tx,
  id: string,
  { clientId, userId, scopes, items, origin, expiresAt }: Omit<Parameters<typeof insertSession>[1], 'now'>,
): Promise<void> {
  const details = json({ clientId, scopes, ...(items ? { items } : {}), origin, expiresAt: expiresAt.toISOString() });
  await sql`INSERT INTO audit_log (verb, entity, entity_id, subject_id, after)
    SELECT 'token-minted', 'embed_session', ${id}, ${userId}::uuid, ${details}::jsonb || jsonb_build_object('client', c.name)
    FROM embed_client c WHERE c.id = ${clientId}::uuid`.execute(tx);
}

/** Records in the audit log which client ended the token of which user. */
export async function auditEnd(
  tx: Tx,
  { id, clientId, userId }: { readonly id: string; readonly clientId: string; readonly userId: string },
): Promise<void> {
  await sql`INSERT INTO audit_log (verb, entity, entity_id, subject_id, before)
    SELECT 'token-revoked', 'embed_session', ${id}, ${userId}::uuid, jsonb_build_object('clientId', c.id, 'client', c.name)
    FROM embed_client c WHERE c.id = ${clientId}::uuid`.execute(tx);
}

export async function readOrigins(tx: Tx): Promise<EmbedOrigin[]> {
  return (await sql<EmbedOrigin>`SELECT id, origin FROM embed_origin ORDER BY origin`.execute(tx)).rows;
}

/** Returns undefined if the origin is already listed. */
export async function insertOrigin(tx: Tx, origin: string): Promise<EmbedOrigin | undefined> {
  const { rows } = await sql<EmbedOrigin>`INSERT INTO embed_origin (origin) VALUES (${origin})
    ON CONFLICT DO NOTHING RETURNING id, origin`.execute(tx);
  return rows[0];
}

/** Removes an origin and returns it. */
export async function removeOrigin(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{
    origin: string;
  }>`DELETE FROM embed_origin WHERE id = ${id}::uuid RETURNING origin`.execute(tx);
  return rows[0]?.origin;
}

/** Returns the kind of a group. `product`: membership gives rights in the application. */
export async function kindOfGroup(tx: Tx, id: string): Promise<string | undefined> {
  return (await sql<{ kind: string }>`SELECT kind FROM app_group WHERE id = ${id}`.execute(tx)).rows[0]?.kind;
}
