import { sql } from 'kysely';
import type { DatabaseHandle } from './database.ts';
import type { CallerSession } from './session.ts';

export interface LiveEventRow {
  readonly id: string;
  readonly principal: string;
  readonly type: string;
  readonly data: unknown;
}

/** How long missed events are kept; after a longer absence the browser reloads everything. */
const KEPT_MS = 3_600_000;
const MISSED_MAX = 500;

/** Returns the principals of a user: their own, their groups', and those of today's delegators. */
export async function principalsOf(db: DatabaseHandle, session: CallerSession, today: string): Promise<Set<string>> {
  const { tenantId, userId } = session;
  const rows = await db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const found = await sql<{ principal: string }>`
      SELECT 'g:' || group_id AS principal FROM group_member WHERE user_id = ${userId}::uuid
      UNION SELECT 'u:' || user_id FROM delegation
        WHERE delegate_user_id = ${userId}::uuid AND removed_at IS NULL AND replace_verva AND ${today}::date BETWEEN start_date AND end_date`.execute(
      tx,
    );
    return found.rows;
  });
  return new Set(['*', `u:${userId}`, `c:${userId}`, ...rows.map(({ principal }) => principal)]);
}

/** Returns the events since the last one that a user received, or that there are too many. */
export async function missedEvents(
  db: DatabaseHandle,
  { tenantId, userId }: CallerSession,
  principals: ReadonlySet<string>,
  since: string,
  now: Date,
): Promise<readonly LiveEventRow[] | 'too many'> {
  // A UUIDv7 starts with its timestamp.
  const at = Number.parseInt(since.replaceAll('-', '').slice(0, 12), 16);
  if (now.getTime() - at > KEPT_MS) return 'too many';
  const rows = await db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const found = await sql<LiveEventRow>`
      SELECT id, principal, type, data FROM live_event
      WHERE principal = ANY(${[...principals]}::text[]) AND id > ${since}::uuid
        AND type <> 'session.revoked' -- who comes back is signed in again
      ORDER BY id LIMIT ${MISSED_MAX + 1}`.execute(tx);
    return found.rows;
  });
  return rows.length > MISSED_MAX ? 'too many' : rows;
}
