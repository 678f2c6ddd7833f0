import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { databaseError } from './database-values.ts';
import type { Database } from './schema.ts';

export interface RawResult {
  readonly rows: unknown[];
  readonly command: string;
  readonly affected: number;
}

/** Runs one statement with its values on one open connection. Several statements at once only without values. */
export type RunStatement = (text: string, values: readonly unknown[]) => Promise<RawResult>;

/**
 * A connection inside one open transaction. Statements are queued (a store may use Promise.all), and the first failure
 * is remembered: a handler that swallowed it must not see its transaction "commit".
 */
export class TransactionConnection implements DatabaseConnection {
  failure: unknown;
  readonly #run: RunStatement;
  #tail: Promise<unknown> = Promise.resolve();
  #depth = 0;
  #open = true;

  constructor(run: RunStatement) {
    this.#run = run;
  }

  close(): void {
    this.#open = false;
  }

  async idle(): Promise<void> {
    await this.#tail.catch(() => undefined);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, affected } = await this.run(query.sql, query.parameters);
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return { rows: rows as R[], ...(changes ? { numAffectedRows: BigInt(affected) } : {}) };
  }

  async run(text: string, values: readonly unknown[] = []): Promise<RawResult> {
    if (!this.#open) throw new Error('This transaction has ended; its tx must not be used again.');
    const turn = this.#tail.catch(() => undefined).then(() => this.#run(text, values));
    this.#tail = turn;
    try {
      return await turn;
    } catch (error) {
      const known = databaseError(error);
      this.failure ??= known;
      throw known;
    }
  }

  // biome-ignore lint/correctness/useYield: rows are read in pages, by keyset; streaming is not supported.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported; read in pages.');
  }

  /** `tx.transaction()` inside a transaction is a savepoint: a failure in it can be caught, and the transaction continues. */
  async savepoint(): Promise<void> {
    this.#depth += 1;
    await this.run(`SAVEPOINT s${this.#depth}`);
  }

  async release(): Promise<void> {
    await this.run(`RELEASE SAVEPOINT s${this.#depth}`);
    this.#depth -= 1;
  }

  async rollbackToSavepoint(): Promise<void> {
    await this.run(`ROLLBACK TO SAVEPOINT s${this.#depth}; RELEASE SAVEPOINT s${this.#depth}`);
    this.#depth -= 1;
    this.failure = undefined;
  }
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/** Returns the query builder on one connection. Cheap: nothing is pooled or opened. */
export function bindQueries(connection: TransactionConnection): Kysely<Database> {
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: () => connection.savepoint(),
    commitTransaction: () => connection.release(),
    rollbackTransaction: () => connection.rollbackToSavepoint(),
    destroy: async () => undefined,
  };
  return new Kysely<Database>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
}
