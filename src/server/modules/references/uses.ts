import { sql } from 'kysely';
import type { FormUse } from '../../../shared/contracts/reference-data.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { json, type Tx } from '../../platform/database.ts';

/** The target of a use: a dropdown by id, a dimension by code. */
export interface Target {
  readonly kind: 'dropdown' | 'dimension';
  readonly id: string;
}

/** The source of a use: one version of a form, which open tasks and records can keep for a long time. */
export interface Source {
  readonly kind: 'form';
  readonly id: string;
  readonly number: number;
}

/** One use; `place` is a JSON pointer into the source. */
export interface NewUse {
  readonly target: Target;
  readonly place: string;
}

const USES_MAX = 200;

/** Replaces all recorded uses of the source. */
export async function replaceUses(tx: Tx, source: Source, uses: readonly NewUse[]): Promise<void> {
  const sourceId = `${source.id}/${source.number}`;
  await sql`DELETE FROM reference_use WHERE source_kind = ${source.kind} AND source_id = ${sourceId}`.execute(tx);
  if (uses.length === 0) return;
  const rows = uses.map(({ target, place }) => ({ kind: target.kind, id: target.id, place }));
  await sql`INSERT INTO reference_use (target_kind, target_id, source_kind, source_id, place)
    SELECT u.kind, u.id, ${source.kind}::text, ${sourceId}::text, u.place
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS u (kind text, id text, place text)
    ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Returns the current uses of the target: the published version of a form in use, and older versions that open tasks and
 * records keep. At most 200, by form; titles in the language.
 */
export async function usesOf(tx: Tx, target: Target, languageId: string): Promise<FormUse[]> {
  const { rows } = await sql<{ id: string; number: number; title: Texts; place: string; current: boolean }>`
    SELECT f.id, v.number, f.title, v.place, f.active AND f.published = v.number AS current
    FROM (SELECT left(source_id, -1 - length(n)) AS form_id, n::int AS number, place
      FROM (SELECT source_id, place, substring(source_id FROM '[0-9]+$') AS n FROM reference_use
        WHERE target_kind = ${target.kind} AND target_id = ${target.id} AND source_kind = 'form') u) v
    JOIN form f ON f.id = v.form_id
    WHERE (f.active AND f.published = v.number) OR EXISTS (SELECT 1 FROM task t
      WHERE t.form_id = f.id AND t.form_number = v.number AND t.ended_at IS NULL)
      OR EXISTS (SELECT 1 FROM registry g JOIN record r ON r.registry_id = g.id
        WHERE g.form_id = f.id AND r.form_number = v.number)
    ORDER BY f.id, v.number DESC, v.place LIMIT ${sql.lit(USES_MAX)}`.execute(tx);
  return rows.map(({ id, number, title, place, current }) => ({
    kind: 'form',
    id,
    title: textOf(title, languageId) || id,
    place,
    number,
    current,
  }));
}
