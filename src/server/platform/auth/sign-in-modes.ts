import { sql } from 'kysely';
import { SIGN_IN_MODES, type SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import { type DatabaseHandle, json, type Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';
import type { Issuer } from './issuers.ts';
import type { CheckedToken } from './token-checks.ts';

/** Key of the organisation's setting in `tenant_setting`: `{modes, since}`. Without it, every mode is allowed. */
const SIGN_IN_MODES_SETTING = 'signInModes';

export interface AllowedModes {
  readonly modes: readonly SignInMode[];
  /** When they were set: sessions that began before stay valid. */
  readonly since: Date;
}

/** Reads the ways to sign in that the organisation of this transaction allows. */
export async function readSignInModes(tx: Tx): Promise<AllowedModes> {
  const { rows } = await sql<{ value: { modes: readonly string[]; since: string } }>`SELECT value FROM tenant_setting
    WHERE key = ${SIGN_IN_MODES_SETTING}`.execute(tx);
  const value = rows[0]?.value;
  if (!value) return { modes: SIGN_IN_MODES, since: new Date(0) };
  return { modes: SIGN_IN_MODES.filter((mode) => value.modes.includes(mode)), since: new Date(value.since) };
}

export async function writeSignInModes(tx: Tx, { modes, since }: AllowedModes): Promise<void> {
  await sql`INSERT INTO tenant_setting (key, value) VALUES (${SIGN_IN_MODES_SETTING}, ${json({ modes, since })})
    ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx);
}

/** The first factor in `amr` (RFC 8176) of the embedded service. */
const MODE_OF_METHOD: Readonly<Record<string, SignInMode>> = {
  pwd: 'password',
  sms: 'oneTimePassword',
  pop: 'passkey',
};

/** How the session of a token began; null: at another identity service, which decides itself. */
function modeOf({ key, tenantId }: Pick<Issuer, 'key' | 'tenantId'>, { claims }: CheckedToken): SignInMode | null {
  if (tenantId !== null) return 'singleSignOn';
  if (key !== BUILT_IN_ISSUER) return null;
  return MODE_OF_METHOD[String([claims.amr].flat()[0])] ?? 'password';
}

/**
 * Throws `session.sign_in_mode` when the organisation does not allow the way in which the session began. An account can
 * belong to several organisations, of which another one allowed it.
 */
export async function assertSignInMode(
  db: Pick<DatabaseHandle, 'tenantTransaction'>,
  { tenantId, userId }: CallerSession,
  issuer: Pick<Issuer, 'key' | 'tenantId'>,
  checked: CheckedToken,
): Promise<void> {
  const mode = modeOf(issuer, checked);
  if (mode === null) return;
  const { auth_time: authTime } = checked.claims;
  // Providers renew tokens for as long as they like, so that only the time of the token counts.
  const begun = mode === 'singleSignOn' || typeof authTime !== 'number' ? checked.issuedAt : authTime;
  await db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const { modes, since } = await readSignInModes(tx);
    if (modes.includes(mode) || begun < Math.floor(since.getTime() / 1000)) return;
    const { rows } = await sql<{ name: string }>`SELECT name FROM tenant`.execute(tx);
    throw new AppError('session.sign_in_mode', { tenant: rows[0]!.name });
  });
}
