import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';
import { deployAndStart } from './model.ts';

/** Ids of a target end in its number with this many digits, so that a pgbench client can compose them too. */
const DIGITS = 10;
export const FIRST = 10 ** (DIGITS - 1);

/** Returns the id without its last digits. `salt` separates ids with equal prefixes. */
export function idPrefix(id: string, salt: number): string {
  return id.slice(0, -DIGITS - 2) + salt.toString(16).padStart(2, '0');
}

export interface Targets {
  /** Returns the task id of a target. */
  readonly taskOf: (number: number) => string;
  readonly instanceOf: (number: number) => string;
  /** Returns the prefixes of the ids that a recorded completion of this target would contain. */
  readonly prefixesOf: (number: number) => Map<string, string>;
}

const INSTANCE_SALT = 0xa1;
const TASK_SALT = 0xa2;

/** Starts the process once, and copies every row of that instance `count` times: each copy is one task to complete. */
export async function prepareTargets(db: DatabaseHandle, tenantId: number, count: number): Promise<Targets> {
  const original = await deployAndStart(db, tenantId);
  const instance = idPrefix(original.instanceId, INSTANCE_SALT);
  const task = idPrefix(original.taskId, TASK_SALT);
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    for (const table of ['process_instance', 'process_token', 'process_event', 'process_history']) {
      await copy(tx, table, table === 'process_instance' ? 'id' : 'instance_id', original.instanceId);
    }
    for (const table of ['task', 'task_identity_link', 'task_inbox']) {
      await copy(tx, table, table === 'task' ? 'id' : 'task_id', original.taskId);
    }
  });
  const taskOf = (number: number) => `${task}${FIRST + number}`;
  const instanceOf = (number: number) => `${instance}${FIRST + number}`;
  const prefixesOf = (number: number) =>
    new Map([
      [taskOf(number), task],
      [instanceOf(number), instance],
    ]);
  return { taskOf, instanceOf, prefixesOf };

  async function copy(tx: Tx, table: string, column: string, id: string) {
    // As text, so that the ids of the instance and task are replaced everywhere, including in JSON.
    const { rows } = await sql<{ names: string }>`
      SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(tx);
    const columns = sql.raw(rows[0]!.names);
    await sql`
      INSERT INTO ${sql.table(table)} (${columns}) SELECT ${columns} FROM (SELECT (jsonb_populate_record(NULL::${sql.table(table)},
        replace(replace(to_jsonb(s)::text, ${original.instanceId}::text, ${instance}::text || (${FIRST}::bigint + g)),
          ${original.taskId}::text, ${task}::text || (${FIRST}::bigint + g))::jsonb
        || ${sql.raw(table === 'process_history' ? `jsonb_build_object('id', uuid7())` : `'{}'::jsonb`)})).*
      FROM ${sql.table(table)} s CROSS JOIN generate_series(0, ${count - 1}::int) g WHERE ${sql.ref(`s.${column}`)} = ${id}::uuid) r`.execute(
      tx,
    );
  }
}
