import { type RawBuilder, sql } from 'kysely';
import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { audienceMembers, rulesOf } from '../audience/audience.store.ts';

/** The released version that users must read, or would have to read. */
export interface RequiredVersion {
  readonly manualId: string;
  readonly id: string;
  /** Number of the last version that required a full reading, and of the last that required any; 0 for none. */
  readonly fullSince: number;
  readonly changedSince: number;
  readonly due: ManualDue;
}

/**
 * Common table expressions after those of `audienceMembers`: `owed` (user_id, because, asks, round, base, is_open). `asks` is
 * what the version requires of a user: the full text if they never confirmed any version, nothing (null) if they
 * confirmed everything required. A duty cancelled by an author counts as confirmed. A periodic duty requires the full
 * text again after its number of months.
 */
export const requiredReadings = (
  { manualId, id, fullSince, changedSince, due }: RequiredVersion,
  now: Date,
): RawBuilder<unknown> => {
  const again =
    due.kind === 'periodic'
      ? sql`s.settled_at + ${due.everyMonths} * interval '1 month' <= ${now}::timestamptz`
      : sql`false`;
  return sql`
  done AS MATERIALIZED (
    SELECT r.user_id, max(v.number) FILTER (WHERE r.state = 'read') AS confirmed,
      max(v.number) FILTER (WHERE r.state = 'read' OR (r.state = 'cancelled' AND r.cancelled_by IS NOT NULL)) AS settled,
      max(coalesce(r.read_at, r.cancelled_at)) FILTER (WHERE r.state = 'read' OR (r.state = 'cancelled' AND r.cancelled_by IS NOT NULL)) AS settled_at,
      coalesce(bool_or(r.state IN ('pending', 'held')), false) AS is_open, max(r.round) FILTER (WHERE r.version_id = ${id}::uuid) AS round
    FROM manual_reading r JOIN manual_version v ON v.id = r.version_id WHERE r.manual_id = ${manualId}::uuid GROUP BY r.user_id),
  owed AS MATERIALIZED (
    SELECT p.user_id, p.because, coalesce(s.is_open, false) AS is_open, s.round,
      (SELECT b.id FROM manual_version b WHERE b.manual_id = ${manualId}::uuid AND b.number = s.confirmed) AS base,
      CASE WHEN s.settled IS NULL OR s.settled < ${fullSince} THEN 'full'
        WHEN s.settled < ${changedSince} THEN CASE WHEN s.confirmed IS NULL THEN 'full' ELSE 'changes' END
        WHEN ${again} THEN 'full' END AS asks
    FROM people p LEFT JOIN done s USING (user_id))`;
};

/** A manual whose readings are updated; locked until the end of the transaction, so that only one transaction assigns readings. */
export interface FollowedManual {
  readonly id: string;
  readonly isActive: boolean;
  readonly version: RequiredVersion;
}

/** Returns undefined for a manual that was never released. */
export async function lockFollowed(tx: Tx, manualId: string): Promise<FollowedManual | undefined> {
  const locked = await sql`SELECT 1 FROM manual WHERE id = ${manualId}::uuid FOR NO KEY UPDATE`.execute(tx);
  if (locked.rows.length === 0) return undefined;
  const { rows } = await sql<{ active: boolean; due: ManualDue; version_id: string }>`
    SELECT m.status = '1_active' AS active, m.due, v.id AS version_id
    FROM manual m JOIN manual_version v ON v.manual_id = m.id AND v.number = m.current_number
    WHERE m.id = ${manualId}::uuid`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const since = await requiredSince(tx, manualId);
  return { id: manualId, isActive: row.active, version: { manualId, id: row.version_id, due: row.due, ...since } };
}

/** Returns the last releases that required a full reading, and any reading. */
export async function requiredSince(
  tx: Tx,
  manualId: string,
): Promise<Pick<RequiredVersion, 'fullSince' | 'changedSince'>> {
  const { rows } = await sql<{ fullSince: number; changedSince: number }>`
    SELECT coalesce(max(number) FILTER (WHERE asks = 'full'), 0) AS "fullSince",
      coalesce(max(number) FILTER (WHERE asks <> 'none'), 0) AS "changedSince"
    FROM manual_version WHERE manual_id = ${manualId}::uuid AND released_at IS NOT NULL`.execute(tx);
  return rows[0]!;
}

