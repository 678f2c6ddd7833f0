import { sql } from 'kysely';
import { addressKey } from '../../../platform/address-key.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { CognitoError } from '../core/errors.ts';
import {
  ATTEMPTS_PER_ADDRESS,
  BAD_REFRESHES_PER_ADDRESS,
  bucket,
  FAILURES_PER_NAME,
  FORGET_MS,
  INFORMED,
  KNOWN_ADDRESS_MS,
  LOOKUPS_PER_ADDRESS,
  RATE_LIMITS,
  type RateLimited,
  type Window,
  waitAfter,
} from './throttle.rules.ts';

type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly because: 'address' | 'name'; readonly seconds: number };

/** Counts attempts in the database, so that all instances share the counts and a restart keeps them. */
export interface Throttle {
  /**
   * Counts a password attempt as failed before it is evaluated, so that fifty concurrent attempts count as fifty failures;
   * `succeeded` undoes it. Unknown usernames are counted too, otherwise a refusal would reveal which names exist.
   */
  attempt(name: string, ip: string): Promise<Admission>;
  succeeded(name: string, ip: string): Promise<void>;
  mayRefresh(ip: string): Promise<Admission>;
  refreshFailed(ip: string): Promise<void>;
  lookup(ip: string): Promise<Admission>;
  /** Counts a limited operation by name and by address. Throws LimitExceededException, or TooManyRequestsException for the address. */
  countOperation(what: RateLimited, name: string, ip: string): Promise<void>;
  /** Whether the account gets another e-mail of this kind. */
  mayInform(kind: string, sub: string): Promise<boolean>;
}

const PURGE_EVERY = 500;

interface Row {
  count: number;
  window_end: Date;
}

export function createThrottle(db: Pick<DatabaseHandle, 'signinTransaction'>, clock: () => Date): Throttle {
  let calls = 0;

  async function purge(tx: Tx, now: Date): Promise<void> {
    calls += 1;
    if (calls % PURGE_EVERY !== 1) return;
    // Skips locked rows: waiting for them could deadlock with a transaction that waits for this one.
    await sql`DELETE FROM idn_throttle WHERE bucket IN
      (SELECT bucket FROM idn_throttle WHERE window_end < ${now} LIMIT 5000 FOR UPDATE SKIP LOCKED)`.execute(tx);
  }

  return {
    attempt(name, ip) {
      const now = clock();
      const address = addressKey(ip);
      return db.signinTransaction(async (tx) => {
        await purge(tx, now);
        const ofAddress = await count(tx, bucket('attempt', address), ATTEMPTS_PER_ADDRESS, now);
        if (ofAddress.count > ATTEMPTS_PER_ADDRESS.max) return refuse('address', ofAddress.window_end, now);

        const failures = bucket('failure', name, address);
        const before = await lockRow(tx, failures, now);
        const waitUntil = before ? before.window_end.getTime() - FORGET_MS : 0;
        if (before && before.count > 0 && waitAfter(before.count) > 0 && now.getTime() < waitUntil) {
          return refuse('name', new Date(waitUntil), now);
        }
        const ofName = await count(tx, bucket('name', name), FAILURES_PER_NAME, now);
        if (ofName.count > FAILURES_PER_NAME.max && !(await read(tx, bucket('known', name, address), now))) {
          return refuse('name', ofName.window_end, now);
        }
        const failed = (before?.count ?? 0) + 1;
        const until = new Date(now.getTime() + waitAfter(failed) + FORGET_MS);
        await sql`UPDATE idn_throttle SET count = ${failed}, window_end = ${until} WHERE bucket = ${failures}`.execute(
          tx,
        );
        return { admitted: true };
      });
    },
    async succeeded(name, ip) {
      const now = clock();
      const address = addressKey(ip);
      const until = new Date(now.getTime() + KNOWN_ADDRESS_MS);
      await db.signinTransaction(async (tx) => {
        // Same order of rows as in `attempt`, to avoid a deadlock.
        await sql`DELETE FROM idn_throttle WHERE bucket = ${bucket('failure', name, address)}`.execute(tx);
        await decrement(tx, bucket('name', name));
        await sql`INSERT INTO idn_throttle (bucket, count, window_end) VALUES (${bucket('known', name, address)}, 1, ${until})
          ON CONFLICT (bucket) DO UPDATE SET window_end = excluded.window_end`.execute(tx);
      });
    },
    mayRefresh(ip) {
      const now = clock();
      return db.signinTransaction(async (tx) => {
        const row = await read(tx, bucket('refresh', addressKey(ip)), now);
        const { max, ms } = BAD_REFRESHES_PER_ADDRESS;
        // A window that ends later than possible was written by a server with a wrong clock; the next failure shortens it.
        return row && row.count >= max && row.window_end.getTime() <= now.getTime() + ms
          ? refuse('address', row.window_end, now)
          : { admitted: true };
      });
    },
    async refreshFailed(ip) {
      await db.signinTransaction((tx) =>
        count(tx, bucket('refresh', addressKey(ip)), BAD_REFRESHES_PER_ADDRESS, clock()),
      );
    },
    lookup(ip) {
      const now = clock();
      return db.signinTransaction(async (tx) => {
        await purge(tx, now);
        const row = await count(tx, bucket('lookup', addressKey(ip)), LOOKUPS_PER_ADDRESS, now);
        return row.count > LOOKUPS_PER_ADDRESS.max ? refuse('address', row.window_end, now) : { admitted: true };
      });
    },
    async countOperation(what, name, ip) {
      const now = clock();
      const windows = RATE_LIMITS[what];
      const refused = await db.signinTransaction(async (tx): Promise<Admission> => {
        await purge(tx, now);
        const ofAddress = await count(tx, bucket(`${what}:address`, addressKey(ip)), windows.address, now);
        if (ofAddress.count > windows.address.max) return refuse('address', ofAddress.window_end, now);
        if (windows.name === null) return { admitted: true };
        const ofName = await count(tx, bucket(`${what}:name`, name), windows.name, now);
        return ofName.count > windows.name.max ? refuse('name', ofName.window_end, now) : { admitted: true };
      });
      if (refused.admitted) return;
      const error = refused.because === 'name' ? 'LimitExceededException' : 'TooManyRequestsException';
      throw new CognitoError(error, undefined, { retryAfter: refused.seconds });
    },
    mayInform: (kind, sub) =>
      db.signinTransaction(async (tx) => {
        const sent = await count(tx, bucket('informed', kind, sub), INFORMED, clock());
        return sent.count <= INFORMED.max;
      }),
  };
}

