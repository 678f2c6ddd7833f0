import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';

/** Returns the caller of a synchronisation by another system: an administrator that is no user. */
export async function readSyncSession(db: DatabaseHandle, tenantId: number): Promise<CallerSession | undefined> {
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{
      slug: string;
      timeZone: string;
      languageId: string;
    }>`SELECT slug, time_zone AS "timeZone", language_id AS "languageId"
      FROM tenant WHERE id = ${tenantId} AND status = 'active'`.execute(tx),
  );
  const tenant = rows[0];
  if (!tenant) return undefined;
  return {
    tenantId,
    tenantSlug: tenant.slug,
    timeZone: tenant.timeZone,
    languageId: tenant.languageId,
    userId: '',
    username: '',
    name: '',
    groups: ['admin'],
    isAdmin: true,
    isProvider: false,
    scopes: null,
  };
}
