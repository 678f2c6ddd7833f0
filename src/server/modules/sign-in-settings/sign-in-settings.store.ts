import { sql } from 'kysely';
import { SECOND_FACTORS } from '../../../shared/contracts/second-factor.rules.ts';
import { SIGN_IN_MODES, type SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import type { SignInSettings } from '../../../shared/contracts/sign-in-settings.contract.ts';
import { SECOND_FACTOR_SETTING } from '../../platform/auth/second-factor.ts';
import { readSignInModes, writeSignInModes } from '../../platform/auth/sign-in-modes.ts';
import { json, type Tx } from '../../platform/database.ts';
import { IDLE_HOURS, readSessionLife, SESSION_HOURS } from '../signin/index.ts';

type KeptSettings = Omit<SignInSettings, 'modes'>;

/** Members of the settings with the keys under which they are stored. */
const SETTINGS = [
  ['secondFactor', SECOND_FACTOR_SETTING],
  ['sessionHours', SESSION_HOURS],
  ['idleHours', IDLE_HOURS],
] as const;

export async function readSettings(tx: Tx): Promise<KeptSettings> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM tenant_setting
    WHERE key = ${SECOND_FACTOR_SETTING}`.execute(tx);
  return {
    secondFactor: SECOND_FACTORS.find((one) => one === rows[0]?.value) ?? 'off',
    ...(await readSessionLife(tx)),
  };
}

/** Members that are missing stay as they are. */
export async function writeSettings(tx: Tx, settings: Partial<KeptSettings>): Promise<void> {
  for (const [name, key] of SETTINGS) {
    const value = settings[name];
    if (value === undefined) continue;
    await sql`INSERT INTO tenant_setting (key, value) VALUES (${key}, ${json(value)})
      ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx);
  }
}

export const readModes = async (tx: Tx): Promise<readonly SignInMode[]> => (await readSignInModes(tx)).modes;

/** Writes the modes unless they are allowed already: the time from which they apply must not move. */
export async function writeModes(tx: Tx, wanted: readonly SignInMode[], now: Date): Promise<boolean> {
  const modes = SIGN_IN_MODES.filter((mode) => wanted.includes(mode));
  if ((await readModes(tx)).join() === modes.join()) return false;
  await writeSignInModes(tx, { modes, since: now });
  return true;
}
