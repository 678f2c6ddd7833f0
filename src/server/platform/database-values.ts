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

/** PGlite's errors carry the query, its parameters and a stack of minified source; none of that belongs in a log. */
export function databaseError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  // Five characters: a SQLSTATE. Anything else (ECONNREFUSED, a bug) rises as it is.
  if (error instanceof Error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    return new DatabaseError(error as Error & { code: string });
  }
  return error;
}
