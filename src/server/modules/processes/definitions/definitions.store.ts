import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { createVersionCache, type VersionScope } from '../../../platform/version-cache.ts';
import { cachedChange, dictionaryOf } from '../../config-texts/index.ts';
import type { Definition, FourEyes } from '../engine/model.ts';
import { translatedDefinition } from './translated.rules.ts';

const cachedDefinition = createVersionCache<Definition>();

const translatedBy = cachedChange(translatedDefinition);

/** Loads a compiled version with the organisation's translations, or undefined. */
export async function loadDefinition(
  tx: Tx,
  scope: VersionScope,
  key: string,
  number: number,
): Promise<Definition | undefined> {
  const definition = await loadCompiled(tx, scope, key, number);
  return definition && translatedBy(definition, (await dictionaryOf(tx, scope)).of('processes', key));
}

function loadCompiled(tx: Tx, scope: VersionScope, key: string, number: number): Promise<Definition | undefined> {
  return cachedDefinition(scope, key, number, async () => {
    const { rows } = await sql<{ version: Definition; own: boolean | null }>`
      SELECT compiled AS version, xmin = pg_current_xact_id_if_assigned()::xid AS own FROM process_version
      WHERE process_key = ${key} AND number = ${number}`.execute(tx);
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
