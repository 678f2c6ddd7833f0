import { bindQueries } from './database-connection.ts';
import type { DatabaseBackend, DatabaseConfig, DatabaseHandle, Tx } from './database-handle.ts';
import { signinPreamble, tenantPreamble } from './database-scope.ts';

export type { DatabaseHandle, Tx } from './database-handle.ts';
export type { TenantScope } from './database-scope.ts';
export { DatabaseError, DatabaseUnavailableError, json, orInfinity } from './database-values.ts';
export { FolderLockedError } from './folder-lock.ts';
export { extendPartitions, migrate, NewerDatabaseError, tenancyViolations } from './migrate.ts';

const backends = new WeakMap<DatabaseHandle, DatabaseBackend>();

/** Tests: a copy of an embedded database, to open others with. */
export async function dumpDatabase(db: DatabaseHandle): Promise<Blob> {
  return backends.get(db)!.dump!();
}

/**
 * Opens the database; does not migrate it. Throws FolderLockedError when another process uses the folder, and the
 * driver's error when PostgreSQL does not answer.
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
    signinTransaction: async (work, actor) => inTransaction(signinPreamble(actor), work),
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
