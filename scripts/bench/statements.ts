import type pg from 'pg';
import { FIRST, idPrefix } from './targets.ts';

/** A statement from PostgreSQL's log. */
export interface Statement {
  readonly text: string;
  /** Values of $1, $2, …; null is NULL. */
  readonly values: readonly (string | null)[];
}

/**
 * Makes PostgreSQL log every statement while `work` runs, and returns those of the transaction that contains all
 * `markers` (as text or value).
 */
export async function recordTransaction(
  admin: pg.Client,
  markers: readonly string[],
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const wanted = await recordTransactions(admin, markers, work);
  if (wanted.length !== 1) throw new Error(`${wanted.length} transactions were recorded instead of one.`);
  return wanted[0]!;
}

/** Like `recordTransaction` for several transactions, in their order. */
export async function recordTransactions(
  admin: pg.Client,
  markers: readonly string[],
  work: () => Promise<unknown>,
): Promise<Statement[][]> {
  await setLog(admin, 'all');
  const { rows: before } = await admin.query<{ bytes: string }>(
    `SELECT (pg_stat_file(pg_current_logfile('jsonlog'))).size AS bytes`,
  );
  await work();
  await setLog(admin, 'none');
  const { rows: after } = await admin.query<{ text: string }>(
    `SELECT pg_read_file(pg_current_logfile('jsonlog'), $1, 100000000) AS text`,
    [before[0]!.bytes],
  );
  const lines = after[0]!.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LogLine);
  const transactions = new Map<number, Statement[]>();
  const wanted: Statement[][] = [];
  for (const line of lines) {
    const text = /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(line.message)?.[1];
    if (text === undefined) continue;
    const statement = { text, values: valuesOf(line.detail) };
    if (/^BEGIN/i.test(text)) transactions.set(line.pid, []);
    const open = transactions.get(line.pid);
    open?.push(statement);
    if (/^(COMMIT|ROLLBACK)$/i.test(text) && open) {
      transactions.delete(line.pid);
      const combined = open.map(({ text, values }) => `${text} ${values.join(' ')}`).join(' ');
      if (markers.every((marker) => combined.includes(marker))) wanted.push(open);
    }
  }
  return wanted;
}

interface LogLine {
  readonly pid: number;
  readonly message: string;
  readonly detail?: string;
}

async function setLog(admin: pg.Client, what: 'all' | 'none'): Promise<void> {
  await admin.query(`ALTER SYSTEM SET log_statement = '${what}'`);
  await admin.query('SELECT pg_reload_conf()');
  // PostgreSQL processes read the new configuration between two statements.
  await new Promise((done) => setTimeout(done, 300));
}

/** `parameters: $1 = 'it''s', $2 = NULL` */
function valuesOf(detail: string | undefined): (string | null)[] {
  const list = /^[Pp]arameters: ([\s\S]*)$/.exec(detail ?? '')?.[1] ?? '';
  return [...list.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Determines which ids of a recorded transaction belong to its target, and so differ between targets. */
export class Renaming {
  readonly #prefixes: Map<string, string>;
  readonly #fixed: ReadonlySet<string>;

  /** `known`: prefixes of ids that exist as rows; `fixed`: ids that stay, such as users. */
  constructor(known: ReadonlyMap<string, string>, fixed: readonly string[]) {
    this.#prefixes = new Map(known);
    this.#fixed = new Set(fixed);
  }

  /** Splits the value wherever an id ends in the target's number: `['…prefix', '…prefix', 'rest']`. */
  cut(value: string): { readonly parts: readonly string[]; readonly rest: string } {
    const parts: string[] = [];
    let at = 0;
    for (const { 0: id, index } of value.matchAll(UUID)) {
      if (this.#fixed.has(id)) continue;
      if (!this.#prefixes.has(id)) this.#prefixes.set(id, idPrefix(id, this.#prefixes.size));
      parts.push(value.slice(at, index) + this.#prefixes.get(id)!);
      at = index + id.length;
    }
    return { parts, rest: value.slice(at) };
  }

  /** Returns the values of a statement for one target. */
  values({ values }: Statement, number: number): (string | null)[] {
    return values.map((value) => {
      if (value === null) return null;
      const { parts, rest } = this.cut(value);
      return parts.map((part) => `${part}${FIRST + number}`).join('') + rest;
    });
  }
}

/**
 * Returns the transaction as a pgbench script in which each client takes the next number (`:n`) of its share. Each
 * value has the type that PostgreSQL infers for its parameter: an id composed of text is `text` or `uuid` as the
 * statement requires.
 */
export async function pgbenchScript(
  admin: pg.Client,
  statements: readonly Statement[],
  renaming: Renaming,
): Promise<string> {
  const literal = (value: string | null, type: string): string => {
    if (value === null) return `NULL::${type}`;
    const { parts, rest } = renaming.cut(value);
    if (parts.length === 0) return `${quoted(value)}::${type}`;
    return `(${[...parts.map((part) => `${quoted(part)}||:n`), ...(rest === '' ? [] : [quoted(rest)])].join('||')})::${type}`;
  };
  const lines = ['\\set n :first + :client_id * :each + :i', '\\set i :i + 1'];
  for (const { text, values } of statements) {
    const types = values.length === 0 ? [] : await parameterTypes(admin, text);
    // A single colon is part of a literal; the casts of PostgreSQL have two.
    const filled = text
      .replaceAll(/([^:']):(?=[a-z_])/gi, "$1:'||'")
      .replaceAll(/\$(\d+)/g, (_all, number: string) =>
        literal(values[Number(number) - 1] ?? null, types[Number(number) - 1] ?? 'text'),
      );
    const parts = text.startsWith('BEGIN;') ? filled.split(/;\s*/).filter(Boolean) : [filled];
    // Statements sent in one round trip are replayed in one round trip.
    if (parts.length > 1) lines.push('\\startpipeline');
    for (const part of parts) lines.push(`${part.replaceAll(/\s*\n\s*/g, ' ')};`);
    if (parts.length > 1) lines.push('\\endpipeline');
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the types that PostgreSQL infers for $1, $2, … of a statement. */
async function parameterTypes(admin: pg.Client, text: string): Promise<string[]> {
  await admin.query(`PREPARE inferred AS ${text}`);
  try {
    const { rows } = await admin.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'inferred'`,
    );
    return rows[0]!.types;
  } finally {
    await admin.query('DEALLOCATE inferred');
  }
}

/** pgbench reads `:word` as a variable, even inside quotes. */
function quoted(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a').replaceAll('\n', '\\n');
  return escaped.includes('\\') ? `E'${escaped}'` : `'${escaped}'`;
}
