import type { Kysely } from 'kysely';
import { bindQueries, type TransactionConnection } from './database-connection.ts';
import { type TenantScope, tenantPreamble } from './database-scope.ts';
import type { Database } from './schema.ts';

export type { TenantScope } from './database-scope.ts';
export { DatabaseError, json, orInfinity } from './database-values.ts';
export { FolderLockedError } from './folder-lock.ts';
export { extendPartitions, migrate, NewerDatabaseError } from './migrate.ts';

/** Queries on one connection inside one transaction. `tx.transaction()` is a savepoint. Must not be kept after the transaction. */
export type Tx = Kysely<Database>;

export interface DatabaseHandle {
  readonly kind: 'pglite' | 'postgres';
  /** As the tenant: its rows only, whatever the query forgets. Every request and every job step. */
  tenantTransaction<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Sign-in and token check, before a tenant is known: `idn_*`, issuers and identities. */
  signinTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The few tables that the dispatcher reads across tenants, and the job queue's schema. */
  systemTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Migrations and tests only. Policies bind the owner too: it reads no tenant's rows, unless it is a superuser. */
  ownerTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls back for each NOTIFY on the channel; with an empty payload after a lost connection was replaced. Returns the function that stops it. */
  listen(channel: string, on: (payload: string) => void): Promise<() => Promise<void>>;
  /** One text, as verva_system and outside of our transactions, for the job queue. */
  executor(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

export interface DatabaseConfig {
  /** PostgreSQL 15+. Without it the embedded database in `dataDir` is used. */
  readonly databaseUrl?: string;
  /** Folder of the embedded database, `./data` by default; `memory://` for tests. */
  readonly dataDir?: string;
  readonly poolSize?: number;
  /** Tests: a dump of an embedded database to begin with. */
  readonly dump?: Blob;
}

/** What PGlite and PostgreSQL do differently. */
export interface DatabaseBackend {
  readonly kind: 'pglite' | 'postgres';
  /** BEGIN and `preamble` in one round trip, then the work, then COMMIT; ROLLBACK when it throws or a statement failed. */
  transaction<T>(
    preamble: string,
    work: (connection: TransactionConnection) => Promise<T>,
    options?: { prepare?: boolean },
  ): Promise<T>;
  /** The role that owns the tables, or NONE when that is the login itself. */
  ownerRole(): Promise<string>;
  executor(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  listen(channel: string, on: (payload: string) => void): Promise<() => Promise<void>>;
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

const backends = new WeakMap<DatabaseHandle, DatabaseBackend>();

/** Tests: a copy of an embedded database, to open others with. */
export async function dumpDatabase(db: DatabaseHandle): Promise<Blob> {
  return backends.get(db)!.dump!();
}

/**
 * Opens the database; does not migrate it. Throws FolderLockedError when another process uses the folder, and what the
 * driver says when PostgreSQL does not answer.
 */
export async function openDatabase(config: DatabaseConfig): Promise<DatabaseHandle> {
  // Only the driver in use is loaded: the embedded one brings megabytes of WebAssembly.
  const backend = config.databaseUrl
    ? await (await import('./database.postgres.ts')).openPostgres(config.databaseUrl, config.poolSize)
    : await (await import('./database.pglite.ts')).openPglite(config.dataDir ?? './data', config.dump);
  const inTransaction = <T>(preamble: string, work: (tx: Tx) => Promise<T>, options?: { prepare: boolean }) =>
    backend.transaction(preamble, (connection) => work(bindQueries(connection)), options);
  const handle: DatabaseHandle = {
    kind: backend.kind,
    tenantTransaction: async (scope, work) => inTransaction(tenantPreamble(scope), work),
    signinTransaction: (work) => inTransaction('SET LOCAL ROLE verva_signin', work),
    systemTransaction: (work) => inTransaction('SET LOCAL ROLE verva_system', work),
    ownerTransaction: async (work) =>
      inTransaction(`SET LOCAL ROLE ${await backend.ownerRole()}`, work, { prepare: false }),
    listen: backend.listen,
    executor: backend.executor,
    close: backend.close,
  };
  backends.set(handle, backend);
  return handle;
}
