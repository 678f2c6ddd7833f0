import { sql } from 'kysely';
import type { CatalogueCategory, ItemKind } from '../../../shared/contracts/catalogue.contract.ts';
import type { Use } from '../../../shared/contracts/reference-data.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';

interface Stamps {
  readonly version: number;
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

export type CategoryRow = CatalogueCategory & Stamps;

export interface ItemFields {
  readonly id: string;
  readonly category: string | null;
  readonly kind: ItemKind;
  readonly target: string;
  readonly title: Texts;
  readonly description: Texts;
  readonly keywords: Texts;
  readonly icon: string | null;
  readonly position: number;
  readonly groups: string[];
  readonly startForGroups: string[];
  readonly numberSeries: string | null;
  readonly active: boolean;
}

export interface ItemRow extends ItemFields, Stamps {}

const CATEGORY = sql`c.id, c.title, c.icon, c.position, c.version`;
const ITEM = sql`i.id, i.category_id AS category, i.kind, i.target, i.title, i.description, i.keywords, i.icon, i.position, i.groups,
  i.start_for_groups AS "startForGroups", i.number_series_id AS "numberSeries", i.active, i.version, i.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('i')}) AS changer`;

export async function readCategories(tx: Tx): Promise<CatalogueCategory[]> {
  const { rows } =
    await sql<CatalogueCategory>`SELECT ${CATEGORY} FROM catalogue_category c ORDER BY c.position, c.id`.execute(tx);
  return rows;
}

export async function lockCategory(tx: Tx, id: string): Promise<CategoryRow | undefined> {
  const { rows } = await sql<CategoryRow>`SELECT ${CATEGORY}, c.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('c')}) AS changer
    FROM catalogue_category c WHERE c.id = ${id} FOR UPDATE OF c`.execute(tx);
  return rows[0];
}

/** Returns false if the id is taken. */
export async function insertCategory(tx: Tx, category: Omit<CatalogueCategory, 'version'>): Promise<boolean> {
  const { id, title, icon, position } = category;
  const { rows } = await sql`INSERT INTO catalogue_category (id, title, icon, position)
    VALUES (${id}, ${json(title)}::jsonb, ${icon}, ${position}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function changeCategory(tx: Tx, category: Omit<CatalogueCategory, 'version'>): Promise<void> {
  const { id, title, icon, position } = category;
  await sql`UPDATE catalogue_category SET title = ${json(title)}::jsonb, icon = ${icon}, position = ${position} WHERE id = ${id}`.execute(
    tx,
  );
}

export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM catalogue_category WHERE id = ${id}`.execute(tx);
}

export async function countItems(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM catalogue_item`.execute(tx);
  return rows[0]!.count;
}

/** Returns the items of a category. */
export async function usesOfCategory(tx: Tx, category: string, languageId: string): Promise<Use[]> {
  const { rows } = await sql<{ id: string; title: Texts }>`SELECT i.id, i.title FROM catalogue_item i
    WHERE i.category_id = ${category} ORDER BY i.position, i.id`.execute(tx);
  return rows.map(({ id, title }) => ({ kind: 'catalogueItem', id, title: textOf(title, languageId) || id }));
}

/** Makes other changes of the number of items wait until this transaction ends. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('catalogue/' || tenant()::text, 0))`.execute(tx);
}

export async function readItems(tx: Tx): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`SELECT ${ITEM} FROM catalogue_item i ORDER BY i.position, i.id`.execute(tx);
  return rows;
}

export async function readItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`SELECT ${ITEM} FROM catalogue_item i WHERE i.id = ${id}`.execute(tx);
  return rows[0];
}

export async function lockItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`SELECT ${ITEM} FROM catalogue_item i WHERE i.id = ${id} FOR UPDATE OF i`.execute(
    tx,
  );
  return rows[0];
}

/** Returns false if the id is taken. */
export async function insertItem(tx: Tx, item: ItemFields): Promise<boolean> {
  const { rows } = await sql`INSERT INTO catalogue_item
      (id, category_id, kind, target, title, description, keywords, icon, position, groups, start_for_groups, number_series_id, active)
    VALUES (${item.id}, ${item.category}, ${item.kind}, ${item.target}, ${json(item.title)}::jsonb, ${json(item.description)}::jsonb,
      ${json(item.keywords)}::jsonb, ${item.icon}, ${item.position}, ${item.groups}::text[], ${item.startForGroups}::text[],
      ${item.numberSeries}, ${item.active}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function changeItem(tx: Tx, item: ItemFields): Promise<void> {
  await sql`UPDATE catalogue_item SET category_id = ${item.category}, kind = ${item.kind}, target = ${item.target},
      title = ${json(item.title)}::jsonb, description = ${json(item.description)}::jsonb, keywords = ${json(item.keywords)}::jsonb,
      icon = ${item.icon}, position = ${item.position}, groups = ${item.groups}::text[], start_for_groups = ${item.startForGroups}::text[],
      number_series_id = ${item.numberSeries}, active = ${item.active} WHERE id = ${item.id}`.execute(tx);
}

export async function deleteItem(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM catalogue_item WHERE id = ${id}`.execute(tx);
}

/** Returns those of the names that do not exist. */
export async function missingReferences(
  tx: Tx,
  wanted: {
    readonly groups: readonly string[];
    readonly category: string | null;
    readonly series: string | null;
    readonly kind: ItemKind;
    readonly target: string;
  },
): Promise<{ groups: string[]; category: boolean; series: boolean; target: boolean }> {
  const { groups, category, series, kind, target } = wanted;
  // Deleting the kind waits for this transaction, and then counts the item.
  if (kind === 'case') await sql`SELECT 1 FROM case_type k WHERE k.id = ${target} FOR SHARE`.execute(tx);
  const { rows } = await sql<{ groups: string[]; category: boolean; series: boolean; target: boolean }>`SELECT
      ARRAY(SELECT w.id FROM unnest(${[...groups]}::text[]) w(id) WHERE NOT EXISTS (SELECT 1 FROM app_group g WHERE g.id = w.id)) AS groups,
      ${category}::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM catalogue_category c WHERE c.id = ${category}) AS category,
      ${series}::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM number_series s WHERE s.id = ${series}) AS series,
      CASE ${kind}::text WHEN 'process' THEN NOT EXISTS (SELECT 1 FROM process p WHERE p.key = ${target})
        WHEN 'case' THEN NOT EXISTS (SELECT 1 FROM case_type k WHERE k.id = ${target})
        WHEN 'record' THEN NOT EXISTS (SELECT 1 FROM registry g WHERE g.id = ${target}) ELSE false END AS target`.execute(
    tx,
  );
  return rows[0]!;
}
