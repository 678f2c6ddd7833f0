import { sql } from 'kysely';
import { json, type Tx } from './database.ts';
import type { CallerSession } from './session.ts';

/** The back end whose element performed an action, and the origin of the page. */
export interface ElementClient {
  readonly id: string;
  /** Its name at that time. */
  readonly name: string;
  readonly origin: string;
}

/** Returns the element client of a session; undefined for users who signed in themselves. */
export function clientOf({ client, origin }: Pick<CallerSession, 'client' | 'origin'>): ElementClient | undefined {
  return client && { id: client.id, name: client.name, origin: origin ?? '' };
}

/** Through what a session's changes come, for the audit log. */
export function viaOf(session: Pick<CallerSession, 'client' | 'origin'>): string {
  const client = clientOf(session);
  return client ? `element: ${client.name} (${client.origin})` : 'application';
}

/** Records in the audit log an action performed for a user through an element client. */
export async function auditClient(
  tx: Tx,
  client: ElementClient,
  what: { readonly userId: string; readonly verb: string; readonly entity: string; readonly id: string },
): Promise<void> {
  await sql`INSERT INTO audit_log (actor_id, request_id, verb, entity, entity_id, subject_id, after)
    VALUES (${what.userId}::uuid, nullif(current_setting('app.request_id', true), ''), ${what.verb}, ${what.entity}, ${what.id},
      ${what.userId}::uuid, ${json({ via: client })}::jsonb)`.execute(tx);
}
