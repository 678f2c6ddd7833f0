import { sql } from 'kysely';
import type {
  NotificationChoices,
  NotificationDefaults,
  NotificationSettings,
} from '../../../shared/contracts/notifications.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { defaultsOf, settingsOf } from './settings.rules.ts';

/** Key in `tenant_setting`. */
export const DEFAULTS_KEY = 'notifications';

export async function readDefaults(tx: Tx): Promise<NotificationDefaults> {
  const { rows } = await sql<{ value: Partial<NotificationDefaults> }>`
    SELECT value FROM tenant_setting WHERE key = ${DEFAULTS_KEY}`.execute(tx);
  return defaultsOf(rows[0]?.value);
}

export async function writeDefaults(tx: Tx, defaults: NotificationDefaults): Promise<void> {
  await sql`INSERT INTO tenant_setting (key, value) VALUES (${DEFAULTS_KEY}, ${json(defaults)}::jsonb)
    ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx);
}

/** Effective settings of a user, and those organisation defaults that users cannot change. */
export interface StoredSettings extends NotificationSettings {
  readonly actionDays: number;
}

export async function readSettings(tx: Tx, userId: string): Promise<StoredSettings> {
  const { rows } = await sql<{
    choices: Partial<NotificationChoices> | null;
    hour: number | null;
    defaults: Partial<NotificationDefaults> | null;
  }>`SELECT s.choices, s.hour, (SELECT value FROM tenant_setting WHERE key = ${DEFAULTS_KEY}) AS defaults
    FROM (SELECT 1) one LEFT JOIN notification_setting s ON s.user_id = ${userId}::uuid`.execute(tx);
  const { choices = null, hour = null, defaults } = rows[0] ?? { defaults: null };
  const held = defaultsOf(defaults);
  return { ...settingsOf(choices ? { choices, hour } : undefined, held), actionDays: held.actionDays };
}

export async function writeSettings(tx: Tx, userId: string, { choices, hour }: NotificationSettings): Promise<void> {
  await sql`INSERT INTO notification_setting (user_id, choices, hour) VALUES (${userId}::uuid, ${json(choices)}::jsonb, ${hour})
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET choices = excluded.choices, hour = excluded.hour`.execute(tx);
}

/** Returns a user's e-mail address and language; null for users who get no e-mail. */
export async function readAddress(tx: Tx, userId: string): Promise<{ email: string; languageId: string } | null> {
  const { rows } = await sql<{ email: string | null; language_id: string }>`
    SELECT email, language_id FROM app_user WHERE id = ${userId}::uuid AND status IN ('active', 'invited')`.execute(tx);
  const to = rows[0];
  return to?.email ? { email: to.email, languageId: to.language_id } : null;
}
