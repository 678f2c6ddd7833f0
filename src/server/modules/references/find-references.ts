import { sql } from 'kysely';
import {
  type FoundReference,
  type FoundReferences,
  type ReferenceKind,
  type RequestedReference,
  referenceName,
} from '../../../shared/forms/index.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import { findRecordNames, type Viewer } from '../records/index.ts';

type Rows = readonly { readonly reference: Pick<RequestedReference, 'of' | 'id'>; readonly found: FoundReference }[];

/**
 * Looks up the references in a submission (`referencesIn`), in one round trip per kind. Row-level policies decide what is
 * visible, so ids of other organisations are never found; nor are malformed ids or erased users. Records no longer in use
 * are found but not `active`: they are still shown where they were chosen.
 */
export async function findReferences(
  tx: Tx,
  viewer: Viewer,
  references: readonly RequestedReference[],
  languageId: string,
): Promise<FoundReferences> {
  const found = new Map<string, FoundReference>();
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const wanted = references.filter((reference) => reference.kind === kind);
    for (const { reference, found: one } of await findersOf[kind](tx, wanted, languageId, viewer)) {
      found.set(referenceName({ kind, ...reference }), one);
    }
  }
  return found;
}

type Finder = (tx: Tx, wanted: readonly RequestedReference[], languageId: string, viewer: Viewer) => Promise<Rows>;

const findersOf: Readonly<Record<ReferenceKind, Finder>> = {
  option: findOptions,
  user: findUsers,
  department: (tx, wanted) => findNamed(tx, 'department', wanted),
  company: (tx, wanted) => findNamed(tx, 'company', wanted),
  dimension: findDimensionValues,
  record: (tx, wanted, _languageId, viewer) => findChosenRecords(tx, wanted, viewer),
};

const idsOf = (wanted: readonly RequestedReference[]) => uuidsOf(wanted.map(({ id }) => id));

async function findOptions(tx: Tx, wanted: readonly RequestedReference[], languageId: string): Promise<Rows> {
  const { rows } = await sql<FoundReference & { of: string; id: string }>`
    SELECT o.dropdown_id AS of, o.id, coalesce(t.text, o.default_text) AS text, o.properties, o.active
    FROM dropdown_option o LEFT JOIN dropdown_option_text t
      ON t.dropdown_id = o.dropdown_id AND t.option_id = o.id AND t.language_id = ${languageId}
    WHERE (o.dropdown_id, o.id) IN (SELECT w.d, w.o
      FROM unnest(${wanted.map(({ of }) => of)}::text[], ${wanted.map(({ id }) => id)}::text[]) AS w (d, o))`.execute(
    tx,
  );
  return rows.map(({ of, id, ...found }) => ({ reference: { of, id }, found }));
}

async function findUsers(tx: Tx, wanted: readonly RequestedReference[]): Promise<Rows> {
  const { rows } = await sql<{ id: string; text: string; active: boolean }>`
    SELECT id, coalesce(name, username) AS text, status = 'active' AS active FROM app_user
    WHERE id = ANY(${idsOf(wanted)}::uuid[]) AND status <> 'erased' AND source <> 'partner'`.execute(tx);
  return rows.map(({ id, ...found }) => ({ reference: { of: '', id }, found }));
}

async function findNamed(
  tx: Tx,
  table: 'department' | 'company',
  wanted: readonly RequestedReference[],
): Promise<Rows> {
  const { rows } = await sql<{ id: string; text: string; active: boolean }>`
    SELECT id, name AS text, active FROM ${sql.table(table)} WHERE id = ANY(${idsOf(wanted)}::uuid[])`.execute(tx);
  return rows.map(({ id, ...found }) => ({ reference: { of: '', id }, found }));
}

/** A value of another dimension is returned under that dimension's name, and therefore does not match. */
async function findDimensionValues(tx: Tx, wanted: readonly RequestedReference[]): Promise<Rows> {
  const { rows } = await sql<{ of: string; id: string; text: string; active: boolean }>`
    SELECT d.code AS of, v.id, v.name AS text, v.active AND d.active AS active
    FROM dimension_value v JOIN dimension d ON d.id = v.dimension_id WHERE v.id = ANY(${idsOf(wanted)}::uuid[])`.execute(
    tx,
  );
  return rows.map(({ of, id, ...found }) => ({ reference: { of, id }, found }));
}

async function findChosenRecords(tx: Tx, wanted: readonly RequestedReference[], viewer: Viewer): Promise<Rows> {
  const rows: { reference: { of: string; id: string }; found: FoundReference }[] = [];
  for (const of of new Set(wanted.map((reference) => reference.of))) {
    const ids = idsOf(wanted.filter((reference) => reference.of === of));
    for (const { id, text } of await findRecordNames(tx, viewer, of, ids)) {
      rows.push({ reference: { of, id }, found: { text, active: true } });
    }
  }
  return rows;
}
