import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { TokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { AppError } from '../../src/server/platform/errors.ts';
import { createServer } from '../../src/server/platform/http/server.ts';
import type { ReceiveLimits } from '../../src/server/platform/http/slow-bodies.ts';
import { createLiveHub } from '../../src/server/platform/live.ts';
import { createMetrics } from '../../src/server/platform/metrics.ts';
import type { CallerSession } from '../../src/server/platform/session.ts';
import { contentFolder } from './files.ts';
import { MASTER_KEY, PUBLIC_URL, type TestClock, testClock } from './identity.ts';

/** Returns a user of tenant 1 without groups and with a full token; `more` overrides this. */
export function caller(more: Partial<CallerSession> = {}): CallerSession {
  return {
    tenantId: 1,
    tenantSlug: 'verva',
    timeZone: 'Europe/Tallinn',
    languageId: 'en',
    userId: '019aa5d0-0000-7000-8000-000000000001',
    username: 'anna.tamm',
    name: 'Anna Tamm',
    groups: [],
    isAdmin: false,
    isProvider: false,
    scopes: null,
    ...more,
  };
}

/** Returns the header of a caller that the fake verifier knows by this name. */
export const as = (name: string) => ({ authorization: `Bearer ${name}.of.tests` });

export interface Platform {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly clock: TestClock;
  /** Log entries, one line each. */
  readonly logged: string[];
}

/**
 * The HTTP platform without modules: a test adds its own endpoints. Tokens are only looked up among `callers`; the
 * verifier has its own tests.
 */
export async function openPlatform(
  db: DatabaseHandle,
  callers: Readonly<Record<string, CallerSession>> = { anna: caller() },
  more: Partial<AppContext> = {},
  limits?: ReceiveLimits,
): Promise<Platform> {
  const clock = testClock();
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const now = () => clock.now;
  const verifier: Pick<TokenVerifier, 'verify'> = {
    async verify(token) {
      const known = callers[token.split('.')[0] ?? ''];
      if (!known) throw new AppError('token.not_accepted');
      return known;
    },
  };
  const context: AppContext = {
    config: readConfig({ PUBLIC_URL, MASTER_KEY }),
    db,
    log,
    clock: now,
    elapsed: clock.elapsed,
    verifier: verifier as TokenVerifier,
    live: createLiveHub(db, log, now),
    contents: contentFolder(),
    metrics: createMetrics(db),
    limit: () => undefined,
    ...more,
  };
  return { app: await createServer(context, limits), context, clock, logged };
}
