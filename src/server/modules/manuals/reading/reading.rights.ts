import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { isAddressed } from '../audience/audience.store.ts';
import { seesAll } from '../manual/rights.ts';

/** Whether the caller may answer for a manual and cancel duties; in an embedded element every user is a reader. */
export function isAuthor({ isAdmin, groups, scopes }: CallerSession): boolean {
  return scopes === null && (isAdmin || groups.includes('manualsgroup'));
}

/** A version of a manual that the caller may read. */
export interface ReadableVersion {
  readonly manualId: string;
  readonly code: string;
  readonly ownerId: string;
  readonly fallbackLanguageId: string;
  readonly requireScroll: boolean;
  readonly versionId: string;
  readonly number: number;
  readonly current: boolean;
  /** Whether it can no longer change. */
  readonly fixed: boolean;
  readonly releasedAt: Date | null;
  readonly effectiveOn: string | null;
  readonly changeNote: Readonly<Record<string, string>>;
  /** Versions that the caller confirmed, the last one first. */
  readonly confirmed: readonly number[];
}

interface Rights {
  readonly owned: boolean;
  readonly active: boolean;
  readonly current_number: number | null;
  readonly may_read_current: boolean;
  readonly confirmed: number[];
}

/**
 * Returns version `number` of a manual, else the released one, else the one confirmed last. Readers read the released
 * version and those they confirmed; the owner and callers who see all manuals read every version. Throws
 * `manual.not_found`, `manual.not_for_you`.
 */
export async function readableVersion(
  tx: Tx,
  session: CallerSession,
  manualId: string,
  number: number | undefined,
): Promise<ReadableVersion> {
  const id = assertUuid(manualId, 'manual.not_found');
  const { rows } = await sql<Rights>`
    SELECT m.owner_id = me() AS owned, m.current_number, m.status = '1_active' AS active, EXISTS (SELECT 1 FROM manual_reading r JOIN manual_version v ON v.id = r.version_id
        WHERE r.manual_id = m.id AND r.user_id = me() AND v.number = m.current_number AND r.state IN ('pending','held','read')) AS may_read_current,
      ARRAY(SELECT v.number FROM manual_reading r JOIN manual_version v ON v.id = r.version_id
        WHERE r.manual_id = m.id AND r.user_id = me() AND r.receipt_id IS NOT NULL GROUP BY v.number ORDER BY v.number DESC) AS confirmed
    FROM manual m WHERE m.id = ${id}::uuid AND m.removed_at IS NULL`.execute(tx);
  const rights = rows[0];
  if (!rights) throw new AppError('manual.not_found');
  const canSeeAll = rights.owned || seesAll(session);
  // Queried only for callers without an open reading: those who have confirmed everything may open the newest version too.
  const mayRead = canSeeAll || rights.may_read_current || (rights.active && (await isAddressed(tx, id)));
  const wanted = versionFor({ ...rights, may_read_current: mayRead }, canSeeAll, number);
  const found = wanted === undefined ? undefined : await readVersion(tx, id, wanted);
  if (!found) throw new AppError('manual.not_found');
  return { ...found, current: wanted === rights.current_number, confirmed: rights.confirmed };
}

function versionFor(rights: Rights, canSeeAll: boolean, number: number | undefined): number | undefined {
  const { current_number: current, may_read_current: mayReadCurrent, confirmed } = rights;
  if (canSeeAll) return number ?? current ?? undefined;
  const wanted = number ?? (mayReadCurrent ? (current ?? undefined) : confirmed[0]);
  const may = wanted !== undefined && ((wanted === current && mayReadCurrent) || confirmed.includes(wanted));
  if (!may) throw new AppError('manual.not_for_you');
  return wanted;
}

async function readVersion(
  tx: Tx,
  manualId: string,
  number: number,
): Promise<Omit<ReadableVersion, 'current' | 'confirmed'> | undefined> {
  const { rows } = await sql<Omit<ReadableVersion, 'current' | 'confirmed'>>`
    SELECT m.id AS "manualId", m.code, m.owner_id AS "ownerId", m.fallback_language_id AS "fallbackLanguageId",
      m.require_scroll AS "requireScroll", v.id AS "versionId", v.number, v.state IN ('released','retired') AS fixed,
      v.released_at AS "releasedAt", v.effective_on AS "effectiveOn", v.change_note AS "changeNote"
    FROM manual m JOIN manual_version v ON v.manual_id = m.id
    WHERE m.id = ${manualId}::uuid AND v.number = ${number}`.execute(tx);
  return rows[0];
}
