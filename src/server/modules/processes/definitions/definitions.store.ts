import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import type { Definition, FourEyes } from '../engine/model.ts';
import type { DefinitionScope } from './scope.ts';

const CACHE_SIZE = 300;

/** Cache of compiled versions, which never change. Keyed by database, then by tenant, number and process. */
const definitions = new WeakMap<DatabaseHandle, Map<string, Definition>>();

/** Loads a compiled version, or undefined. */
export async function loadDefinition(
  tx: Tx,
  scope: DefinitionScope,
  key: string,
  number: number,
): Promise<Definition | undefined> {
  const kept = definitions.get(scope.db) ?? new Map<string, Definition>();
  definitions.set(scope.db, kept);
  const name = `${scope.tenantId}/${number}/${key}`;
  const known = kept.get(name);
  if (known) return known;
  const { rows } = await sql<{ compiled: Definition; own: boolean | null }>`
    SELECT compiled, xmin = pg_current_xact_id_if_assigned()::xid AS own FROM process_version
    WHERE process_key = ${key} AND number = ${number}`.execute(tx);
  const definition = rows[0]?.compiled;
  // Not cached when this transaction deployed it: a rollback frees the number for other content.
  if (definition && rows[0]?.own !== true) {
    kept.set(name, definition);
    if (kept.size > CACHE_SIZE) kept.delete(kept.keys().next().value!);
  }
  return definition;
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
