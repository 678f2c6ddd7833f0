import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { TokenVerifier } from './auth/verifier.ts';
import type { Elapsed } from './clock.ts';
import type { Config } from './config.ts';
import type { DatabaseHandle } from './database.ts';
import type { ContentStore } from './files.ts';
import type { LiveHub } from './live.ts';
import type { Metrics } from './metrics.ts';

/** What every module receives. One per server; nothing in it belongs to a request. */
export interface AppContext {
  readonly config: Config;
  readonly db: DatabaseHandle;
  readonly log: Logger;
  /** The only clock for points in time; tests set it. */
  readonly clock: () => Date;
  /** The only clock for durations: it never jumps. */
  readonly elapsed: Elapsed;
  readonly verifier: TokenVerifier;
  readonly live: LiveHub;
  readonly contents: ContentStore;
  readonly metrics: Metrics;
  /** Counts a request of this user or address. Throws `rate.exceeded`. */
  readonly limit: (who: string) => void;
}

/** Adds the routes of one module. */
export type ServerModule = (app: FastifyInstance, context: AppContext) => Promise<void> | void;
