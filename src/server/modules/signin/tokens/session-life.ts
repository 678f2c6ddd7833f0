import { sql } from 'kysely';
import { SESSION_HOURS_MAX } from '../../../../shared/contracts/session-life.rules.ts';
import type { SignInSettings } from '../../../../shared/contracts/sign-in-settings.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { IdentityService } from '../service.ts';
import { findPeople } from '../signin.store.ts';

const HOUR_MS = 3_600_000;
/** Keys of the organisation's settings in `tenant_setting`. */
export const SESSION_HOURS = 'sessionHours';
export const IDLE_HOURS = 'sessionIdleHours';

type SessionLife = Pick<SignInSettings, 'sessionHours' | 'idleHours'>;

/** How long sessions of users of the organisation last. */
export async function readSessionLife(tx: Tx): Promise<SessionLife> {
  const { rows } = await sql<{ key: string; value: unknown }>`SELECT key, value FROM tenant_setting
    WHERE key IN (${SESSION_HOURS}, ${IDLE_HOURS})`.execute(tx);
  const hoursOf = (wanted: string) => {
    const value = rows.find(({ key }) => key === wanted)?.value;
    return typeof value === 'number' ? value : null;
  };
  return { sessionHours: hoursOf(SESSION_HOURS) ?? SESSION_HOURS_MAX, idleHours: hoursOf(IDLE_HOURS) };
}

/** When a session that begins now ends, used or not: the shortest times of the account's organisations. */
export async function sessionEnd(
  { db }: Pick<IdentityService, 'db'>,
  sub: string,
  now: Date,
): Promise<{ readonly expiresAt: Date; readonly idleSeconds: number | null }> {
  let hours = SESSION_HOURS_MAX;
  let idle = Number.POSITIVE_INFINITY;
  for (const { tenantId } of await db.signinTransaction((tx) => findPeople(tx, sub))) {
    const life = await db.tenantTransaction({ tenantId, userId: null }, readSessionLife);
    hours = Math.min(hours, life.sessionHours);
    idle = Math.min(idle, life.idleHours ?? idle);
  }
  return {
    expiresAt: new Date(now.getTime() + hours * HOUR_MS),
    idleSeconds: Number.isFinite(idle) ? (idle * HOUR_MS) / 1000 : null,
  };
}
