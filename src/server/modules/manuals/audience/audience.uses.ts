import { sql } from 'kysely';
import type { ManualAudienceRule } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { Tx } from '../../../platform/database.ts';

type Kind = Exclude<ManualAudienceRule['kind'], 'all'>;

/** A manual whose audience names `ref`. */
interface Addressing {
  readonly id: string;
  readonly title: string;
  readonly ref: string;
}

const USES_MAX = 200;

/** Finds the manuals whose audience names one of these, by title in the language; at most 200. */
export async function findAddressing(
  tx: Tx,
  kind: Kind,
  refs: readonly string[],
  languageId: string,
): Promise<Addressing[]> {
  const { rows } = await sql<Addressing>`
    SELECT m.id, a.ref, coalesce((SELECT nullif(t.title, '') FROM manual_version v JOIN manual_text t ON t.version_id = v.id
        WHERE v.manual_id = m.id AND v.number = m.current_number AND t.language_id = ${languageId}), nullif(m.title, ''), m.code) AS title
    FROM manual_audience a JOIN manual m ON m.id = a.manual_id AND m.removed_at IS NULL
    WHERE a.kind = ${kind} AND a.ref = ANY(${[...refs]}::text[])
    ORDER BY title, m.id LIMIT ${sql.lit(USES_MAX)}`.execute(tx);
  return rows;
}

/** Returns the manuals whose audience names the object, as its uses. */
export async function manualsAddressing(
  tx: Tx,
  kind: Kind,
  ref: string,
  languageId: string,
): Promise<{ kind: 'manual'; id: string; title: string }[]> {
  const found = await findAddressing(tx, kind, [ref], languageId);
  return found.map(({ id, title }) => ({ kind: 'manual', id, title }));
}

/** Lets audiences name `to` instead of `from`; an audience that names both keeps its rule for `to`. */
export async function readdressManuals(tx: Tx, kind: Kind, from: string, to: string): Promise<void> {
  await sql`DELETE FROM manual_audience a WHERE a.kind = ${kind} AND a.ref = ${from}
    AND EXISTS (SELECT 1 FROM manual_audience o WHERE o.manual_id = a.manual_id AND o.kind = ${kind} AND o.ref = ${to})`.execute(
    tx,
  );
  await sql`UPDATE manual_audience SET ref = ${to} WHERE kind = ${kind} AND ref = ${from}`.execute(tx);
}
