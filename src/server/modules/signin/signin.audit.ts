import { sql } from 'kysely';
import { type DatabaseHandle, json } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';

/** How a person signed in at the embedded service. */
export type SigninMode = 'password' | 'one-time-password' | 'new-password';

export interface SigninAudit {
  readonly verb:
    | 'sign-in'
    | 'sign-in-failed'
    | 'sign-in-locked'
    | 'sign-out'
    | 'sign-out-all'
    | 'password-reset'
    | 'password-change';
  readonly tenantId: number;
  /** `app_user.id`; without one nothing is written. */
  readonly userId: string | undefined;
  readonly sessionId: string;
  readonly requestId: string;
  readonly details?: Readonly<Record<string, string>>;
}

/** Of these nobody has proven who they are, so the row has a subject and no actor. */
const UNPROVEN: ReadonlySet<SigninAudit['verb']> = new Set(['sign-in-failed', 'sign-in-locked']);

/** Sign-ins, sign-outs and new passwords in the audit log of the person's tenant; the session's id, never a token. Open pages hear that all sessions ended. */
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