function refuse(because: 'address' | 'name', until: Date, now: Date): Admission {
  return { admitted: false, because, seconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) };
}

/**
 * Adds one to the count of a window; an ended window starts again at one. Shortens a window that ends later than
 * possible, because a server with a wrong clock wrote it.
 */
async function count(tx: Tx, name: string, window: Window, now: Date): Promise<Row> {
  const until = new Date(now.getTime() + window.ms);
  const { rows } =
    await sql<Row>`INSERT INTO idn_throttle AS t (bucket, count, window_end) VALUES (${name}, 1, ${until})
    ON CONFLICT (bucket) DO UPDATE SET
      count = CASE WHEN t.window_end <= ${now} THEN 1 ELSE t.count + 1 END,
      window_end = CASE WHEN t.window_end <= ${now} THEN excluded.window_end ELSE least(t.window_end, excluded.window_end) END
    RETURNING count, window_end`.execute(tx);
  return rows[0]!;
}

async function decrement(tx: Tx, name: string): Promise<void> {
  await sql`UPDATE idn_throttle SET count = greatest(count - 1, 0) WHERE bucket = ${name}`.execute(tx);
}

async function read(tx: Tx, name: string, now: Date): Promise<Row | undefined> {
  const { rows } =
    await sql<Row>`SELECT count, window_end FROM idn_throttle WHERE bucket = ${name} AND window_end > ${now}`.execute(
      tx,
    );
  return rows[0];
}

/** Creates the row if it is missing and locks it until the end of the transaction. */
async function lockRow(tx: Tx, name: string, now: Date): Promise<Row | undefined> {
  await sql`INSERT INTO idn_throttle (bucket, count, window_end) VALUES (${name}, 0, ${now}) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
  const { rows } = await sql<Row>`SELECT count, window_end FROM idn_throttle WHERE bucket = ${name} FOR UPDATE`.execute(
    tx,
  );
  const row = rows[0]!;
  if (row.window_end <= now) return undefined;
  // It ends later than possible: a server with a wrong clock wrote it.
  const latest = new Date(now.getTime() + waitAfter(row.count) + FORGET_MS);
  if (row.window_end <= latest) return row;
  await sql`UPDATE idn_throttle SET window_end = ${latest} WHERE bucket = ${name}`.execute(tx);
  return { ...row, window_end: latest };
}
