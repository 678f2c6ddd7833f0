import { sql } from 'kysely';
import { type DatabaseHandle, json } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';

/** How a user signed in at the embedded service. */
export type SigninMode = 'password' | 'one-time-password' | 'new-password' | 'passkey';

export interface SigninAudit {
  readonly verb:
    | 'sign-in'
    | 'sign-in-failed'
    | 'sign-in-locked'
    | 'sign-out'
    | 'sign-out-all'
    | 'refresh-token-reused'
    | 'password-reset'
    | 'password-change'
    | 'second-factor-added'
    | 'second-factor-removed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'backup-codes-created'
    | 'backup-code-used';
  readonly tenantId: number;
  /** `app_user.id`; nothing is written without one. */
  readonly userId: string | undefined;
  readonly sessionId: string;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Events without a proven identity: the row has a subject and no actor. */
const UNPROVEN: ReadonlySet<SigninAudit['verb']> = new Set([
  'sign-in-failed',
  'sign-in-locked',
  'refresh-token-reused',
]);

/** Writes sign-ins, sign-outs and new passwords to the audit log of the user's tenant, with the session's ID and never a token. Sends a live event to open pages when all sessions ended. */
export function signinAudit(db: DatabaseHandle): (entry: SigninAudit) => Promise<void> {
  return async ({ verb, tenantId, userId, sessionId, requestId, details }) => {
    if (userId === undefined) return;
    const actor = UNPROVEN.has(verb) ? null : userId;
    await db.tenantTransaction({ tenantId, userId: actor, requestId }, async (tx) => {
      await sql`INSERT INTO audit_log (actor_id, request_id, verb, entity, entity_id, subject_id, after)
        VALUES (${actor}::uuid, ${requestId}, ${verb}, 'session', ${sessionId}, ${userId}::uuid, ${details ? json(details) : null}::jsonb)`.execute(
        tx,
      );
      if (verb !== 'sign-out-all' && verb !== 'password-reset') return;
      await enqueue(tx, 'live', { principals: [`u:${userId}`], type: 'session.revoked', data: {} });
    });
  };
}
