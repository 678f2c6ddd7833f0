import { sql } from 'kysely';
import type { AppContext } from '../context.ts';

/** Told by the database whenever `embed_origin` has changed; the payload is empty. */
const ORIGINS_CHANNEL = 'verva_origins';
/** What was read is read again after so long even if nothing is told: the listening connection may be broken. */
const ORIGINS_MS = 60_000;

interface Known {
  readonly byOrigin: ReadonlyMap<string, ReadonlySet<number>>;
  readonly until: number;
}

/** The tenants that allow pages of an origin; undefined: none does. */
export interface OriginTenants {
  of(origin: string): Promise<ReadonlySet<number> | undefined>;
  stop(): Promise<void>;
}

/** Kept in memory: a preflight has no token that would say which tenant is meant. Listens for changes from the first question on. */
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
    // What changed while it was read may not be in it.
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
