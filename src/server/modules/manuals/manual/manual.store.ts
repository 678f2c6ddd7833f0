import { sql } from 'kysely';
import type { ManualSettings } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import { textOf } from '../../../../shared/forms/index.ts';
import { changedBy } from '../../../platform/changed-by.ts';
import { DatabaseError, json, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { personRef } from '../../users/index.ts';

export interface ManualRow {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly group_id: string;
  readonly group_name: Texts;
  readonly owner: Parameters<typeof personRef>[0];
  readonly status: '1_active' | '2_inactive';
  readonly fallback_language_id: string;
  /** Number of the released version, and of the draft or scheduled version. */
  readonly current_number: number | null;
  readonly draft_number: number | null;
  readonly languages: string[];
  readonly released_at: Date | null;
  readonly due: ManualDue;
  readonly remind_days: number[];
  readonly escalate_days: number | null;
  readonly require_scroll: boolean;
  readonly version: number;
  readonly updated_at: Date;
  readonly changer: string | null;
}

/**
 * Returns a manual that is not in the bin, with the title in the language, of the released version or else of the draft.
 * `lock` serialises changes to the manual, its versions and its audience; readers are not blocked.
 */
async function readManual(tx: Tx, id: string, languageId: string, lock = false): Promise<ManualRow | undefined> {
  const { rows } = await sql<ManualRow>`
    SELECT m.id, m.code, m.group_id, g.name AS group_name, m.status, m.fallback_language_id, m.current_number, m.due,
      m.remind_days, m.escalate_days, m.require_scroll, m.version, m.updated_at, v.released_at,
      jsonb_build_object('id', o.id, 'username', o.username, 'name', o.name, 'avatar', o.avatar_file_id) AS owner,
      coalesce((SELECT nullif(t.title, '') FROM manual_text t WHERE t.version_id = v.id AND t.language_id = ${languageId}), m.title) AS title,
      ARRAY(SELECT t.language_id FROM manual_text t WHERE t.version_id = v.id ORDER BY t.language_id) AS languages,
      (SELECT d.number FROM manual_version d WHERE d.manual_id = m.id AND d.state IN ('draft', 'scheduled')) AS draft_number,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('m')}) AS changer
    FROM manual m JOIN manual_group g ON g.id = m.group_id JOIN app_user o ON o.id = m.owner_id
      LEFT JOIN LATERAL (SELECT v.id, v.released_at FROM manual_version v WHERE v.manual_id = m.id
        ORDER BY v.number = m.current_number DESC NULLS LAST, v.number DESC LIMIT 1) v ON true
    WHERE m.id = ${id}::uuid AND m.removed_at IS NULL ${lock ? sql`FOR NO KEY UPDATE OF m` : sql``}`.execute(tx);
  return rows[0];
}

/** Throws manual.not_found. `lock` prevents other changes to the manual, its versions and its audience until the end of the transaction. */
export async function foundManual(tx: Tx, id: string, languageId: string, lock = false): Promise<ManualRow> {
  const row = isUuid(id) ? await readManual(tx, id, languageId, lock) : undefined;
  if (!row) throw new AppError('manual.not_found');
  return row;
}

export function toSettings(row: ManualRow, languageId: string): ManualSettings {
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    group: { id: row.group_id, name: textOf(row.group_name, languageId) },
    groupId: row.group_id,
    status: row.status,
    number: row.current_number,
    draftNumber: row.draft_number,
    languages: row.languages,
    owner: personRef(row.owner),
    releasedAt: row.released_at?.toISOString() ?? null,
    fallbackLanguageId: row.fallback_language_id,
    due: row.due,
    remindDays: row.remind_days,
    escalateDays: row.escalate_days,
    requireScroll: row.require_scroll,
    version: row.version,
  };
}

export interface ManualValues {
  readonly code: string;
  readonly groupId: string;
  /** Key of the user. */
  readonly ownerId: string;
  readonly status: '1_active' | '2_inactive';
  readonly fallbackLanguageId: string;
  readonly due: ManualDue;
  readonly remindDays: readonly number[];
  readonly escalateDays: number | null;
  readonly requireScroll: boolean;
}

/** Returns the id of the new manual. Throws manual.code_taken. */
export async function insertManual(tx: Tx, values: ManualValues, title: string): Promise<string> {
  const { rows } = await refuseDuplicate(
    values.code,
    sql<{ id: string }>`
      INSERT INTO manual (code, group_id, owner_id, status, fallback_language_id, due, remind_days, escalate_days, require_scroll, title)
      VALUES (${values.code}, ${values.groupId}::uuid, ${values.ownerId}::uuid, ${values.status}, ${values.fallbackLanguageId},
        ${json(values.due)}::jsonb, ${[...values.remindDays]}::int[], ${values.escalateDays}, ${values.requireScroll}, ${title})
      RETURNING id`.execute(tx),
  );
  return rows[0]!.id;
}

/** Throws manual.code_taken. */
export async function writeManual(tx: Tx, id: string, values: ManualValues): Promise<void> {
  await refuseDuplicate(
    values.code,
    sql`UPDATE manual SET code = ${values.code}, group_id = ${values.groupId}::uuid, owner_id = ${values.ownerId}::uuid,
      status = ${values.status}, fallback_language_id = ${values.fallbackLanguageId}, due = ${json(values.due)}::jsonb,
      remind_days = ${[...values.remindDays]}::int[], escalate_days = ${values.escalateDays}, require_scroll = ${values.requireScroll}
      WHERE id = ${id}::uuid`.execute(tx),
  );
}

async function refuseDuplicate<T>(value: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'manual_code') throw error;
    const params = { value };
    throw new AppError('manual.code_taken', params, {
      errors: [{ pointer: '/code', code: 'manual.code_taken', params }],
    });
  }
}

/** Updates the title shown in lists: the title in the fallback language, of the released version or else of the draft. */
export async function storeFallbackTitle(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE manual m SET title = t.title FROM manual_version v JOIN manual_text t ON t.version_id = v.id
    WHERE m.id = ${id}::uuid AND v.manual_id = m.id AND t.language_id = m.fallback_language_id AND t.title <> m.title
      AND CASE WHEN m.current_number IS NULL THEN v.state IN ('draft', 'scheduled') ELSE v.number = m.current_number END`.execute(
    tx,
  );
}

/** Moves the manual to the bin and turns its scheduled version back into a draft. */
export async function removeManual(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE manual_version SET state = 'draft', publish_at = NULL
    WHERE manual_id = ${id}::uuid AND state = 'scheduled'`.execute(tx);
  await sql`UPDATE manual SET removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}

/** Returns the key of an active or invited user by username or key; throws user.not_found. */
export async function ownerKey(tx: Tx, by: { key: string } | { username: string }): Promise<string> {
  const which = 'key' in by ? sql`id = ${by.key}::uuid` : sql`username = ${by.username}`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM app_user WHERE ${which} AND status IN ('active', 'invited') AND source <> 'partner'`.execute(tx);
  if (!rows[0]) throw new AppError('user.not_found', {}, { errors: [{ pointer: '/ownerId', code: 'user.not_found' }] });
  return rows[0].id;
}

/** Throws language.not_found for a language that the organisation does not use. */
export async function assertLanguage(tx: Tx, languageId: string, pointer?: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM language WHERE language_id = ${languageId} AND enabled`.execute(tx);
  if (rows.length > 0) return;
  throw new AppError('language.not_found', {}, pointer ? { errors: [{ pointer, code: 'language.not_found' }] } : {});
}
