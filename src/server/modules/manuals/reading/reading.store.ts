import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { personRef } from '../../users/index.ts';

/** The kind of a deferred confirmation, in the registry of app.ts. */
export const CONFIRMATION = 'manual.confirm';

/** The user to whom readings are shown: language of the titles, and the organisation's day for the colours. */
export interface ReadingViewer {
  readonly userId: string;
  readonly languageId: string;
  readonly today: string;
}

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
  readonly due_on: string;
  readonly asks: Reading['asks'];
  readonly base_number: number | null;
  readonly language_id: string | null;
  readonly place: string | null;
  readonly progress: number;
  readonly scrolled: boolean;
  readonly opened: string[];
  readonly missing: string[];
  readonly read_at: Date | null;
  readonly receipt_id: string | null;
  readonly cancelled_at: Date | null;
  readonly cancel_reason: string | null;
  readonly held_id: string | null;
  readonly held_until: Date | null;
}

/** The partner's id of user `u`, for users known only to a partner. */
export const PARTNER_ID = sql<string | null>`CASE WHEN u.source = 'partner' THEN u.external_id END`;

/** Returns the readings that match `where` on `manual_reading r`. Missing items are those of the language in which the reader reads. */
export async function readReadings(tx: Tx, viewer: ReadingViewer, where: RawBuilder<unknown>): Promise<Reading[]> {
  const { rows } = await sql<ReadingRow>`
    SELECT r.id, r.manual_id, v.number, m.code, r.user_id, u.username, u.name, u.avatar_file_id AS avatar, ${PARTNER_ID} AS partner, r.state,
      r.due_on, r.asks, b.number AS base_number, r.language_id, r.place, r.progress::float8 AS progress,
      r.scrolled_at IS NOT NULL AS scrolled, r.opened, r.read_at, r.receipt_id, r.cancelled_at, r.cancel_reason,
      h.id AS held_id, h.run_at AS held_until, coalesce(${titleIn(viewer.languageId)}, ${titleIn(sql`m.fallback_language_id`)}, m.title) AS title,
      ARRAY(SELECT a.id FROM manual_attachment a WHERE a.version_id = r.version_id AND a.required AND a.id <> ALL(r.opened)
        AND a.language_id = (SELECT t.language_id FROM manual_text t WHERE t.version_id = r.version_id
          ORDER BY t.language_id = coalesce(r.language_id, u.language_id) DESC, t.language_id = m.fallback_language_id DESC, t.language_id LIMIT 1)
        ORDER BY a.position, a.id) AS missing
    FROM manual_reading r JOIN manual m ON m.id = r.manual_id JOIN manual_version v ON v.id = r.version_id
      JOIN app_user u ON u.id = r.user_id LEFT JOIN manual_version b ON b.id = r.base_version_id
      LEFT JOIN held_action h ON r.state = 'held' AND h.kind = ${CONFIRMATION} AND h.subject_id = r.id AND h.state = 'held'
    WHERE ${where} ORDER BY r.due_on, r.id`.execute(tx);
  return rows.map((row) => toReading(row, viewer));
}

const titleIn = (language: unknown) => sql`(SELECT t.title FROM manual_text t
  WHERE t.version_id = r.version_id AND t.language_id = ${language})`;

export async function readReading(tx: Tx, viewer: ReadingViewer, id: string): Promise<Reading | undefined> {
  return (await readReadings(tx, viewer, sql`r.id = ${id}::uuid`))[0];
}

function toReading(row: ReadingRow, { userId, today }: ReadingViewer): Reading {
  const { held_id: heldId, held_until: until } = row;
  return {
    id: row.id,
    manualId: row.manual_id,
    number: row.number,
    title: row.title,
    code: row.code,
    user: personRef({ id: row.user_id, username: row.username, name: row.name, avatar: row.avatar }),
    ...(row.partner === null ? {} : { partnerId: row.partner }),
    state: row.state,
    color: colorOf(row, today),
    dueOn: row.due_on === 'infinity' ? null : row.due_on,
    asks: row.asks,
    baseNumber: row.base_number,
    languageId: row.language_id,
    place: row.place,
    progress: row.progress,
    scrolled: row.scrolled,
    opened: row.opened,
    missing: row.state === 'read' ? [] : row.missing,
    readAt: row.read_at?.toISOString() ?? null,
    receiptId: row.receipt_id,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancelReason: row.cancel_reason,
    // Only the user who confirmed can undo it.
    ...(heldId && until && row.user_id === userId ? { held: { id: heldId, until: until.toISOString() } } : {}),
  };
}

/** MAN-03. A superseded reading is no longer owed, as a cancelled one. */
function colorOf({ state, due_on: dueOn }: Pick<ReadingRow, 'state' | 'due_on'>, today: string): Reading['color'] {
  if (state === 'read') return 'read';
  if (state === 'cancelled' || state === 'superseded') return 'cancelled';
  return dueOn !== 'infinity' && dueOn < today ? 'overdue' : 'notDue';
}
