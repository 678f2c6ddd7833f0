import type { Logger } from 'pino';
import type { DatabaseHandle } from '../database.ts';
import type { LiveHub } from '../live.ts';

/** Triggers of the database notify it in the transaction that changes what callers may do. */
const CALLERS_CHANNEL = 'verva_callers';

/** Whose rights have changed. */
export interface ChangedCallers {
  readonly all: boolean;
  readonly userIds: ReadonlySet<string>;
  readonly tenantIds: ReadonlySet<number>;
}

/** Reads a notification: ids of people and `t:<tenant>`, separated by commas; empty, as after a lost connection, is everyone. */
function readNotice(payload: string): ChangedCallers {
  const parts = payload.split(',').filter(Boolean);
  const isTenant = (part: string) => part.startsWith('t:');
  return {
    all: parts.length === 0,
    userIds: new Set(parts.filter((part) => !isTenant(part))),
    tenantIds: new Set(parts.filter(isTenant).map((part) => Number(part.slice(2)))),
  };
}

export function concerns(
  { all, userIds, tenantIds }: ChangedCallers,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: string },
): boolean {
  return all || userIds.has(userId) || tenantIds.has(tenantId);
}

/** Forgets callers and looks at their live streams again as soon as any server changes what they may. Returns how to stop. */
export function followCallers({
  db,
  verifier,
  live,
  log,
}: {
  readonly db: DatabaseHandle;
  readonly verifier: { forgetChanged(changed: ChangedCallers): void };
  readonly live: LiveHub;
  readonly log: Logger;
}): Promise<() => Promise<void>> {
  return db.listen(CALLERS_CHANNEL, (payload) => {
    const changed = readNotice(payload);
    verifier.forgetChanged(changed);
    live
      .recheck((session) => concerns(changed, session))
      .catch((error: unknown) => log.error({ err: error }, 'Live streams could not be checked again'));
  });
}