/** Supersedes open readings of earlier versions and returns their readers. Waits for confirmations in progress and keeps them. */
export async function supersede(tx: Tx, { manualId, id }: RequiredVersion): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    UPDATE manual_reading SET state = 'superseded' WHERE manual_id = ${manualId}::uuid AND version_id <> ${id}::uuid AND state = 'pending'
    RETURNING user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Cancels readings that are no longer required, of users outside the audience or of all, and returns their readers. */
export async function withdraw(
  tx: Tx,
  { manualId, id }: RequiredVersion,
  reason: string,
  now: Date,
  affected: 'all' | 'not addressed',
): Promise<string[]> {
  const some = affected === 'all' ? sql`true` : sql`NOT EXISTS (SELECT 1 FROM people p WHERE p.user_id = r.user_id)`;
  const { rows } = await sql<{ user_id: string }>`
    WITH ${audienceMembers(rulesOf(manualId))}
    UPDATE manual_reading r SET state = 'cancelled', cancelled_at = ${now}, cancelled_by = NULL, cancel_reason = ${reason}
    WHERE r.manual_id = ${manualId}::uuid AND r.version_id = ${id}::uuid AND r.state = 'pending' AND ${some}
    RETURNING r.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

export interface Given {
  readonly id: string;
  readonly userId: string;
}

/** Assigns a reading to every user who owes the version and has no open reading, or restores the withdrawn one. */
export async function assign(tx: Tx, version: RequiredVersion, dueOn: string, now: Date): Promise<Given[]> {
  const { rows } = await sql<Given>`
    WITH ${audienceMembers(rulesOf(version.manualId))}, ${requiredReadings(version, now)},
    wanted AS MATERIALIZED (SELECT * FROM owed WHERE asks IS NOT NULL AND NOT is_open),
    again AS (
      UPDATE manual_reading r SET state = 'pending', cancelled_at = NULL, cancelled_by = NULL, cancel_reason = NULL, because = w.because,
        asks = w.asks, base_version_id = w.base, due_on = ${dueOn}::date, assigned_at = ${now}
      FROM wanted w WHERE r.version_id = ${version.id}::uuid AND r.user_id = w.user_id AND r.round = w.round
        AND r.state = 'cancelled' AND r.cancelled_by IS NULL
      RETURNING r.id, r.user_id),
    added AS (
      INSERT INTO manual_reading (manual_id, version_id, user_id, round, because, asks, base_version_id, due_on, assigned_at)
      SELECT ${version.manualId}::uuid, ${version.id}::uuid, w.user_id, coalesce(w.round, 0) + 1, w.because, w.asks, w.base, ${dueOn}::date, ${now}
      FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM manual_reading r WHERE r.version_id = ${version.id}::uuid AND r.user_id = w.user_id
        AND r.round = w.round AND r.state = 'cancelled' AND r.cancelled_by IS NULL)
      ON CONFLICT DO NOTHING RETURNING id, user_id)
    SELECT id, user_id AS "userId" FROM again UNION ALL SELECT id, user_id FROM added`.execute(tx);
  return rows;
}

/** Stores in open readings the reason why the user must read. */
export async function keepReasons(tx: Tx, { manualId, id }: RequiredVersion): Promise<void> {
  await sql`WITH ${audienceMembers(rulesOf(manualId))}
    UPDATE manual_reading r SET because = p.because FROM people p
    WHERE r.version_id = ${id}::uuid AND r.user_id = p.user_id AND r.state = 'pending' AND r.because <> p.because`.execute(
    tx,
  );
}

/** Returns the days on which open readings were assigned, in the organisation's calendar. */
export async function openDays(tx: Tx, manualId: string, timeZone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT (assigned_at AT TIME ZONE ${timeZone})::date AS day FROM manual_reading
    WHERE manual_id = ${manualId}::uuid AND state = 'pending'`.execute(tx);
  return rows.map(({ day }) => day);
}

/** Moves the due day of open readings assigned on the given day. */
export async function moveDue(
  tx: Tx,
  manualId: string,
  givenOn: string,
  dueOn: string,
  timeZone: string,
): Promise<void> {
  await sql`UPDATE manual_reading SET due_on = ${dueOn}::date
    WHERE manual_id = ${manualId}::uuid AND state = 'pending' AND (assigned_at AT TIME ZONE ${timeZone})::date = ${givenOn}::date`.execute(
    tx,
  );
}
