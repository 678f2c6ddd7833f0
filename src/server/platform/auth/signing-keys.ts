import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK } from 'jose';
import { sql } from 'kysely';
import { type Elapsed, elapsed as monotonic } from '../clock.ts';
import type { DatabaseHandle, Tx } from '../database.ts';
import { createSealer, type Sealer } from './sealed.ts';

const DAY_MS = 86_400_000;
/** How long a key signs. The next key is published for this long before its first signature, so that no verifier meets an unknown key. */
const ACTIVE_MS = 90 * DAY_MS;
/** How long a retired key still verifies: the longest token lifetime, plus time for instances to notice. */
const RETIRED_MS = 2 * 3_600_000;
const RELOAD_MS = 5 * 60_000;
/** Minimum interval between reloads caused by tokens with unknown keys. */
const UNKNOWN_KEY_COOLDOWN_MS = 10_000;
/** The same number in every instance: only one at a time creates or promotes keys. */
const ROTATION_LOCK = 7_146_001;

interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
}

export interface SigningKeys {
  /** Returns the key that signs now; creates the first keys when there are none. */
  active(): Promise<SigningKey>;
  /** Returns the public keys: next, active and retired. */
  publicKeys(): Promise<JSONWebKeySet>;
  /** Returns the public key with this id, or undefined. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** Promotes the next key at once, for example when a key may have leaked: the previous key stops verifying. */
  replaceActive(): Promise<void>;
}

interface KeyRow {
  kid: string;
  jwk_private: Uint8Array;
  state: 'next' | 'active' | 'retired';
  not_after: Date;
}

interface LoadedKeys {
  /** When it was read, on the monotonic clock. */
  readonly at: number;
  readonly active: SigningKey;
  readonly activeUntil: number;
  readonly jwks: JSONWebKeySet;
  readonly verifying: ReadonlyMap<string, CryptoKey>;
}

export interface SigningKeysOptions {
  readonly db: Pick<DatabaseHandle, 'signinTransaction'>;
  readonly masterKey: string | Uint8Array;
  readonly clock: () => Date;
  readonly elapsed?: Elapsed;
}

/** The RS256 keys of the embedded identity service. They are in the database, so that a restart signs no user out and all instances agree. */
export function createSigningKeys({ db, masterKey, clock, elapsed = monotonic }: SigningKeysOptions): SigningKeys {
  const sealer = createSealer(masterKey, 'idn_key');
  let loaded: LoadedKeys | undefined;
  let loading: Promise<LoadedKeys> | undefined;

  function reload(): Promise<LoadedKeys> {
    loading ??= db
      .signinTransaction((tx) => rotate(tx, sealer, clock()))
      .then((rows) => load(rows, sealer, elapsed()))
      .then((keys) => {
        loaded = keys;
        return keys;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  async function current(): Promise<LoadedKeys> {
    const isFresh = loaded && elapsed() - loaded.at < RELOAD_MS;
    if (loaded && isFresh && clock().getTime() < loaded.activeUntil) return loaded;
    return reload();
  }

  return {
    async active() {
      return (await current()).active;
    },
    async publicKeys() {
      return (await current()).jwks;
    },
    async find(kid) {
      const keys = await current();
      const known = keys.verifying.get(kid);
      if (known || elapsed() - keys.at < UNKNOWN_KEY_COOLDOWN_MS) return known;
      return (await reload()).verifying.get(kid);
    },
    async replaceActive() {
      await current();
      await db.signinTransaction(async (tx) => {
        await lock(tx);
        await sql`DELETE FROM idn_key WHERE state = 'active'`.execute(tx);
      });
      await reload();
    },
  };
}

async function lock(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ROTATION_LOCK}::bigint)`.execute(tx);
}

const readKeys = async (tx: Tx) =>
  (await sql<KeyRow>`SELECT kid, jwk_private, state, not_after FROM idn_key`.execute(tx)).rows;

/** Rotates the keys: one active that has not expired, one next, and the retired ones that may still verify. */
async function rotate(tx: Tx, sealer: Sealer, now: Date): Promise<KeyRow[]> {
  const settled = await readKeys(tx);
  const ended = (row: KeyRow) => row.not_after.getTime() <= now.getTime();
  const isSettled = (rows: KeyRow[]) =>
    rows.some((row) => row.state === 'active' && !ended(row)) && rows.some((row) => row.state === 'next');
  if (isSettled(settled)) return settled.filter((row) => row.state !== 'retired' || !ended(row));

  await lock(tx);
  const rows = await readKeys(tx);
  if (isSettled(rows)) return rows.filter((row) => row.state !== 'retired' || !ended(row));
  const active = rows.find((row) => row.state === 'active');
  const next = rows.find((row) => row.state === 'next');
  if (!active || ended(active)) {
    if (active) {
      const until = new Date(now.getTime() + RETIRED_MS);
      await sql`UPDATE idn_key SET state = 'retired', not_after = ${until} WHERE kid = ${active.kid}`.execute(tx);
    }
    const until = new Date(now.getTime() + ACTIVE_MS);
    if (next) await sql`UPDATE idn_key SET state = 'active', not_after = ${until} WHERE kid = ${next.kid}`.execute(tx);
    else await insertKey(tx, sealer, 'active', until);
    await insertKey(tx, sealer, 'next', until);
  } else {
    await insertKey(tx, sealer, 'next', active.not_after);
  }
  await sql`DELETE FROM idn_key WHERE state = 'retired' AND not_after <= ${now}`.execute(tx);
  return readKeys(tx);
}

async function insertKey(tx: Tx, sealer: Sealer, state: 'active' | 'next', notAfter: Date): Promise<void> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  const sealed = sealer.seal(JSON.stringify(jwk), kid);
  await sql`INSERT INTO idn_key (kid, jwk_private, state, not_after) VALUES (${kid}, ${sealed}, ${state}, ${notAfter})`.execute(
    tx,
  );
}

async function load(rows: readonly KeyRow[], sealer: Sealer, at: number): Promise<LoadedKeys> {
  const jwks: JWK[] = [];
  const verifying = new Map<string, CryptoKey>();
  let active: SigningKey | undefined;
  let activeUntil = 0;
  for (const row of rows) {
    const jwk = openKey(row, sealer);
    const publicJwk: JWK = { kty: 'RSA', n: jwk.n!, e: jwk.e!, kid: row.kid, alg: 'RS256', use: 'sig' };
    jwks.push(publicJwk);
    verifying.set(row.kid, (await importJWK(publicJwk, 'RS256')) as CryptoKey);
    if (row.state === 'active') {
      active = { kid: row.kid, key: (await importJWK(jwk, 'RS256')) as CryptoKey };
      activeUntil = row.not_after.getTime();
    }
  }
  if (!active) throw new Error('No signing key is active.');
  return { at, active, activeUntil, jwks: { keys: jwks }, verifying };
}

function openKey(row: KeyRow, sealer: Sealer): JWK {
  try {
    return JSON.parse(sealer.open(row.jwk_private, row.kid)) as JWK;
  } catch (cause) {
    throw new Error('The signing keys were stored under another MASTER_KEY.', { cause });
  }
}
