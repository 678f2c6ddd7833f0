import { sql } from 'kysely';
import { json, type Tx } from './database.ts';
import type { CallerSession } from './session.ts';

/** The back end through whose element something was done, and the origin of the page. */
export interface ElementClient {
  readonly id: string;
  /** As it was called then. */
  readonly name: string;
  readonly origin: string;
}

/** The element client of a session; undefined for people who signed in themselves. */
export function clientOf({ client, origin }: Pick<CallerSession, 'client' | 'origin'>): ElementClient | undefined {
  return client && { id: client.id, name: client.name, origin: origin ?? '' };
}

/** Writes to the audit log what was done for a person through an element client. */
export async function auditClient(
  tx: Tx,
  client: ElementClient,
  what: { readonly userId: string; readonly verb: string; readonly entity: string; readonly id: string },
): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, request_id, verb, entity, entity_id, subject_id, after)
    VALUES (${what.userId}::uuid, nullif(current_setting('app.request_id', true), ''), ${what.verb}, ${what.entity}, ${what.id},
      ${what.userId}::uuid, ${json({ via: client })}::jsonb)`.execute(tx);
}
