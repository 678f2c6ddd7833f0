import { sql } from 'kysely';
import { addressKey } from '../../../platform/address-key.ts';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Browser } from './browser.rules.ts';

/** Where a sign-in comes from. */
export interface SignInPlace extends Browser {
  readonly address: string;
}

const PLACES_MAX = 500;

interface Novelty {
  readonly isNewBrowser: boolean;
  readonly isNewNetwork: boolean;
}

const both = (isNew: boolean): Novelty => ({ isNewBrowser: isNew, isNewNetwork: isNew });

/**
 * Whether the account has not signed in from this browser or from this network before, as far as its sessions of the last 30
 * days show. The first sign-in ever is at no new place, and neither is one beside sessions of a version that kept no address.
 */
export async function noveltyOf(tx: Tx, sub: string, place: SignInPlace): Promise<Novelty> {
  const { rows } = await sql<
    Browser & { address: string | null }
  >`SELECT DISTINCT browser, system, host(address) AS address FROM idn_refresh WHERE user_sub = ${sub}::uuid LIMIT ${PLACES_MAX}`.execute(
    tx,
  );
  if (rows.length === 0) return both(await hasSignedIn(tx, sub));
  if (rows.some(({ address }) => address === null)) return both(false);
  const network = addressKey(place.address);
  return {
    isNewBrowser: !rows.some(({ browser, system }) => browser === place.browser && system === place.system),
    isNewNetwork: !rows.some(({ address }) => addressKey(address!) === network),
  };
}

async function hasSignedIn(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM user_identity
    WHERE issuer = ${BUILT_IN_ISSUER} AND subject = ${sub} AND last_used_at IS NOT NULL LIMIT 1`.execute(tx);
  return rows.length > 0;
}
