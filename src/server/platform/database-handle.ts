import type { Kysely } from 'kysely';
import type { TransactionConnection } from './database-connection.ts';
import type { Actor, TenantScope } from './database-scope.ts';
import type { Database } from './schema.ts';

/** Queries on one connection inside one transaction. `tx.transaction()` is a savepoint. Must not be kept after the transaction. */
export type Tx = Kysely<Database>;

export interface DatabaseHandle {
  readonly kind: 'pglite' | 'postgres';
  /** Runs with the tenant's rights: sees only its rows, even if the query has no condition. For every request and every job step. */
  tenantTransaction<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Sign-in and token check, before a tenant is known: `idn_*`, issuers and identities. `actor` is named in the audit log. */
  signinTransaction<T>(work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T>;
  /** The few tables that the dispatcher reads across tenants, and the job queue's schema. */
  systemTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Migrations and tests only. Policies bind the owner too: it reads no tenant's rows, unless it is a superuser. */
  ownerTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Calls back for each NOTIFY on the channel, and with an empty payload after reconnecting. Returns a function that stops it. */
  listen(channel: string, on: (payload: string) => void): Promise<() => Promise<void>>;
  /** Runs one text, as verva_system and outside of our transactions, for the job queue. */
  executor(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

export interface DatabaseConfig {
  /** PostgreSQL 15+. Without it the embedded database in `dataDir` is used. */
  readonly databaseUrl?: string;
  /** Folder of the embedded database, `./data` by default; `memory://` for tests. */
  readonly dataDir?: string;
  readonly poolSize?: number;
  /** Tests: a dump of an embedded database to start from. */
  readonly dump?: Blob;
}

/** The differences between PGlite and PostgreSQL. */
export interface DatabaseBackend {
  readonly kind: 'pglite' | 'postgres';
  /** Sends BEGIN and `preamble` in one round trip, then the work, then COMMIT; ROLLBACK when it throws or a statement failed. */
  transaction<T>(
    preamble: string,
    work: (connection: TransactionConnection) => Promise<T>,
    options?: { prepare?: boolean },
  ): Promise<T>;
  /** Returns the role that owns the tables, or NONE when it is the login itself. */
  ownerRole(): Promise<string>;
  executor(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  listen(channel: string, on: (payload: string) => void): Promise<() => Promise<void>>;
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}
