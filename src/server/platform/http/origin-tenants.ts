import { sql } from 'kysely';
import type { AppContext } from '../context.ts';

/** Notified by the database when `embed_origin` changes; the payload is empty. */
const ORIGINS_CHANNEL = 'verva_origins';
/** Maximum age of the cache without a notification: the listening connection may be broken. */
const ORIGINS_MS = 60_000;

interface Known {
  readonly byOrigin: ReadonlyMap<string, ReadonlySet<number>>;
  readonly until: number;
}

/** Returns the tenants that allow pages of an origin; undefined if none does. */
export interface OriginTenants {
  of(origin: string): Promise<ReadonlySet<number> | undefined>;
  stop(): Promise<void>;
}

/** Cached in memory: a preflight has no token that names the tenant. Listens for changes from the first call on. */
export function createOriginTenants({ db, elapsed }: Pick<AppContext, 'db' | 'elapsed'>): OriginTenants {
  let known: Known | undefined;
  let changes = 0;
  let listening: Promise<() => Promise<void>> | undefined;

  const listen = () =>
    db.listen(ORIGINS_CHANNEL, () => {
      changes += 1;
      known = undefined;
    });

  async function read(): Promise<Known> {
    listening ??= listen();
    await listening.catch((error) => {
      listening = undefined;
      throw error;
    });
    const before = changes;
    const { rows } = await db.systemTransaction((tx) =>
      sql<{ origin: string; tenants: number[] }>`
        SELECT origin, array_agg(tenant_id) AS tenants FROM embed_origin GROUP BY origin`.execute(tx),
    );
    const found = {
      byOrigin: new Map(rows.map(({ origin, tenants }) => [origin, new Set(tenants)])),
      until: elapsed() + ORIGINS_MS,
    };
    // A change during the read may be missing from the result.
    if (before === changes) known = found;
    return found;
  }

  return {
    async of(origin) {
      const { byOrigin } = known && known.until >= elapsed() ? known : await read();
      return byOrigin.get(origin);
    },
    async stop() {
      await (await listening)?.();
    },
  };
}
