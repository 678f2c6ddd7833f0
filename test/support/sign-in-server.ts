import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createTokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import type { AppContext, ServerModule } from '../../src/server/platform/context.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { createServer } from '../../src/server/platform/http/server.ts';
import { createMetrics } from '../../src/server/platform/metrics.ts';
import { MASTER_KEY, PUBLIC_URL, type TestClock } from './identity.ts';
import { storeSigningKeys } from './signing-keys.ts';

/** Starts a server with only these modules, where people sign in with passwords; requests are injected. */
export async function signInServer(
  db: DatabaseHandle,
  clock: TestClock,
  modules: readonly ServerModule[],
  more: Partial<AppContext> = {},
): Promise<FastifyInstance> {
  await storeSigningKeys(db, clock.now);
  const now = () => clock.now;
  const { elapsed } = clock;
  const context = {
    config: { publicUrl: PUBLIC_URL, preventUserExistenceErrors: 'LEGACY', masterKey: MASTER_KEY },
    db,
    log: pino({ level: 'silent' }),
    clock: now,
    elapsed,
    verifier: createTokenVerifier({ db, publicUrl: PUBLIC_URL, masterKey: MASTER_KEY, clock: now, elapsed }),
    metrics: createMetrics(db),
    limit: () => {},
    ...more,
  } as unknown as AppContext;
  const app = await createServer(context);
  for (const module of modules) await module(app, context);
  return app;
}
