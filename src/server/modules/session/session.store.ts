import { sql } from 'kysely';
import type { Session, UiSettings, UiSettingsChange } from '../../../shared/contracts/session.contract.ts';
import { changedUi, DEFAULT_UI } from '../../../shared/contracts/ui-settings.rules.ts';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import { personRef } from '../users/index.ts';

const UI_KEY = 'ui';
const USED_AGAIN_MS = 10 * 60_000;

/** Returns the caller's own settings, with the product's defaults for the rest. */
export async function readUi(tx: Tx): Promise<UiSettings> {
  const { rows } = await sql<{ value: UiSettingsChange }>`SELECT value FROM ui_setting WHERE key = ${UI_KEY}`.execute(
    tx,
  );
  return changedUi(DEFAULT_UI, rows[0]?.value ?? {});
}

/** Stores the given settings and returns all of them. One statement, so that concurrent changes do not overwrite each other. */
export async function writeUi(tx: Tx, change: UiSettingsChange): Promise<UiSettings> {
  const both = (name: string) =>
    sql`coalesce(kept.value -> ${name}::text, '{}') || coalesce(excluded.value -> ${name}::text, '{}')`;
  const { rows } = await sql<{ value: UiSettingsChange }>`
    INSERT INTO ui_setting AS kept (key, value) VALUES (${UI_KEY}, ${json(change)})
    ON CONFLICT (tenant_id, user_id, key) DO UPDATE SET updated_at = now(),
      value = kept.value || excluded.value || jsonb_build_object('navbar', ${both('navbar')}, 'theme', ${both('theme')})
    RETURNING value`.execute(tx);
  return changedUi(DEFAULT_UI, rows[0]?.value ?? {});
}

/** Returns today's delegators and delegate of the caller. A period without `replace_verva` moves no task. */
export async function readDelegators(
  tx: Tx,
  userId: string,
  today: string,
): Promise<Pick<Session, 'standsFor' | 'replacedBy'>> {
  const me = sql`${userId}::uuid`;
  const { rows } = await sql<{
    user: Parameters<typeof personRef>[0];
    until: string;
    mine: boolean;
  }>`SELECT json_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id) AS user,
      to_char(d.end_date, 'YYYY-MM-DD') AS until, d.user_id = ${me} AS mine
    FROM delegation d JOIN app_user u ON u.id = CASE WHEN d.user_id = ${me} THEN d.delegate_user_id ELSE d.user_id END
    WHERE (d.user_id = ${me} OR d.delegate_user_id = ${me}) AND d.removed_at IS NULL AND d.replace_verva
      AND ${today}::date BETWEEN d.start_date AND d.end_date
    ORDER BY u.name, u.id`.execute(tx);
  const of = (mine: boolean) =>
    rows.filter((row) => row.mine === mine).map(({ user, until }) => ({ user: personRef(user), until }));
  return { standsFor: of(false), replacedBy: of(true)[0] ?? null };
}

/** Returns every tenant in which the user's accounts are known; records that this one was used. */
export async function readTenantsOf(
  db: DatabaseHandle,
  { tenantId, userId }: { tenantId: number; userId: string },
  now: Date,
): Promise<Session['tenants']> {
  return db.signinTransaction(async (tx) => {
    const { rows } = await sql<
      Session['tenants'][number]
    >`SELECT DISTINCT t.slug AS "tenantId", t.name FROM user_identity mine
      JOIN user_identity i ON i.issuer = mine.issuer AND i.subject = mine.subject JOIN tenant t ON t.id = i.tenant_id
      WHERE mine.tenant_id = ${tenantId} AND mine.user_id = ${userId}::uuid AND t.status = 'active' ORDER BY t.name`.execute(
      tx,
    );
    await sql`UPDATE user_identity SET last_used_at = ${now} WHERE tenant_id = ${tenantId} AND user_id = ${userId}::uuid
      AND (last_used_at IS NULL OR last_used_at < ${new Date(now.getTime() - USED_AGAIN_MS)})`.execute(tx);
    return rows;
  });
}
