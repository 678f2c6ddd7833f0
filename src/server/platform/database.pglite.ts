import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type RawResult, TransactionConnection } from './database-connection.ts';
import type { DatabaseBackend } from './database-handle.ts';
import { databaseError, PARSERS } from './database-values.ts';
import { lockFolder } from './folder-lock.ts';

const OWNER = 'SET LOCAL ROLE NONE';

/**
 * The embedded database: one connection in this process. Transactions, and each statement of the job queue, are
 * serialised by one lock; without it a statement of the queue would run inside another transaction and be lost with it.
 */
export async function openPglite(dataDir: string, dump?: Blob): Promise<DatabaseBackend> {
  const inMemory = dataDir.startsWith('memory://');
  const unlock = inMemory ? () => undefined : lockFolder(dataDir);
  let lite: PGlite;
  try {
    const folder = join(dataDir, 'postgres');
    if (!inMemory) mkdirSync(folder, { recursive: true });
    lite = await PGlite.create({
      dataDir: inMemory ? dataDir : folder,
      extensions: { btree_gist, btree_gin, pg_trgm },
      parsers: { ...PARSERS },
      ...(dump ? { loadDataDir: dump } : {}),
    });
    await takeSystemRole(lite);
  } catch (error) {
    unlock();
    throw databaseError(error);
  }

  const mutex = new Mutex();
  const run = async (text: string, values: readonly unknown[]): Promise<RawResult> => {
    // Only the simple protocol takes several statements at once; the last result counts.
    const result = values.length === 0 ? (await lite.exec(text)).at(-1) : await lite.query(text, [...values]);
    const { rows = [], command = '', affectedRows = 0 } = (result ?? {}) as Partial<PgliteAnswer>;
    return { rows, command, affected: affectedRows };
  };

  return {
    kind: 'pglite',
    async transaction(preamble, work) {
      return mutex.take(async () => {
        await run(`BEGIN; ${preamble}`, []).catch(async (error) => {
          await run('ROLLBACK', []);
          throw databaseError(error);
        });
        const connection = new TransactionConnection(run);
        try {
          const result = await work(connection);
          await connection.idle();
          if (connection.failure !== undefined) throw connection.failure;
          await run('COMMIT', []);
          // The owner's transactions may have created the role.
          if (preamble === OWNER) await takeSystemRole(lite);
          return result;
        } catch (error) {
          await connection.idle();
          await run('ROLLBACK', []);
          throw databaseError(error);
        } finally {
          connection.close();
        }
      });
    },
    ownerRole: async () => 'NONE',
    executor: (text, values) =>
      mutex.take(async () => {
        try {
          if (values?.length) return { rows: (await lite.query(text, values)).rows };
          return { rows: (await lite.exec(text)).flatMap((result) => result.rows) };
        } catch (error) {
          // The queue sends whole BEGIN … COMMIT blocks; a failed one would leave the connection in an aborted transaction.
          await lite.exec('ROLLBACK');
          throw databaseError(error);
        }
      }),
    async listen(channel, on) {
      const stop = await mutex.take(() => lite.listen(channel, (payload) => mutex.outside(() => on(payload))));
      return () => mutex.take(async () => (lite.closed ? undefined : stop()));
    },
    dump: () => mutex.take(() => lite.dumpDataDir('none')),
    async close() {
      await mutex.take(() => lite.close());
      unlock();
    },
  };
}

interface PgliteAnswer {
  rows: unknown[];
  command: string;
  affectedRows: number;
}

/** Outside of transactions only the job queue uses the connection, and verva_system owns its schema. The role does not exist before the first migration. */
async function takeSystemRole(lite: PGlite): Promise<void> {
  const { rows } = await lite.query(`SELECT 1 FROM pg_roles WHERE rolname = 'verva_system'`);
  if (rows.length > 0) await lite.exec('SET ROLE verva_system');
}

/** A first-come, first-served lock. Throws on re-entry, which would wait for ever. */
class Mutex {
  #tail: Promise<unknown> = Promise.resolve();
  readonly #mine = new AsyncLocalStorage<{ isOpen: boolean }>();

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#mine.getStore()?.isOpen) {
      throw new Error('A transaction inside a transaction would wait for itself; use the existing tx.');
    }
    const turn = { isOpen: true };
    const done = this.#tail
      .then(() => this.#mine.run(turn, work))
      .finally(() => {
        turn.isOpen = false;
      });
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** Runs a database callback outside of the turn that it was made in. */
  outside<T>(work: () => T): T {
    return this.#mine.exit(work);
  }
}
