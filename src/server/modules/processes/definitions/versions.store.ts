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

/** Replaces the start events of earlier versions by those of this one. */
export async function replaceStarts(tx: Tx, version: NewVersion, starts: readonly EventStart[]): Promise<void> {
  const { definition, number, at } = version;
  await sql`DELETE FROM process_message_subscription WHERE process_key = ${definition.id} AND instance_id IS NULL`.execute(
    tx,
  );
  await sql`DELETE FROM process_timer WHERE process_key = ${definition.id} AND instance_id IS NULL`.execute(tx);
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
