import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Reads the IANA time zone of a tenant, for jobs: a request has it in its session. */
export async function readTimeZone(tx: Tx, tenantId: number): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`SELECT time_zone FROM tenant WHERE id = ${tenantId}`.execute(tx);
  return rows[0]?.time_zone ?? 'UTC';
}
