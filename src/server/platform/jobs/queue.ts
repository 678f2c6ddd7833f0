import type { Kysely } from 'kysely';
import { type JobInsert, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../database.ts';
import { waitsForTenant } from './wait.ts';

/** The tenant of a job, and the number of the attempt (from 1). */
export interface JobInfo {
  readonly id: string;
  readonly tenantId: number;
  readonly attempt: number;
  /** Aborted when the job took too long or the server stops. */
  readonly signal: AbortSignal;
}

export type JobData = Readonly<Record<string, unknown>>;
export type JobHandler = (data: JobData, info: JobInfo) => Promise<void>;

export interface JobOptions {
  /** How often a failed job is retried, with growing delays; 3 by default. */
  readonly retries?: number;
  /** First delay in seconds; 2 by default. */
  readonly retryDelay?: number;
  /** How many run at once in this process; 4 by default. */
  readonly concurrency?: number;
  /** A job counts as failed after this many seconds (its process died); 300 by default. */
  readonly expireInSeconds?: number;
  /** Only one job per key is waiting or running. The key is the job's `singletonKey`. */
  readonly once?: boolean;
  /** Called after the last failure, to raise an incident. `error` is the text of the last failure. */
  readonly failed?: (data: JobData, info: { tenantId: number; error: string }) => Promise<void>;
}

interface Registration extends JobOptions {
  readonly handler: JobHandler;
}

export interface QueueOptions {
  /** How often a worker polls for jobs of other processes, or whose delay is over. */
  readonly pollSeconds?: number;
  /** How often it checks for jobs whose server died; 15 by default. */
  readonly superviseSeconds?: number;
}

/** A running job sends heartbeats; without one for this time its server counts as dead and the job is retried. */
const HEARTBEAT_SECONDS = 20;

/** A small interface to pg-boss. It runs as verva_system in its own schema, on the shared database. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #db: DatabaseHandle;
  readonly #log: Logger;
  readonly #pollSeconds: number;
  readonly #registered = new Map<string, Registration>();
  readonly #workers = new Map<string, string[]>();
  #isStarted = false;

  constructor(db: DatabaseHandle, log: Logger, { pollSeconds = 2, superviseSeconds = 15 }: QueueOptions = {}) {
    this.#db = db;
    this.#log = log;
    this.#pollSeconds = pollSeconds;
    this.#boss = new PgBoss({
      db: { executeSql: db.executor },
      backend: db.kind,
      schema: 'pgboss',
      // Created by the migration and owned by verva_system; pg-boss manages the tables in it.
      createSchema: false,
      schedule: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      // REINDEX CONCURRENTLY needs its own connection, which the embedded database does not have.
      reindex: db.kind === 'postgres',
      monitorVacuum: db.kind === 'postgres',
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
    this.#boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));
  }

  register(name: string, handler: JobHandler, options: JobOptions = {}): void {
    if (this.#isStarted) throw new Error(`The handler of ${name} must be registered before the jobs start.`);
    if (this.#registered.has(name)) throw new Error(`A handler of ${name} is already registered.`);
    this.#registered.set(name, { ...options, handler });
  }

  has(name: string): boolean {
    return this.#registered.has(name);
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    await this.#boss.start();
    for (const [name, { retries = 3, retryDelay = 2, expireInSeconds = 300, once = false }] of this.#registered) {
      const dead = `${name}.dead`;
      await this.#boss.createQueue(dead, { retryLimit: 5, retryDelay: 5, retryBackoff: true, expireInSeconds });
      const settings = {
        retryLimit: retries,
        retryDelay,
        retryBackoff: true,
        retryDelayMax: 300,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        expireInSeconds,
        deadLetter: dead,
        deleteAfterSeconds: 86_400,
      };
      await this.#boss.createQueue(name, { ...settings, policy: once ? 'exclusive' : 'standard' });
      await this.#boss.updateQueue(name, settings);
      // Loads the queue into pg-boss's cache. Otherwise the first send inside a transaction would read it outside of the
      // transaction, and on a single connection wait for it for ever.
      for (const each of [name, dead]) await this.#boss.insert(each, []);
    }
    for (const [name, registration] of this.#registered) await this.#work(name, registration);
  }

  /** Adds jobs to a queue within the transaction: they exist if and only if it commits. */
  async send(tx: Tx, name: string, jobs: readonly JobInsert[]): Promise<void> {
    if (!this.has(name)) throw new Error(`No handler is registered for the job ${name}.`);
    await this.#boss.insert(name, [...jobs], { db: { executeSql: (text, values) => executeIn(tx, text, values) } });
  }

  /** Makes the workers of this process poll at once; after a commit. */
  wake(name: string): void {
    for (const id of this.#workers.get(name) ?? []) this.#boss.notifyWorker(id);
  }

  /** Takes no more jobs and waits for the running ones, up to this time. Interrupted jobs run again elsewhere. */
  async stop(timeoutMs = 5000): Promise<void> {
    if (!this.#isStarted) return;
    await this.#boss.stop({ graceful: true, timeout: Math.max(timeoutMs, 1000), close: false });
  }

  async #work(name: string, { handler, failed, concurrency = 4 }: Registration): Promise<void> {
    const ids: string[] = [];
    // Workers with one job each: a slow job must not delay the others of its batch.
    for (let index = 0; index < concurrency; index += 1) {
      // One worker polls for jobs of other servers and for retries, and wakes the next one when it finds a job; this
      // server's relay wakes them all.
      const pollingIntervalSeconds = index === 0 ? this.#pollSeconds : this.#pollSeconds * 30;
      const options = { includeMetadata: true, pollingIntervalSeconds } as const;
      const id: string = await this.#boss.work<JobData, void, typeof options>(name, options, async ([job]) => {
        if (!job) return;
        if (ids[index + 1]) this.#boss.notifyWorker(ids[index + 1]!);
        try {
          const tenantId = tenantOf(job);
          if (await waitsForTenant(this.#db, { id: job.id, name, tenantId, data: job.data })) return;
          await handler(job.data, { id: job.id, tenantId, attempt: job.retryCount + 1, signal: job.signal });
          // Otherwise pg-boss would wait until its next poll.
          this.#boss.notifyWorker(id);
        } catch (error) {
          this.#log.warn({ err: error, job: name, jobId: job.id, attempt: job.retryCount + 1 }, 'job failed');
          throw error;
        }
      });
      ids.push(id);
    }
    this.#workers.set(name, ids);
    const options = { includeMetadata: true, pollingIntervalSeconds: this.#pollSeconds * 3 } as const;
    await this.#boss.work<JobData, void, typeof options>(`${name}.dead`, options, async ([job]) => {
      if (!job) return;
      const error = textOf(job.sourceOutput);
      this.#log.error({ job: name, jobId: job.sourceId, error }, 'job abandoned');
      await failed?.(job.data, { tenantId: tenantOf(job), error });
    });
  }
}

/** Returns the tenant. A job without one is not started: its handler could not know whose rows to change. */
function tenantOf(job: JobWithMetadata<JobData>): number {
  const { tenantId } = job.data ?? {};
  if (!Number.isSafeInteger(tenantId) || (tenantId as number) <= 0) throw new Error('The job has no tenant.');
  return tenantId as number;
}

function textOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: unknown };
  return String(message ?? value ?? 'unknown');
}

async function executeIn(tx: Kysely<never> | Tx, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const { rows } = await (tx as Tx).executeQuery({
    sql: text,
    parameters: values ?? [],
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: 'job' },
  });
  return { rows };
}
