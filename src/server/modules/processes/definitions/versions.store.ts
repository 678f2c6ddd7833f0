import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import { storableInstant } from '../../../platform/instants.ts';
import { NEW_FOUR_EYES } from '../engine/four-eyes.rules.ts';
import type { Definition } from '../engine/model.ts';
import type { TimerSub } from '../engine/timers.ts';

export interface NewVersion {
  readonly definition: Definition;
  readonly number: number;
  readonly xml: string;
  readonly sha256: Buffer;
  readonly note: string | null;
  readonly at: Date;
}

/** A start event that a message, a signal or a timer triggers. */
export type EventStart =
  | { readonly nodeId: string; readonly kind: 'message' | 'signal'; readonly name: string }
  | { readonly nodeId: string; readonly kind: 'timer'; readonly timer: TimerSub };

/** Makes other deployments of the process wait until this transaction ends. */
export async function lockProcess(tx: Tx, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('process.deploy/' || tenant()::text || '/' || ${key}, 0))`.execute(
    tx,
  );
}

interface NewestVersion {
  readonly number: number;
  /** Its content has the given hash. */
  readonly same: boolean;
  readonly active_number: number | null;
}

export async function readNewestVersion(tx: Tx, key: string, sha256: Buffer): Promise<NewestVersion | undefined> {
  const { rows } = await sql<NewestVersion>`
    SELECT v.number, v.sha256 = ${sha256} AS same, p.active_number FROM process p JOIN process_version v ON v.process_key = p.key
    WHERE p.key = ${key} ORDER BY v.number DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** Stores a version and makes it the active one. A process keeps its four-eyes rule and its settings of requests where the model has none. */
export async function saveVersion(tx: Tx, version: NewVersion): Promise<void> {
  const { definition, number, xml, sha256, note, at } = version;
  const { id: key, name, fourEyes, requests: { withdraw, peopleShown, managersSee } = {} } = definition;
  await sql`
    INSERT INTO process (key, name, active_number, four_eyes, withdraw, people_shown, managers_see)
    VALUES (${key}, ${name}, ${number}, ${fourEyes ?? NEW_FOUR_EYES}, ${withdraw ?? 'beforeFirst'}, ${peopleShown ?? 'person'}, ${managersSee ?? false})
    ON CONFLICT (tenant_id, key) DO UPDATE SET name = excluded.name, active_number = excluded.active_number,
      four_eyes = coalesce(${fourEyes ?? null}, process.four_eyes), withdraw = coalesce(${withdraw ?? null}, process.withdraw),
      people_shown = coalesce(${peopleShown ?? null}, process.people_shown),
      managers_see = coalesce(${managersSee ?? null}::boolean, process.managers_see)`.execute(tx);
  await sql`
    INSERT INTO process_version (process_key, number, xml, compiled, sha256, note, deployed_at)
    VALUES (${key}, ${number}, ${xml}, ${json(definition)}::jsonb, ${sha256}, ${note}, ${at})`.execute(tx);
}

/** Settings of a process that a model can leave open. */
export interface ProcessSettings {
  readonly fourEyes: string;
  readonly withdraw: string;
  readonly peopleShown: string;
  readonly managersSee: boolean;
}

export async function writeProcessSettings(tx: Tx, key: string, settings: ProcessSettings): Promise<void> {
  const { fourEyes, withdraw, peopleShown, managersSee } = settings;
  await sql`UPDATE process SET four_eyes = ${fourEyes}, withdraw = ${withdraw}, people_shown = ${peopleShown}, managers_see = ${managersSee}
    WHERE key = ${key} AND (four_eyes, withdraw, people_shown, managers_see)
      IS DISTINCT FROM (${fourEyes}, ${withdraw}, ${peopleShown}, ${managersSee}::boolean)`.execute(tx);
}

/** Takes a process out of use: it has no active version, and no event starts it. Its versions stay. */
export async function withdrawProcess(tx: Tx, key: string): Promise<void> {
  await lockProcess(tx, key);
  await removeStarts(tx, key);
  await sql`UPDATE process SET active_number = NULL WHERE key = ${key}`.execute(tx);
}

async function removeStarts(tx: Tx, key: string): Promise<void> {
  await sql`DELETE FROM process_message_subscription WHERE process_key = ${key} AND instance_id IS NULL`.execute(tx);
  await sql`DELETE FROM process_timer WHERE process_key = ${key} AND instance_id IS NULL`.execute(tx);
}

interface ProcessUse {
  readonly kind: 'case' | 'caseType' | 'catalogueItem' | 'process';
  readonly id: string;
  readonly title: string;
}

/** Running cases, kinds of case, items of the catalogue and other processes that need the process. */
export async function usesOfProcess(tx: Tx, key: string): Promise<ProcessUse[]> {
  const { rows } = await sql<ProcessUse>`
    (SELECT 'case' AS kind, i.id::text AS id, i.title FROM process_instance i
      WHERE i.process_key = ${key} AND i.status IN ('active', 'incident') LIMIT 50)
    UNION ALL (SELECT 'caseType', c.id, coalesce(c.title ->> 'en', c.id) FROM case_type c WHERE c.process_key = ${key})
    UNION ALL (SELECT 'catalogueItem', i.id, coalesce(i.title ->> 'en', i.id) FROM catalogue_item i
      WHERE i.kind = 'process' AND i.target = ${key})
    UNION ALL (SELECT 'process', p.key, p.name FROM process p
      JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number
      WHERE p.key <> ${key} AND jsonb_path_exists(v.compiled, '$.nodes.*.call.process ? (@ == $key)', jsonb_build_object('key', ${key}::text)))`.execute(
    tx,
  );
  return rows;
}

/** Replaces the start events of earlier versions by those of this one. */
export async function replaceStarts(tx: Tx, version: NewVersion, starts: readonly EventStart[]): Promise<void> {
  const { definition, number, at } = version;
  await removeStarts(tx, definition.id);
  for (const start of starts) {
    if (start.kind === 'timer') {
      const { due, every, left } = start.timer;
      await sql`
        INSERT INTO process_timer (node_id, process_key, process_number, fire_at, every, repeats)
        VALUES (${start.nodeId}, ${definition.id}, ${number}, ${storableInstant(due)}, ${every ?? null}, ${left ?? null})`.execute(
        tx,
      );
    } else {
      await sql`
        INSERT INTO process_message_subscription (node_id, process_key, process_number, kind, name, since)
        VALUES (${start.nodeId}, ${definition.id}, ${number}, ${start.kind}, ${start.name}, ${at})`.execute(tx);
    }
  }
}

/** Reads the numbers of all versions of these processes. */
export async function readVersions(
  tx: Tx,
  keys: readonly string[],
): Promise<readonly { readonly process_key: string; readonly number: number }[]> {
  const { rows } = await sql<{ process_key: string; number: number }>`
    SELECT process_key, number FROM process_version WHERE process_key = ANY(${[...keys]}::text[])`.execute(tx);
  return rows;
}
