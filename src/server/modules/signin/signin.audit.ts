import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';

export interface SigninAudit {
  readonly verb: 'sign-in' | 'sign-out' | 'sign-out-all' | 'password-reset' | 'password-change';
  readonly tenantId: number;
  /** `app_user.id`; without one nothing is written. */
  readonly userId: string | undefined;
  readonly sessionId: string;
  readonly requestId: string;
}

/** Sign-ins, sign-outs and new passwords in the audit log of the person's tenant; the session's id, never a token. Open pages hear that all sessions ended. */
export function signinAudit(db: DatabaseHandle): (entry: SigninAudit) => Promise<void> {
  return async ({ verb, tenantId, userId, sessionId, requestId }) => {
    if (userId === undefined) return;
    await db.tenantTransaction({ tenantId, userId, requestId }, async (tx) => {
      await sql`INSERT INTO audit_log (actor_id, request_id, verb, entity, entity_id, subject_id)
        VALUES (${userId}::uuid, ${requestId}, ${verb}, 'session', ${sessionId}, ${userId}::uuid)`.execute(tx);
      if (verb !== 'sign-out-all' && verb !== 'password-reset') return;
      await enqueue(tx, 'live', { principals: [`u:${userId}`], type: 'session.revoked', data: {} });
    });
  };
}
