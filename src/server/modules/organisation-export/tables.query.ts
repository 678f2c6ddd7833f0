import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { StoredContent } from './export.store.ts';

/** A table that the organisation can read. */
export interface ExportedTable {
  readonly name: string;
  /** Columns of the primary key other than the organisation, with their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  /** Which rows only their user can read: the column of that user, and whether other users can read the row too. */
  readonly own: { readonly column: string; readonly isShared: string } | null;
}

/** Columns that are left out of exports: what lets its holder in, or repeats a response that may contain it. */
export const SECRET_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  download: ['token_sha256'],
  embed_client: ['secret_sha256'],
  idempotency_key: ['reply', 'request_sha256'],
  mailed_action: ['token_sha256'],
  scim_client: ['secret_sha256'],
};

/** Files of organisations, without the parts of exports and the documents of HR. */
const OF_NO_PART = sql<boolean>`(exported_row.confidential IS DISTINCT FROM 'hr'
  AND NOT EXISTS (SELECT 1 FROM tenant_export_part p WHERE p.file_id = exported_row.id))`;

/** The export itself, and what HR exports itself: an export of the organisation gives no reason that users could read. */
const LEFT_OUT = ['tenant_export', 'tenant_export_part', 'hr_pay', 'hr_health_check', 'hr_document'];

/** Lists the tables that the transaction's organisation can read, by name: from the catalogue, so that new tables are included. */
export async function readTables(tx: Tx): Promise<ExportedTable[]> {
  const { rows } = await sql<{ name: string; key: ExportedTable['key'] | null; own: string | null }>`
    SELECT c.relname AS name,
      (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY array_position(i.indkey::int2[], a.attnum))
        FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey::int2[]) AND a.attname <> 'tenant_id'
        WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
      (SELECT pg_get_expr(p.polqual, p.polrelid) FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive
        AND p.polqual IS NOT NULL AND p.polcmd IN ('r', '*') AND 'verva_tenant'::regrole = ANY(p.polroles)) AS own
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND has_any_column_privilege('verva_tenant', c.oid, 'select') AND c.relname <> ALL(${LEFT_OUT}::text[])
      AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive AND 'verva_tenant'::regrole = ANY(p.polroles))
    ORDER BY c.relname COLLATE "C"`.execute(tx);
  return rows.map(({ name, key, own }) => ({ name, key: key ?? [], own: own === null ? null : ownOf(name, own) }));
}

function ownOf(table: string, policy: string): NonNullable<ExportedTable['own']> {
  const [, column] = /\b(\w+) = me\(\)/.exec(policy) ?? [];
  // Rows of a table with another kind of policy would be left out without notice.
  if (column === undefined) throw new Error(`The policy of ${table} names no user.`);
  // What groups let some users see as well is read with the rows of the user whose they are.
  const isShared = policy.replaceAll('me()', 'NULL::uuid').replaceAll(/entitled\('[^']*'::text\[\]\)/g, 'false');
  return { column, isShared };
}

/** Where the next rows begin: after this key, or at the users after this one with their own rows. */
export type Cursor = { readonly key: readonly string[] } | { readonly user: string };

export interface Rows {
  /** A line of JSON for each row. */
  readonly lines: readonly string[];
  /** Null at the end of the table. */
  readonly next: Cursor | null;
}

const FIRST_USER = '00000000-0000-0000-0000-000000000000';
const USERS = 500;

/** Reads the next rows of a table: first those that every user can read, then those of each user. */
export async function readRows(tx: Tx, table: ExportedTable, cursor: Cursor | null, most: number): Promise<Rows> {
  if (cursor && 'user' in cursor) return readOwnRows(tx, table, cursor.user);
  const { key } = table;
  const after =
    cursor && key.length > 0
      ? sql`AND (${sql.join(key.map(({ name }) => sql.ref(name)))}) > (${sql.join(
          key.map(({ type }, index) => sql`${cursor.key[index]}::text::${sql.raw(type)}`),
        )})`
      : sql``;
  const order = key.length > 0 ? sql`ORDER BY ${sql.join(key.map(({ name }) => sql.ref(name)))}` : sql``;
  const { rows } = await sql<{ line: string; key: string[] }>`
    SELECT ${lineOf(table)} AS line, ${keyOf(table)} AS key FROM ${sql.table(table.name)} exported_row
    WHERE ${table.name === 'file' ? OF_NO_PART : sql`true`} ${after} ${order} LIMIT ${most}`.execute(tx);
  const lines = rows.map(({ line }) => line);
  if (rows.length === most && key.length > 0) return { lines, next: { key: rows.at(-1)!.key } };
  return { lines, next: table.own ? { user: FIRST_USER } : null };
}

async function readOwnRows(tx: Tx, table: ExportedTable, after: string): Promise<Rows> {
  const { column, isShared } = table.own!;
  const { rows: users } = await sql<{
    id: string;
  }>`SELECT id FROM app_user WHERE id > ${after}::uuid ORDER BY id LIMIT ${USERS}`.execute(tx);
  // One by one, in the database: a policy shows each user's rows to that user alone.
  const { rows } = await sql<{
    line: string;
  }>`SELECT line FROM rows_of_users(${table.name}::text::regclass, ${column}, ${isShared},
    ${secretsOf(table)}::text[], ${users.map(({ id }) => id)}::uuid[]) AS r(line)`.execute(tx);
  const lines = rows.map(({ line }) => line);
  return { lines, next: users.length === USERS ? { user: users.at(-1)!.id } : null };
}

/** Contents of files after this hash, each once. */
export async function readContents(tx: Tx, after: string | null, most: number): Promise<StoredContent[]> {
  const { rows } =
    await sql<StoredContent>`SELECT encode(sha256, 'hex') AS sha256, max(size)::float8 AS size FROM file exported_row
    WHERE sha256 > decode(coalesce(${after}::text, ''), 'hex') AND ${OF_NO_PART} GROUP BY exported_row.sha256 ORDER BY exported_row.sha256
    LIMIT ${most}`.execute(tx);
  return rows;
}

/** A column may be named like a short alias, and would be read instead of the row. */
const lineOf = (table: ExportedTable) => sql`(to_jsonb(exported_row) - ${secretsOf(table)}::text[])::text`;

const secretsOf = ({ name }: ExportedTable) => [...(SECRET_COLUMNS[name] ?? [])];

const keyOf = ({ key }: ExportedTable) =>
  key.length === 0
    ? sql`'[]'::jsonb`
    : sql`jsonb_build_array(${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))})`;
