import { sql } from 'kysely';
import type { Option, OptionProperties } from '../../../shared/contracts/dropdowns.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';

export interface OptionRow {
  readonly id: string;
  readonly default_text: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly properties: OptionProperties;
  readonly position: number;
  readonly active: boolean;
  readonly version: number;
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

/** An option to write; `texts` replaces all its texts. */
export interface NewOption {
  readonly id: string;
  readonly defaultText: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly properties: OptionProperties;
  readonly active: boolean;
}

const COLUMNS = sql`o.id, o.default_text, o.properties, o.position, o.active, o.version, o.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('o')}) AS changer,
  coalesce((SELECT jsonb_object_agg(t.language_id, t.text) FROM dropdown_option_text t
    WHERE t.dropdown_id = o.dropdown_id AND t.option_id = o.id), '{}') AS texts FROM dropdown_option o`;

export function toOption(row: OptionRow, languageId: string): Option {
  return {
    id: row.id,
    text: row.texts[languageId] ?? row.default_text,
    defaultText: row.default_text,
    texts: row.texts,
    properties: row.properties,
    position: row.position,
    active: row.active,
    version: row.version,
  };
}

/** Returns all options in order. */
export async function readOptions(tx: Tx, dropdownId: string): Promise<OptionRow[]> {
  const { rows } = await sql<OptionRow>`SELECT ${COLUMNS} WHERE o.dropdown_id = ${dropdownId}
    ORDER BY o.position, o.id`.execute(tx);
  return rows;
}

export async function readOption(tx: Tx, dropdownId: string, id: string): Promise<OptionRow | undefined> {
  const { rows } = await sql<OptionRow>`SELECT ${COLUMNS} WHERE o.dropdown_id = ${dropdownId} AND o.id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

/** Appends options, in one statement each for options and texts. */
export async function insertOptions(tx: Tx, dropdownId: string, options: readonly NewOption[]): Promise<void> {
  if (options.length === 0) return;
  await sql`INSERT INTO dropdown_option (dropdown_id, id, default_text, properties, active, position)
    SELECT ${dropdownId}::text, n.id, n."defaultText", n.properties, n.active, n.nth - 1 + (
        SELECT coalesce(max(position) + 1, 0) FROM dropdown_option WHERE dropdown_id = ${dropdownId})
    FROM ROWS FROM (jsonb_to_recordset(${json(options)}::jsonb)
      AS (id text, "defaultText" text, properties jsonb, active boolean)) WITH ORDINALITY AS n (id, "defaultText", properties, active, nth)`.execute(
    tx,
  );
  await writeTexts(tx, dropdownId, options);
}

/** Updates existing options; their positions are unchanged. */
export async function updateOptions(tx: Tx, dropdownId: string, options: readonly NewOption[]): Promise<void> {
  if (options.length === 0) return;
  await sql`UPDATE dropdown_option o SET default_text = n."defaultText", properties = n.properties, active = n.active
    FROM jsonb_to_recordset(${json(options)}::jsonb) AS n (id text, "defaultText" text, properties jsonb, active boolean)
    WHERE o.dropdown_id = ${dropdownId} AND o.id = n.id`.execute(tx);
  await sql`DELETE FROM dropdown_option_text t USING jsonb_to_recordset(${json(options)}::jsonb) AS n (id text, texts jsonb)
    WHERE t.dropdown_id = ${dropdownId} AND t.option_id = n.id AND NOT n.texts ? t.language_id`.execute(tx);
  await writeTexts(tx, dropdownId, options);
}

async function writeTexts(tx: Tx, dropdownId: string, options: readonly NewOption[]): Promise<void> {
  await sql`INSERT INTO dropdown_option_text AS t (dropdown_id, option_id, language_id, text)
    SELECT ${dropdownId}::text, n.id, e.key, e.value
    FROM jsonb_to_recordset(${json(options)}::jsonb) AS n (id text, texts jsonb), jsonb_each_text(n.texts) e
    ON CONFLICT (tenant_id, dropdown_id, option_id, language_id) DO UPDATE SET text = excluded.text
      WHERE t.text <> excluded.text`.execute(tx);
}

/** Numbers all options of a dropdown from 0 in this order. */
export async function writeOrder(tx: Tx, dropdownId: string, ids: readonly string[]): Promise<void> {
  await sql`UPDATE dropdown_option o SET position = n.nth - 1
    FROM unnest(${[...ids]}::text[]) WITH ORDINALITY AS n (id, nth)
    WHERE o.dropdown_id = ${dropdownId} AND o.id = n.id AND o.position <> n.nth - 1`.execute(tx);
}

/** Removes the option with its texts. */
export async function removeOption(tx: Tx, dropdownId: string, id: string): Promise<void> {
  await sql`DELETE FROM dropdown_option WHERE dropdown_id = ${dropdownId} AND id = ${id}`.execute(tx);
}

export async function readLanguageIds(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT language_id AS id FROM language`.execute(tx);
  return rows.map(({ id }) => id);
}
