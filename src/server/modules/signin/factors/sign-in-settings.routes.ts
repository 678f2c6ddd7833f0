import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { SECOND_FACTORS } from '../../../../shared/contracts/second-factor.rules.ts';
import {
  getSignInSettings,
  putSignInSettings,
  type SignInSettings,
} from '../../../../shared/contracts/sign-in-settings.contract.ts';
import { SECOND_FACTOR_SETTING } from '../../../platform/auth/second-factor.ts';
import type { AppContext } from '../../../platform/context.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { serve } from '../../../platform/http/serve.ts';
import { IDLE_HOURS, readSessionLife, SESSION_HOURS } from '../tokens/session-life.ts';

/** How the users of an organisation sign in (SEC-01), for its administrators. */
export function signInSettingsRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getSignInSettings, ({ tx }) => readSettings(tx));

  serve(app, context, putSignInSettings, async ({ tx, body }) => {
    for (const [name, key] of SETTINGS) {
      const value = body[name];
      if (value === undefined) continue;
      await sql`INSERT INTO tenant_setting (key, value) VALUES (${key}, ${json(value)})
        ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx);
    }
    return readSettings(tx);
  });
}

/** Members of the body with the keys under which they are stored. */
const SETTINGS = [
  ['secondFactor', SECOND_FACTOR_SETTING],
  ['sessionHours', SESSION_HOURS],
  ['idleHours', IDLE_HOURS],
] as const;

async function readSettings(tx: Tx): Promise<SignInSettings> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM tenant_setting
    WHERE key = ${SECOND_FACTOR_SETTING}`.execute(tx);
  return {
    secondFactor: SECOND_FACTORS.find((one) => one === rows[0]?.value) ?? 'off',
    ...(await readSessionLife(tx)),
  };
}
