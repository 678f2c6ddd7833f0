import pg from 'pg';
import { type RawResult, TransactionConnection } from './database-connection.ts';
import type { DatabaseBackend } from './database-handle.ts';
import { connectionError, DatabaseUnavailableError, databaseError, PARSERS } from './database-values.ts';
import { PostgresListener } from './postgres-listener.ts';

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** PostgreSQL 15 or newer by its connection string. One pool for transactions, a small one for the job queue, one connection that listens. */
export async function openPostgres(databaseUrl: string, poolSize = 10): Promise<DatabaseBackend> {
  const common = {
    connectionString: databaseUrl,
    types,
    application_name: 'verva',
    connectionTimeoutMillis: 10_000,
    // Detects a lost host within half a minute; the system's default is two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const pool = new pg.Pool({
    ...common,
    max: poolSize,
    // Planning over the partitions of `task` takes longer than running the plan, and PostgreSQL would plan each time:
    // it rates a plan for one partition cheaper than one that finds the partition at run time.
    onConnect: (async (client: pg.Client) => {
      await client.query('SET plan_cache_mode = force_generic_plan');
    }) as never,
  } as pg.PoolConfig);
  // Opened by its first statement. The role belongs to the session: the queue's own BEGIN … COMMIT texts run as its owner.
  const queue = new pg.Pool({
    ...common,
    max: 4,
    onConnect: (async (client: pg.Client) => {
      await client.query('SET ROLE verva_system');
    }) as never,
  } as pg.PoolConfig);
  const listener = new PostgresListener(() => new pg.Client(common));
  for (const each of [pool, queue]) {
    // The pool replaces a connection that breaks while idle; without a handler the event would end the process.
    each.on('error', () => undefined);
    // The pool listens to idle connections only. A connection that breaks between two statements of a transaction needs a
    // listener of its own; its next statement fails.
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const names = new StatementNames();

  try {
    const { rows } = await pool.query<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    if (rows[0]!.version < 150_000) throw new Error('PostgreSQL 15 or newer is required.');
  } catch (error) {
    await Promise.all([pool.end(), queue.end()]);
    throw connectionError(error);
  }

  return {
    kind: 'postgres',
    async transaction(preamble, work, options) {
      const client = await begin(pool, preamble);
      let broken: Error | boolean = false;
      const connection = new TransactionConnection((text, values) =>
        run(client, text, values, options?.prepare === false ? undefined : names.of(text)),
      );
      try {
        const result = await work(connection);
        await connection.idle();
        if (connection.failure !== undefined) throw connection.failure;
        await onConnection(client.query('COMMIT'));
        return result;
      } catch (error) {
        await connection.idle();
        // Discards a connection whose ROLLBACK fails, whose plans a migration has outdated, or whose server cannot work.
        broken = await client.query('ROLLBACK').then(
          () => isOutdatedPlan(error) || error instanceof DatabaseUnavailableError,
          () => true,
        );
        throw databaseError(error);
      } finally {
        connection.close();
        client.release(broken);
      }
    },
    async ownerRole() {
      const { rows } = await onConnection(
        pool.query<{ ok: boolean }>(
          `SELECT pg_has_role(current_user, oid, 'member') AS ok FROM pg_roles WHERE rolname = 'verva_owner'`,
        ),
      );
      return rows[0]?.ok ? 'verva_owner' : 'NONE';
    },
    async executor(text, values) {
      try {
        const result = (await queue.query(text, values ? [...values] : undefined)) as pg.QueryResult | pg.QueryResult[];
        return { rows: Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows };
      } catch (error) {
        throw connectionError(error);
      }
    },
    listen: (channel, on) => listener.listen(channel, on),
    async close() {
      await listener.close();
      await Promise.all([pool.end(), queue.end()]);
    },
  };
}

/**
 * Returns a connection with an open transaction. An idle connection may have ended unnoticed; no work was done on it,
 * so the next one is used.
 */
async function begin(pool: pg.Pool, preamble: string): Promise<pg.PoolClient> {
  for (let left = pool.options.max; ; left -= 1) {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError(error);
    });
    try {
      await onConnection(client.query(`BEGIN; ${preamble}`));
      return client;
    } catch (error) {
      client.release(true);
      if (left === 0 || !(error instanceof DatabaseUnavailableError)) throw error;
    }
  }
}

async function run(client: pg.PoolClient, text: string, values: readonly unknown[], name?: string): Promise<RawResult> {
  const answer = (await onConnection<pg.QueryResult | pg.QueryResult[]>(
    values.length === 0 && name === undefined
      ? client.query(text)
      : client.query({ text, values: [...values], ...(name ? { name } : {}) }),
  )) as pg.QueryResult | pg.QueryResult[];
  const result = Array.isArray(answer) ? answer.at(-1)! : answer;
  return { rows: result.rows ?? [], command: result.command ?? '', affected: result.rowCount ?? 0 };
}

/** Converts a driver's error about one statement into ours. */
function onConnection<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw connectionError(error);
  });
}

function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && error.message.includes('cached plan must not change result type');
}

/**
 * Names for statement texts that are reused, so that the server plans each once per connection. Bounded: lists of
 * varying length produce unlimited texts, and every name uses memory in every connection.
 */
class StatementNames {
  static readonly #MOST = 500;
  readonly #seen = new Map<string, string | null>();
  #count = 0;

  of(text: string): string | undefined {
    const known = this.#seen.get(text);
    if (known) return known;
    if (text.includes(';')) return undefined;
    if (known === null && this.#count < StatementNames.#MOST) {
      this.#count += 1;
      const name = `v${this.#count}`;
      this.#seen.set(text, name);
      return name;
    }
    if (known === undefined && this.#seen.size < 4 * StatementNames.#MOST) this.#seen.set(text, null);
    return undefined;
  }
}
