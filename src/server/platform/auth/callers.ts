import type { Logger } from 'pino';
import type { DatabaseHandle } from '../database.ts';
import type { LiveHub } from '../live.ts';

/** Database triggers notify this channel in the transaction that changes a caller's rights. */
const CALLERS_CHANNEL = 'verva_callers';

/** Callers whose rights have changed. */
export interface ChangedCallers {
  readonly all: boolean;
  readonly userIds: ReadonlySet<string>;
  readonly tenantIds: ReadonlySet<number>;
}

/** Reads a notification: comma-separated user ids and `t:<tenant>`. An empty one, as after a lost connection, means everyone. */
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

/** Drops cached callers and rechecks their live streams when any server changes their rights. Returns a function that stops it. */
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
      .catch((error: unknown) => log.error({ err: error }, 'rechecking live streams failed'));
  });
}
