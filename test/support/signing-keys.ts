import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import { createSealer } from '../../src/server/platform/auth/sealed.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { MASTER_KEY } from './identity.ts';

const FILE = new URL('../../.cache/test/signing-keys.json', import.meta.url);
const STATES = ['active', 'next'] as const;
const ACTIVE_MS = 90 * 86_400_000;
let keys: Promise<readonly JWK[]> | undefined;

/**
 * Stores signing keys in a database that has none, as the server would on the first sign-in. Generating them takes longer
 * than most tests; these are generated once for all test processes.
 */
export async function storeSigningKeys(db: DatabaseHandle, now: Date): Promise<void> {
  keys ??= readOrMakeKeys();
  const sealer = createSealer(MASTER_KEY, 'idn_key');
  const until = new Date(now.getTime() + ACTIVE_MS);
  const rows = await Promise.all(
    (await keys).map(async (jwk, index) => {
      const kid = await calculateJwkThumbprint(jwk);
      return sql`(${kid}::text, ${sealer.seal(JSON.stringify(jwk), kid)}::bytea, ${STATES[index]!}::text, ${until}::timestamptz)`;
    }),
  );
  await db.signinTransaction((tx) =>
    sql`INSERT INTO idn_key (kid, jwk_private, state, not_after)
      SELECT * FROM (VALUES ${sql.join(rows)}) AS made WHERE NOT EXISTS (SELECT 1 FROM idn_key)`.execute(tx),
  );
}

async function readOrMakeKeys(): Promise<readonly JWK[]> {
  if (existsSync(FILE)) return JSON.parse(readFileSync(FILE, 'utf8'));
  const made = await Promise.all(
    STATES.map(async () => exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)),
  );
  mkdirSync(new URL('.', FILE), { recursive: true });
  const draft = new URL(`signing-keys.${process.pid}.tmp`, FILE);
  writeFileSync(draft, JSON.stringify(made), { mode: 0o600 });
  renameSync(draft, FILE);
  return made;
}
