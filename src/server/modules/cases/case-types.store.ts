import { sql } from 'kysely';
import type { CaseType } from '../../../shared/contracts/case-types.contract.ts';
import type { Use } from '../../../shared/contracts/reference-data.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';

export type CaseTypeFields = Omit<CaseType, 'findings' | 'version'>;

export interface CaseTypeRow extends CaseTypeFields {
  readonly version: number;
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const CASE_TYPE = sql`c.id, c.title, c.process_key AS process, c.start_form_id AS "startForm", c.registry_id AS registry,
  c.number_series_id AS "numberSeries", c.start_groups AS "startGroups", c.defaults, c.status_map AS "statusMap", c.mass_action AS "massAction",
  c.withdraw, c.people_shown AS "peopleShown", c.active, c.version, c.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('c')}) AS changer`;

export async function readCaseTypes(tx: Tx): Promise<CaseTypeRow[]> {
  const { rows } = await sql<CaseTypeRow>`SELECT ${CASE_TYPE} FROM case_type c ORDER BY c.id`.execute(tx);
  return rows;
}

/** Reads the kind; `lock` keeps it until the end of the transaction. */
export async function readCaseType(tx: Tx, id: string, { lock = false } = {}): Promise<CaseTypeRow | undefined> {
  const { rows } = await sql<CaseTypeRow>`SELECT ${CASE_TYPE} FROM case_type c WHERE c.id = ${id}
    ${lock ? sql`FOR UPDATE OF c` : sql``}`.execute(tx);
  return rows[0];
}

/** Makes other changes of the number of kinds wait until this transaction ends. */
export async function lockCaseTypes(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('case types/' || tenant()::text, 0))`.execute(tx);
}

export async function countCaseTypes(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM case_type`.execute(tx);
  return rows[0]!.count;
}

/** Returns false if the id is taken. */
export async function insertCaseType(tx: Tx, kind: CaseTypeFields): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO case_type (id, title, process_key, start_form_id, registry_id, number_series_id, start_groups, defaults, status_map,
      mass_action, withdraw, people_shown, active)
    VALUES (${kind.id}, ${json(kind.title)}::jsonb, ${kind.process}, ${kind.startForm}, ${kind.registry}, ${kind.numberSeries},
      ${kind.startGroups}::text[], ${json(kind.defaults)}::jsonb, ${json(kind.statusMap)}::jsonb,
      ${kind.massAction && json(kind.massAction)}::jsonb, ${kind.withdraw}, ${kind.peopleShown}, ${kind.active})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function changeCaseType(tx: Tx, kind: CaseTypeFields): Promise<void> {
  await sql`UPDATE case_type SET title = ${json(kind.title)}::jsonb, process_key = ${kind.process}, start_form_id = ${kind.startForm},
      registry_id = ${kind.registry}, number_series_id = ${kind.numberSeries}, start_groups = ${kind.startGroups}::text[],
      defaults = ${json(kind.defaults)}::jsonb, status_map = ${json(kind.statusMap)}::jsonb,
      mass_action = ${kind.massAction && json(kind.massAction)}::jsonb, withdraw = ${kind.withdraw},
      people_shown = ${kind.peopleShown}, active = ${kind.active} WHERE id = ${kind.id}`.execute(tx);
}

export async function deleteCaseType(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM case_type WHERE id = ${id}`.execute(tx);
}

/** Numbers of a kind are counted up to this. */
const USES_COUNTED = 1000;
const USES_SHOWN = 50;

/** Returns what names a kind: cases and records, also those in the bin, counted, and items of the catalogue. */
export async function usesOfCaseType(tx: Tx, id: string, languageId: string): Promise<Use[]> {
  const { rows } = await sql<{ cases: number; records: number }>`
    SELECT (SELECT count(*) FROM (SELECT 1 FROM process_instance i WHERE i.case_type_id = ${id} LIMIT ${sql.lit(USES_COUNTED)}) cases)::int AS cases,
      (SELECT count(*) FROM (SELECT 1 FROM record r WHERE r.case_type_id = ${id} LIMIT ${sql.lit(USES_COUNTED)}) records)::int AS records`.execute(
    tx,
  );
  const { cases, records } = rows[0]!;
  const items = await sql<{ id: string; title: Texts }>`SELECT c.id, c.title FROM catalogue_item c
    WHERE c.kind = 'case' AND c.target = ${id} ORDER BY c.id LIMIT ${sql.lit(USES_SHOWN)}`.execute(tx);
  return [
    ...(cases > 0 ? [{ kind: 'case' as const, id, title: '', count: cases }] : []),
    ...(records > 0 ? [{ kind: 'records' as const, id, title: '', count: records }] : []),
    ...items.rows.map((item) => ({
      ...{ kind: 'catalogueItem' as const, id: item.id },
      title: textOf(item.title, languageId) || item.id,
    })),
  ];
}

/** What a kind of case names, as it is now. */
export interface Named {
  /** Groups that do not exist, and groups without members. */
  readonly missingGroups: readonly string[];
  readonly emptyGroups: readonly string[];
  readonly hasForm: boolean;
  readonly hasPublishedForm: boolean;
  readonly hasSeries: boolean;
  readonly registry: {
    readonly active: boolean;
    readonly statuses: readonly { readonly id: string }[];
    readonly formId: string | null;
  } | null;
}

export async function readNamed(
  tx: Tx,
  { startGroups, startForm, numberSeries, registry }: CaseTypeFields,
): Promise<Named> {
  const { rows } = await sql<Named>`
    SELECT ARRAY(SELECT w.id FROM unnest(${[...startGroups]}::text[]) w(id) WHERE NOT EXISTS (SELECT 1 FROM app_group g WHERE g.id = w.id))
        AS "missingGroups",
      ARRAY(SELECT g.id FROM app_group g WHERE g.id = ANY(${[...startGroups]}::text[])
        AND NOT EXISTS (SELECT 1 FROM group_member m WHERE m.group_id = g.id) ORDER BY g.id) AS "emptyGroups",
      EXISTS (SELECT 1 FROM form f WHERE f.id = ${startForm}) AS "hasForm",
      EXISTS (SELECT 1 FROM form f WHERE f.id = ${startForm} AND f.active AND f.published IS NOT NULL) AS "hasPublishedForm",
      EXISTS (SELECT 1 FROM number_series s WHERE s.id = ${numberSeries}) AS "hasSeries",
      (SELECT jsonb_build_object('active', g.active, 'statuses', g.statuses, 'formId', g.form_id) FROM registry g
        WHERE g.id = ${registry}) AS registry`.execute(tx);
  return rows[0]!;
}
