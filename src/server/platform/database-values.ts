/** Values that both drivers accept and return: one set of rules, so that a store behaves the same on PGlite and PostgreSQL. */

const OID = { bytea: 17, int8: 20, date: 1082, timestamptz: 1184 } as const;

/** Keeps a calendar day as the text YYYY-MM-DD: as a Date it would be midnight in the server's zone. */
const day = (text: string): string => text;

/** Reads `infinity` as null: a sort key is never null in the table, and null means open-ended everywhere else. */
function instant(text: string): Date | null {
  if (text.endsWith('infinity')) return null;
  // The usual case: a session in UTC. Lists have hundreds of instants, and the general case takes three times as long.
  if (text[10] === ' ' && text.endsWith('+00')) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  // PostgreSQL writes `2026-01-02 03:04:05.678+00`; a zone of hours only is not ISO.
  return new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A number of the database is too large to be exact.');
  return value;
}

const bytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

/** Text parsers by type oid, for the types whose default differs between the drivers or loses something. */
export const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.bytea]: bytes,
  [OID.int8]: wholeNumber,
  [OID.date]: day,
  [OID.timestamptz]: instant,
};

/** Returns the value for a timestamptz or date column whose open end is `infinity`. Reading returns null again. */
export function orInfinity<T extends Date | string>(value: T | null | undefined): T | 'infinity' {
  return value ?? 'infinity';
}

/** Returns JSON for a jsonb column. Always as text: the PostgreSQL driver would send an array as `{…}`. */
export function json(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  // Lone surrogates and NUL are written as escapes, which jsonb refuses.
  return text.includes('\\u') ? JSON.stringify(value ?? null, (_name, one: unknown) => storable(one)) : text;
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}

/** A failure reported by the database. Contains names only, no values (they may be personal). */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  /** SQLSTATE, e.g. 23505 for a unique key. */
  readonly code: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly position: string | undefined;

  constructor(source: Error & Partial<Record<'code' | 'constraint' | 'table' | 'column' | 'position', string>>) {
    super(source.message);
    this.code = source.code ?? '';
    this.constraint = source.constraint;
    this.table = source.table;
    this.column = source.column;
    this.position = source.position;
  }
}

/**
 * The database cannot be reached, or it has ended the connection (a restart, a fail-over). The transaction was rolled back,
 * unless the connection ended during its COMMIT: then the outcome is unknown, and only an idempotency key makes a retry safe.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** SQLSTATE or a network code, e.g. 57P01 or ECONNREFUSED; empty where the driver has none. */
  readonly code: string;

  constructor(source: unknown) {
    super(source instanceof Error && source.message ? source.message : 'The database does not answer.');
    this.code = codeOf(source) ?? '';
  }
}

/**
 * SQLSTATEs of a database that stops, starts, is out of connections, or is now a standby (25006: an old primary after a
 * fail-over). Class 08 is the connection itself.
 */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|53[234]00|25006|40003)$/;
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** Driver errors without a code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** PGlite's errors carry the query, its parameters and a stack of minified source; none of that belongs in a log. */
export function databaseError(error: unknown): unknown {
  const code = codeOf(error);
  // A SQLSTATE has five characters. Anything else (ECONNREFUSED, a bug) is passed on unchanged.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || NETWORK.test(code)) return error;
  if (UNAVAILABLE.test(code)) return new DatabaseUnavailableError(error);
  return new DatabaseError(error as Error & { code: string });
}

/** The same for a driver's connection errors only: an ECONNREFUSED in a handler concerns another server. */
export function connectionError(error: unknown): unknown {
  if (error instanceof Error && (NETWORK.test(codeOf(error) ?? '') || DRIVER.test(error.message))) {
    return new DatabaseUnavailableError(error);
  }
  return databaseError(error);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
