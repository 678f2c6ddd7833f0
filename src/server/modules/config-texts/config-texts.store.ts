import { sql } from 'kysely';
import type { ConfigTextKind } from '../../../shared/contracts/config-texts.rules.ts';
import type { Tx } from '../../platform/database.ts';

export interface TextPlace {
  readonly kind: ConfigTextKind;
  readonly owner: string;
  readonly part: string;
  readonly languageId: string;
}

/** A stored translation. */
export interface StoredText extends TextPlace {
  readonly text: string;
  /** The text that was translated. */
  readonly source: string;
}

/** Returns all translations of the transaction's organisation. */
export async function readConfigTexts(tx: Tx): Promise<readonly StoredText[]> {
  const { rows } = await sql<StoredText>`
    SELECT kind, owner, part, language_id AS "languageId", text, source FROM config_text`.execute(tx);
  return rows;
}

export async function writeConfigTexts(tx: Tx, texts: readonly StoredText[]): Promise<void> {
  if (texts.length === 0) return;
  const column = (name: keyof StoredText) => texts.map((one) => one[name]);
  await sql`INSERT INTO config_text (kind, owner, part, language_id, text, source)
    SELECT * FROM unnest(${column('kind')}::text[], ${column('owner')}::text[], ${column('part')}::text[],
      ${column('languageId')}::text[], ${column('text')}::text[], ${column('source')}::text[])
    ON CONFLICT (tenant_id, kind, owner, part, language_id) DO UPDATE SET text = excluded.text, source = excluded.source
    WHERE (config_text.text, config_text.source) IS DISTINCT FROM (excluded.text, excluded.source)`.execute(tx);
}

export async function removeConfigTexts(tx: Tx, places: readonly TextPlace[]): Promise<void> {
  if (places.length === 0) return;
  const column = (name: keyof TextPlace) => places.map((one) => one[name]);
  await sql`DELETE FROM config_text o USING unnest(${column('kind')}::text[], ${column('owner')}::text[], ${column('part')}::text[],
      ${column('languageId')}::text[]) AS gone(kind, owner, part, language_id)
    WHERE o.kind = gone.kind AND o.owner = gone.owner AND o.part = gone.part AND o.language_id = gone.language_id`.execute(
    tx,
  );
}
