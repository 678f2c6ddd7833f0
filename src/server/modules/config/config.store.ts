import { sql } from 'kysely';
import { json, type Tx } from '../../platform/database.ts';

/** Returns the family of files of the organisation. */
export async function readLine(tx: Tx): Promise<string> {
  const { rows } = await sql<{ line: string }>`SELECT config_line AS line FROM tenant`.execute(tx);
  return rows[0]!.line;
}

interface ExportNote {
  readonly line: string;
  readonly userId: string;
  readonly sha256: string;
}

export async function auditExport(tx: Tx, { line, userId, sha256 }: ExportNote): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, after)
    VALUES (${userId}::uuid, 'export', 'configuration', ${line}, ${json({ sha256 })}::jsonb)`.execute(tx);
}
