import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';

/** 256 bits; only the hash is stored, so that read access to the database is not enough to complete a task. */
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Creates one link and returns its secret. */
export async function addAction(
  tx: Tx,
  action: { readonly taskId: string; readonly userId: string; readonly outcome: string; readonly expiresAt: Date },
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx
    .insertInto('mailed_action')
    .values({
      token_sha256: hashOf(secret),
      task_id: action.taskId,
      user_id: action.userId,
      outcome: action.outcome,
      expires_at: action.expiresAt,
    })
    .execute();
  return secret;
}

export interface ActionPlace {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly isActive: boolean;
  readonly timeZone: string;
  readonly userId: string;
}

/** Finds the tenant and the user of a link; undefined for a link that this server did not issue. */
export async function findAction(db: DatabaseHandle, secret: string): Promise<ActionPlace | undefined> {
  if (!SECRET.test(secret)) return undefined;
  const { rows } = await db.systemTransaction((tx) =>
    sql<ActionPlace>`SELECT m.tenant_id AS "tenantId", t.name AS "tenantName", t.status = 'active' AS "isActive",
        t.time_zone AS "timeZone", m.user_id AS "userId"
      FROM mailed_action m JOIN tenant t ON t.id = m.tenant_id WHERE m.token_sha256 = ${hashOf(secret)}`.execute(tx),
  );
  return rows[0];
}

export interface ActionRow {
  readonly taskId: string;
  readonly outcome: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly username: string;
  readonly name: string;
  readonly languageId: string;
  readonly status: string;
}

/** Reads the link and its user, inside the tenant's transaction. `lock` prevents concurrent use. */
export async function readAction(tx: Tx, secret: string, lock: boolean): Promise<ActionRow | undefined> {
  const { rows } = await sql<ActionRow>`
    SELECT m.task_id AS "taskId", m.outcome, m.expires_at AS "expiresAt", m.used_at AS "usedAt",
      u.username, coalesce(u.name, u.username) AS name, u.language_id AS "languageId", u.status
    FROM mailed_action m JOIN app_user u ON u.id = m.user_id WHERE m.token_sha256 = ${hashOf(secret)}
    ${lock ? sql`FOR UPDATE OF m` : sql``}`.execute(tx);
  return rows[0];
}

export async function markUsed(tx: Tx, secret: string, at: Date): Promise<void> {
  await tx.updateTable('mailed_action').set({ used_at: at }).where('token_sha256', '=', hashOf(secret)).execute();
}
