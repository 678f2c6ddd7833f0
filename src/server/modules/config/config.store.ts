import { sql } from 'kysely';
import { json, type Tx } from '../../platform/database.ts';

/** Returns the family of files of the organisation. */
export async function readLine(tx: Tx): Promise<string> {
  const { rows } = await sql<{ line: string }>`SELECT config_line AS line FROM tenant`.execute(tx);
  return rows[0]!.line;
}

interface Note {
  readonly verb: 'export' | 'config-applied' | 'config-rolled-back';
  readonly line: string;
  readonly userId: string;
  /** Of the file. */
  readonly sha256: string;
  readonly change?: string;
}

/** Adds one row about the configuration as a whole to the audit log. */
export async function auditChange(tx: Tx, { verb, line, userId, sha256, change }: Note): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, after)
    VALUES (${userId}::uuid, ${verb}, 'configuration', ${line}, ${json({ sha256, ...(change && { change }) })}::jsonb)`.execute(
    tx,
  );
}
