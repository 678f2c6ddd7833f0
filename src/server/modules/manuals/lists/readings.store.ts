import { sql } from 'kysely';
import type { Reading } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { toInstant } from '../../inbox/index.ts';
import type { Asker } from '../../records/index.ts';
import { personRef } from '../../users/index.ts';

/** What has to be known of somebody who looks at readings. */
export type ReadingAsker = Pick<Asker, 'today'> & { readonly session: Pick<Asker['session'], 'languageId'> };

interface ReadingRow {
  readonly id: string;
  readonly manual_id: string;
  readonly number: number;
  readonly title: string;
  readonly code: string;
  readonly user_id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly partner: string | null;
  readonly state: Reading['state'];
  readonly color: Reading['color'];
  readonly due_on: string | null;
  readonly asks: Reading['asks'];
  readonly base_number: number | null;
  readonly language_id: string | null;
  readonly place: string | null;
  readonly progress: number;
  readonly scrolled: boolean;
  readonly opened: string[];
  readonly missing: string[];
  readonly read_at: unknown;
  readonly receipt_id: string | null;
  readonly cancelled_at: unknown;
  readonly cancel_reason: string | null;
  readonly held_id: string | null;
  readonly held_until: unknown;
}

/** The colour of reading `r` on a day: what is neither read nor cancelled is overdue or not. */
export const colorOf = (today: string) => sql<Reading['color']>`CASE WHEN r.state = 'read' THEN 'read'
  WHEN r.state IN ('cancelled', 'superseded') THEN 'cancelled' WHEN r.due_on < ${today}::date THEN 'overdue' ELSE 'notDue' END`;

/** The title of version `v` of manual `m` for who asks. */
export const titleFor = (languageId: string) =>
  sql<string>`coalesce((SELECT t.title FROM manual_text t WHERE t.version_id = v.id AND t.language_id = ${languageId}),
    (SELECT t.title FROM manual_text t WHERE t.version_id = v.id AND t.language_id = m.fallback_language_id), m.title)`;

/** The partner's name for person `u`, who has no way to sign in here. */
export const PARTNER_ID = sql<string | null>`CASE WHEN u.external_id IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM group_member gm WHERE gm.user_id = u.id) AND u.email IS NULL THEN u.external_id END`;

/**
 * Readings by their ids, in any order, titles in the language of who asks. Whether somebody may see them is the caller's
 * to decide. `missing` are the required attachments of the text that the reader has before them.
 */
export async function readReadings(tx: Tx, asker: ReadingAsker, ids: readonly string[]): Promise<Reading[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ReadingRow>`
    SELECT r.id, r.manual_id, v.number, ${titleFor(asker.session.languageId)} AS title, m.code,
      u.id AS user_id, u.username, u.name, u.avatar_file_id AS avatar, ${PARTNER_ID} AS partner,
      r.state, ${colorOf(asker.today)} AS color, CASE WHEN isfinite(r.due_on) THEN r.due_on::text END AS due_on, r.asks, b.number AS base_number,
      r.language_id, r.place, r.progress, r.scrolled_at IS NOT NULL AS scrolled, r.opened, r.read_at, r.receipt_id,
      r.cancelled_at, r.cancel_reason, h.id AS held_id, h.run_at AS held_until,
      ARRAY(SELECT a.id FROM manual_attachment a WHERE a.version_id = r.version_id AND a.required AND a.id <> ALL(r.opened)
        AND r.state IN ('pending', 'held') AND a.language_id = (SELECT t.language_id FROM manual_text t WHERE t.version_id = r.version_id
          ORDER BY (t.language_id = r.language_id) DESC NULLS LAST, (t.language_id = u.language_id) DESC, (t.language_id = m.fallback_language_id) DESC, t.language_id LIMIT 1)
        ORDER BY a.position, a.id) AS missing
    FROM manual_reading r JOIN manual m ON m.id = r.manual_id JOIN manual_version v ON v.id = r.version_id JOIN app_user u ON u.id = r.user_id
      LEFT JOIN manual_version b ON b.id = r.base_version_id
      LEFT JOIN held_action h ON h.subject_id = r.id AND h.state = 'held' AND r.state = 'held'
    WHERE r.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(toReading);
}

function toReading(row: ReadingRow): Reading {
  const until = toInstant(row.held_until);
  return {
    id: row.id,
    manualId: row.manual_id,
    number: row.number,
    title: row.title,
    code: row.code,
    user: personRef({ id: row.user_id, username: row.username, name: row.name, avatar: row.avatar }),
    ...(row.partner === null ? {} : { partnerId: row.partner }),
    state: row.state,
    color: row.color,
    dueOn: row.due_on,
    asks: row.asks,
    baseNumber: row.base_number,
    languageId: row.language_id,
    place: row.place,
    progress: row.progress,
    scrolled: row.scrolled,
    opened: row.opened,
    missing: row.missing,
    readAt: toInstant(row.read_at),
    receiptId: row.receipt_id,
    cancelledAt: toInstant(row.cancelled_at),
    cancelReason: row.cancel_reason,
    ...(row.held_id && until ? { held: { id: row.held_id, until } } : {}),
  };
}
