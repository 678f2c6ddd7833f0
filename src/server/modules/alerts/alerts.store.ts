import { sql } from 'kysely';
import { type AlertKind, DIRECTORY_SILENT_HOURS, LARGE_EXPORT_ROWS } from '../../../shared/contracts/alert-kinds.ts';
import type { Alert } from '../../../shared/contracts/alerts.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { isUuid } from '../../../shared/contracts/uuid.rules.ts';
import type { Tx } from '../../platform/database.ts';
import { alertMessages } from './alerts.messages.ts';
import { KINDS } from './kinds.ts';

/** An alert as it is stored: with ids, without names of users. */
export interface StoredAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AlertRow extends StoredAlert {
  readonly isSeen: boolean;
}

/** Alerts of a page. */
export const PAGE = 50;

/** An alert in words. */
export type DescribedAlert = Omit<Alert, 'isSeen' | 'at'> & { readonly at: Date };

/** Puts alerts into words, with the present names of users. Kinds of a later version are left out. */
export async function describeAlerts(
  tx: Tx,
  alerts: readonly StoredAlert[],
  language: LanguageId,
): Promise<DescribedAlert[]> {
  const ids = alerts.flatMap(({ subject, actorId }) => [subject, actorId]).filter((id) => id !== null && isUuid(id));
  const { rows } = await sql<{ id: string; username: string; name: string }>`
    SELECT id, username, coalesce(name, username) AS name FROM app_user WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  const users = new Map(rows.map((row) => [row.id, row]));
  return alerts.flatMap(({ id, kind, subject, at, actorId, details }) => {
    if (!Object.hasOwn(KINDS, kind)) return [];
    const user = users.get(subject);
    const actor = actorId === null ? undefined : users.get(actorId);
    const { name, count, slug } = details;
    const values = {
      user: user?.name ?? alertMessages.text(language, 'unknownUser'),
      thing: String(name ?? slug ?? user?.name ?? ''),
      count: Number(count ?? 0),
      rows: LARGE_EXPORT_ROWS,
      hours: DIRECTORY_SILENT_HOURS,
    };
    const text = alertMessages.text(language, `${kind}.text`, values);
    const by = actor && alertMessages.text(language, 'by', { name: actor.name });
    return {
      ...{ id, kind, at },
      title: alertMessages.text(language, `${kind}.title`),
      text: by ? `${text} ${by}` : text,
      path: KINDS[kind].path({ user: user?.username, details }),
    };
  });
}

/** Reads alerts of a recipient, newest first; one more than a page if there are more. */
export async function readAlerts(tx: Tx, userId: string, before: string | undefined): Promise<readonly AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    SELECT a.id, a.kind, a.subject, a.at, a.actor_id AS "actorId", a.details, r.seen_at IS NOT NULL AS "isSeen"
    FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
    WHERE r.user_id = ${userId}::uuid AND (${before ?? null}::uuid IS NULL OR r.alert_id < ${before ?? null}::uuid)
    ORDER BY r.alert_id DESC LIMIT ${PAGE + 1}`.execute(tx);
  return rows;
}

export async function countUnseen(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
    SELECT 1 FROM alert_recipient WHERE user_id = ${userId}::uuid AND seen_at IS NULL LIMIT 100) r`.execute(tx);
  return rows[0]!.count;
}

export async function markSeen(tx: Tx, userId: string, until: string, now: Date): Promise<void> {
  await sql`UPDATE alert_recipient SET seen_at = ${now}
    WHERE user_id = ${userId}::uuid AND seen_at IS NULL AND alert_id <= ${until}::uuid`.execute(tx);
}
