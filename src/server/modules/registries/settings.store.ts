import { sql } from 'kysely';
import type { NumberSeries } from '../../../shared/contracts/numbers.rules.ts';
import { periodOf } from '../../../shared/contracts/numbers.rules.ts';
import { RECORDS_COUNTED } from '../../../shared/contracts/registry.rules.ts';
import type {
  ListedRegistry,
  RegistryDefinition,
  RegistrySettings,
} from '../../../shared/contracts/registry-settings.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { Registry } from '../records/index.ts';

type Stored = Omit<RegistryDefinition, 'columns'> & Pick<Registry, 'columns'>;

export interface RegistryRow extends Stored {
  readonly id: string;
  readonly numberSeriesId: string | null;
  readonly indexedAt: Date | null;
  readonly version: number;
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const COUNT = sql<number>`(SELECT count(*)::int FROM (SELECT 1 FROM record_index x WHERE x.registry_id = g.id
  ORDER BY x.changed_at, x.record_id LIMIT ${sql.lit(RECORDS_COUNTED + 1)}) c)`;

export async function readRegistries(tx: Tx): Promise<ListedRegistry[]> {
  const { rows } = await sql<ListedRegistry>`SELECT g.id, g.title, g.icon, g.active, ${COUNT} AS records
    FROM registry g ORDER BY g.id`.execute(tx);
  return rows;
}

/** Reads and locks a registry. */
export async function lockRegistry(tx: Tx, id: string): Promise<RegistryRow | undefined> {
  const { rows } =
    await sql<RegistryRow>`SELECT g.id, g.title, g.description, g.icon, g.form_id AS "formId", g.columns, g.statuses, g.moves,
      g.read_groups AS "readGroups", g.write_groups AS "writeGroups", g.delete_groups AS "deleteGroups", g.owner_reads AS "ownerReads",
      g.retention, g.active, g.number_series_id AS "numberSeriesId", g.indexed_at AS "indexedAt", g.version, g.updated_at,
      (SELECT jsonb_build_object('pattern', s.pattern, 'resets', s.resets) FROM number_series s WHERE s.id = g.number_series_id) AS numbers,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('g')}) AS changer
    FROM registry g WHERE g.id = ${id} FOR UPDATE OF g`.execute(tx);
  return rows[0];
}

/** Returns the number of records, and the last numbers of the registry's series on a day. */
export async function countsOf(
  tx: Tx,
  { id, numberSeriesId }: Pick<RegistryRow, 'id' | 'numberSeriesId'>,
  today: string,
): Promise<Pick<RegistrySettings, 'records' | 'lastNumbers'>> {
  const last = (resets: NumberSeries['resets']) =>
    sql`'${sql.raw(resets)}', coalesce((SELECT last FROM number_counter WHERE series_id = ${numberSeriesId} AND period = ${periodOf({ resets }, today)}), 0)`;
  const { rows } = await sql<Pick<RegistrySettings, 'records' | 'lastNumbers'>>`
    SELECT ${COUNT} AS records, jsonb_build_object(${last('never')}, ${last('year')}, ${last('month')}) AS "lastNumbers"
    FROM (SELECT ${id}::text AS id) g`.execute(tx);
  return rows[0]!;
}

export async function countRegistries(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM registry`.execute(tx);
  return rows[0]!.count;
}

/** Makes other changes of the number of registries wait until this transaction ends. */
export async function lockRegistries(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('registries/' || tenant()::text, 0))`.execute(tx);
}

/** Creates an empty registry; false if the id is taken. */
export async function insertEmptyRegistry(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`INSERT INTO registry (id, title, columns) VALUES (${id}, '{}', '[]') ON CONFLICT DO NOTHING RETURNING id`.execute(
      tx,
    );
  return rows.length > 0;
}

/** Writes the settings; without `indexedAt` the index is to be filled again. */
export async function writeRegistry(
  tx: Tx,
  id: string,
  registry: Omit<Stored, 'numbers'> & Pick<RegistryRow, 'numberSeriesId' | 'indexedAt'>,
): Promise<void> {
  const { title, description, icon, formId, columns, statuses, moves, retention, active } = registry;
  await sql`UPDATE registry SET title = ${json(title)}::jsonb, description = ${json(description)}::jsonb, icon = ${icon}, form_id = ${formId},
      columns = ${json(columns)}::jsonb, statuses = ${json(statuses)}::jsonb, moves = ${json(moves)}::jsonb,
      read_groups = ${[...registry.readGroups]}::text[], write_groups = ${[...registry.writeGroups]}::text[],
      delete_groups = ${[...registry.deleteGroups]}::text[], owner_reads = ${registry.ownerReads},
      retention = ${retention && json(retention)}::jsonb, active = ${active}, number_series_id = ${registry.numberSeriesId},
      indexed_at = ${registry.indexedAt}::timestamptz WHERE id = ${id}`.execute(tx);
}

/** Creates or changes the number series of a registry, and returns its id. */
export async function writeSeries(
  tx: Tx,
  registryId: string,
  seriesId: string | null,
  { pattern, resets }: NumberSeries,
): Promise<string> {
  if (seriesId !== null) {
    await sql`UPDATE number_series SET pattern = ${pattern}, resets = ${resets}
      WHERE id = ${seriesId} AND (pattern, resets) IS DISTINCT FROM (${pattern}, ${resets})`.execute(tx);
    return seriesId;
  }
  // A series of the registry's name that is left from an earlier registry, or belongs to something else, is not continued.
  for (let attempt = 0; ; attempt += 1) {
    const id = attempt === 0 ? registryId : `${registryId}-${attempt + 1}`;
    const { rows } = await sql`INSERT INTO number_series (id, pattern, resets) VALUES (${id}, ${pattern}, ${resets})
      ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
    if (rows.length > 0) return id;
  }
}

/** Deletes a registry, with the saved views of its list. */
export async function deleteRegistry(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE saved_view SET removed_at = now() WHERE resource = 'registry.' || ${id}::text AND removed_at IS NULL`.execute(
    tx,
  );
  await sql`DELETE FROM registry WHERE id = ${id}`.execute(tx);
}

/** Returns those of the groups that do not exist. */
export async function missingGroups(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT w.id FROM unnest(${[...ids]}::text[]) w(id)
    WHERE NOT EXISTS (SELECT 1 FROM app_group g WHERE g.id = w.id)`.execute(tx);
  return rows.map(({ id }) => id);
}
