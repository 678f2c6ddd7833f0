import type { DatabaseHandle, Tx } from './database-handle.ts';
import type { TenantScope } from './database-scope.ts';
import { continueAs } from './transaction-role.ts';

/** Writes beside the snapshot. What PostgreSQL commits at once, the embedded database commits with the snapshot's transaction. */
export type WriteBeside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Reads one state of a tenant's rows, whatever is changed meanwhile. On PostgreSQL others continue; the embedded database has
 * one connection, so all other work waits until the end.
 */
export function tenantSnapshot<T>(
  db: DatabaseHandle,
  scope: TenantScope,
  work: (tx: Tx, write: WriteBeside) => Promise<T>,
): Promise<T> {
  if (db.kind === 'postgres') {
    return db.tenantTransaction({ ...scope, isSnapshot: true }, (tx) =>
      work(tx, (beside) => db.tenantTransaction(scope, beside)),
    );
  }
  return db.tenantTransaction(scope, (tx) =>
    work(tx, async (beside) => {
      const result = await beside(tx);
      await continueAs(tx, scope);
      return result;
    }),
  );
}
