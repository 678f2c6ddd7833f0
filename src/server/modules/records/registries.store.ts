import { sql } from 'kysely';
import type { RecordChoice } from '../../../shared/contracts/record-choices.contract.ts';
import type {
  RegistryColumn,
  RegistryStatus,
  Retention,
  StatusMove,
} from '../../../shared/contracts/registry-settings.contract.ts';
import type { Texts } from '../../../shared/forms/index.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';
import { mayRead, type RegistryGroups, type Viewer } from './registries.rules.ts';

/** A kind of record that an organisation keeps, with a form. */
export interface Registry extends RegistryGroups {
  readonly id: string;
  readonly title: Texts;
  readonly formId: string | null;
  /** Sources of column values; the title's source is the key of a text field. */
  readonly columns: readonly RegistryColumn[];
  /** In order; a new record gets the first one. */
  readonly statuses: readonly RegistryStatus[];
  /** Without any, every status may follow every other one. */
  readonly moves: readonly StatusMove[];
  readonly numberSeriesId: string | null;
  readonly retention: Retention | null;
  /** Since when the index holds all columns; null until it does. */
  readonly indexedAt: Date | null;
}

/** Columns of `registry` as `Registry`. */
const REGISTRY = sql`id, title, form_id AS "formId", columns, statuses, moves, read_groups AS "readGroups",
  write_groups AS "writeGroups", delete_groups AS "deleteGroups", owner_reads AS "ownerReads", number_series_id AS "numberSeriesId",
  retention, indexed_at AS "indexedAt"`;

const ID = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Finds a registry by name; undefined if none is in use that the viewer may read. With `owner`, also one whose records their
 * owners may read: the caller checks the owner of each record.
 */
export async function findRegistry(
  tx: Tx,
  viewer: Viewer,
  name: string,
  { owner = false } = {},
): Promise<Registry | undefined> {
  if (!ID.test(name)) return undefined;
  const { rows } = await sql<Registry>`
    SELECT ${REGISTRY} FROM registry WHERE id = ${name} AND active`.execute(tx);
  const [registry] = rows;
  return registry && (mayRead(viewer, registry) || (owner && registry.ownerReads)) ? registry : undefined;
}

/** Finds registries in use without checking groups: for those that the configuration names. */
export async function findRegistries(tx: Tx, ids: readonly string[]): Promise<Registry[]> {
  const { rows } = await sql<Registry>`
    SELECT ${REGISTRY} FROM registry WHERE id = ANY(${[...ids]}::text[]) AND active`.execute(tx);
  return rows;
}

/** Returns the registries in use whose records the viewer may read. */
export async function readableRegistries(tx: Tx, viewer: Pick<Viewer, 'isAdmin' | 'groups'>): Promise<Registry[]> {
  const { rows } = await sql<Registry>`SELECT ${REGISTRY} FROM registry WHERE active ORDER BY id`.execute(tx);
  return rows.filter((registry) => mayRead(viewer, registry));
}

/** Finds records whose number or title contains `q`, by title; with ids, exactly these. Undefined if the viewer has no such registry. */
export async function findRegistryChoices(
  tx: Tx,
  viewer: Viewer,
  name: string,
  { q, ids, limit }: LookupQuery,
): Promise<RecordChoice[] | undefined> {
  const registry = await findRegistry(tx, viewer, name);
  if (!registry) return undefined;
  const pattern = containsPattern(q);
  const wanted = ids
    ? sql`r.id = ANY(${uuidsOf(ids)}::uuid[])`
    : sql`(${q === ''} OR lower(r.number) LIKE ${pattern} OR lower(r.title) LIKE ${pattern})`;
  const { rows } = await sql<RecordChoice>`
    SELECT r.id, r.number, r.title FROM record r WHERE r.registry_id = ${registry.id} AND r.removed_at IS NULL AND ${wanted}
    ORDER BY r.title, r.id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}
