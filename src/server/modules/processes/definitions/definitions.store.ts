import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { createVersionCache, type VersionScope } from '../../../platform/version-cache.ts';
import type { Definition, FourEyes } from '../engine/model.ts';

const cachedDefinition = createVersionCache<Definition>();

/** Loads a compiled version, or undefined. */
export function loadDefinition(
  tx: Tx,
  scope: VersionScope,
  key: string,
  number: number,
): Promise<Definition | undefined> {
  return cachedDefinition(scope, key, number, async () => {
    const { rows } = await sql<{ version: Definition; own: boolean | null }>`
      SELECT compiled AS version, xmin = pg_current_xact_id_if_assigned()::xid AS own FROM process_version
      WHERE process_key = ${key} AND number = ${number}`.execute(tx);
    return rows[0];
  });
}

/** Texts of a process version for lists of its tasks. */
export interface ProcessLabels {
  readonly shortName?: string;
  /** Names of its user tasks, by node. */
  readonly steps: Readonly<Record<string, string>>;
}

/** Labels are small, and a list needs those of many versions. */
const MAX_LABELS = 3000;
const cachedLabels = createVersionCache<ProcessLabels>(MAX_LABELS);

/** Loads the labels of a process version, or undefined. */
export function loadLabels(
  tx: Tx,
  scope: VersionScope,
  key: string,
  number: number,
): Promise<ProcessLabels | undefined> {
  return cachedLabels(scope, key, number, async () => {
    const { rows } = await sql<{ version: ProcessLabels; own: boolean | null }>`
      SELECT xmin = pg_current_xact_id_if_assigned()::xid AS own, jsonb_strip_nulls(jsonb_build_object(
        'shortName', compiled->'shortName', 'steps', coalesce((
          SELECT jsonb_object_agg(n.key, n.value->'name') FROM jsonb_each(compiled->'nodes') n
          WHERE n.value->>'kind' = 'user' AND jsonb_typeof(n.value->'name') = 'string'), '{}'))) AS version
      FROM process_version WHERE process_key = ${key} AND number = ${number}`.execute(tx);
    return rows[0];
  });
}

export interface ActiveProcess {
  readonly key: string;
  readonly name: string;
  readonly active_number: number | null;
  readonly suspended: boolean;
  readonly four_eyes: FourEyes;
  readonly version: number;
}

export async function findProcess(tx: Tx, key: string): Promise<ActiveProcess | undefined> {
  const { rows } = await sql<ActiveProcess>`
    SELECT key, name, active_number, suspended, four_eyes, version FROM process WHERE key = ${key}`.execute(tx);
  return rows[0];
}

export async function allProcesses(tx: Tx): Promise<ActiveProcess[]> {
  const { rows } =
    await sql<ActiveProcess>`SELECT key, name, active_number, suspended, four_eyes, version FROM process ORDER BY name, key`.execute(
      tx,
    );
  return rows;
}
