/** What both drivers hand out and take: one set of rules, so that a store behaves the same on PGlite and PostgreSQL. */

const OID = { bytea: 17, int8: 20, date: 1082, timestamptz: 1184 } as const;

/** A calendar day stays the text YYYY-MM-DD: as a Date it would be midnight of the server's zone. */
const day = (text: string): string => text;

/** `infinity` is null: a sort key is never null in the table, and an open end is "none" everywhere else. */
function instant(text: string): Date | null {
  if (text.endsWith('infinity')) return null;
  // Nearly always: a session in UTC. Lists have hundreds of instants, and the general way takes three times as long.
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

/** The value for a timestamptz or date column whose open end is `infinity`. Reading gives null again. */
export function orInfinity<T extends Date | string>(value: T | null | undefined): T | 'infinity' {
  return value ?? 'infinity';
}

/** JSON for a jsonb column. Always as text: the PostgreSQL driver would send an array as `{…}`. */
export function json(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  // Halves of surrogate pairs and NUL are written as escapes, and no jsonb takes them.
  return text.includes('\\u') ? JSON.stringify(value ?? null, (_name, one: unknown) => storable(one)) : text;
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}

/** A failure that the database reported. Has no values in it (they may be personal), only names. */
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
  /** SQLSTATE or the code of the network, e.g. 57P01 or ECONNREFUSED; empty where the driver gives none. */
  readonly code: string;

  constructor(source: unknown) {
    super(source instanceof Error && source.message ? source.message : 'The database does not answer.');
    this.code = codeOf(source) ?? '';
  }
}

/**
 * SQLSTATEs of a database that stops, starts, is full of connections, or is a standby now (25006: an old primary after a
 * fail-over). Class 08 is the connection itself.
 */
const UNAVAILABLE = /^(?:08...|57P0[1-5]|53[234]00|25006|40003)$/;
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** The driver gives these no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** PGlite's errors carry the query, its parameters and a stack of minified source; none of that belongs in a log. */
export function databaseError(error: unknown): unknown {
  const code = codeOf(error);
  // Five characters: a SQLSTATE. Anything else (ECONNREFUSED, a bug) rises as it is.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || NETWORK.test(code)) return error;
  if (UNAVAILABLE.test(code)) return new DatabaseUnavailableError(error);
  return new DatabaseError(error as Error & { code: string });
}

/** The same for what a driver says of a connection. Only for that: a handler's own ECONNREFUSED is another server's. */
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
