import { type RawBuilder, sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';
import { readCatalogue, type Table, valuesOf } from '../tenancy/catalogue.ts';

/** Tables with more rows are large. */
export const LARGE = 10_000;
/** Some copies collide with an existing key; a fifth of those of users do. */
const ROWS = LARGE + 4000;

/** Configuration of an organisation, which does not grow with its work. */
export const SMALL: ReadonlySet<string> = new Set([
  'alert_scan',
  'app_group',
  'audit_expiry',
  'case_type',
  'catalogue_category',
  'catalogue_item',
  'company',
  'config_base',
  'config_change',
  'config_text',
  'department',
  'department_closure',
  'dimension',
  'dimension_value',
  'dropdown',
  'embed_client',
  'embed_origin',
  'erasure',
  'form',
  'form_fragment',
  'form_version',
  'idn_user',
  'language',
  'manual_group',
  'menu_item',
  'number_counter',
  'number_series',
  'process',
  'process_pace',
  'process_version',
  'receipt_anchor',
  'receipt_chain',
  'receipt_checkpoint',
  'registry',
  'registry_indexing',
  'scim_client',
  'tag',
  'tenant_export',
  'tenant_export_part',
  'tenant_setting',
  'translation',
]);

/** Runs as the login itself, which no policy restricts. */
export function asSuperuser<T>(db: DatabaseHandle, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.ownerTransaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx);
    return work(tx);
  });
}

interface Key {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * Fills every growing table of an organisation with more than `LARGE` rows, by copies of its own rows. Row n of each
 * table references row n of the others; every fifth row keeps the users of its original. Only a superuser can do this.
 */
export async function fillLarge(db: DatabaseHandle, scope: { tenantId: number; userId: string }): Promise<void> {
  const tables = (await readCatalogue(db)).filter(({ name, hasTenant }) => hasTenant && !SMALL.has(name));
  await asSuperuser(db, async (tx) => {
    // Copies violate no rule that a trigger or a foreign key checks, and need none of their work.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`SELECT set_config('app.tenant_id', ${String(scope.tenantId)}, true), set_config('app.user_id', ${scope.userId}, true)`.execute(
      tx,
    );
    const { rows: keys } = await sql<Key>`
      SELECT i.indrelid::regclass::text AS "table", array_agg(a.attname::text) AS columns
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey::int2[])
      WHERE i.indisunique GROUP BY i.indexrelid, i.indrelid`.execute(tx);
    const { rows: written } = await sql<Key>`
      SELECT attrelid::regclass::text AS "table", array_agg(attname::text) AS columns FROM pg_attribute
      WHERE attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = '' GROUP BY attrelid`.execute(tx);
    for (const table of tables) {
      const { columns } = written.find((one) => one.table === table.name)!;
      const own = keys.filter((key) => key.table === table.name);
      await fill(tx, table, columns, own, scope);
    }
    await sql`INSERT INTO receipt_chain (tenant_id, last_seq) SELECT tenant_id, max(seq) FROM manual_receipt GROUP BY 1
      ON CONFLICT (tenant_id) DO UPDATE SET last_seq = EXCLUDED.last_seq`.execute(tx);
    await sql`INSERT INTO receipt_checkpoint (tenant_id, seq, head) SELECT tenant_id, seq, hash FROM manual_receipt WHERE seq % 1000 = 0`.execute(
      tx,
    );
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(name)}`.execute(tx);
      if (rows[0]!.n <= LARGE)
        throw new Error(`${name} has only ${rows[0]!.n} rows: fill it, or say that it stays small.`);
    }
    await sql`ANALYZE`.execute(tx);
  });
}

async function fill(
  tx: Tx,
  table: Table,
  columns: readonly string[],
  keys: readonly Key[],
  scope: { tenantId: number; userId: string },
): Promise<void> {
  const { rows } =
    await sql`SELECT 1 FROM ${sql.table(table.name)} WHERE tenant_id = ${scope.tenantId} LIMIT 1`.execute(tx);
  if (rows.length === 0) {
    const values = valuesOf(table, scope, new Map());
    await sql`INSERT INTO ${sql.table(table.name)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      VALUES (${sql.join(Object.values(values))})`.execute(tx);
  }
  const copies = columns.map((name) => copied(table, name, keys));
  await sql`
    WITH own AS MATERIALIZED (SELECT *, row_number() OVER () - 1 AS own_number, count(*) OVER () AS own_count
      FROM ${sql.table(table.name)} WHERE tenant_id = ${scope.tenantId} LIMIT 50)
    INSERT INTO ${sql.table(table.name)} (${sql.join(columns.map((name) => sql.ref(name)))}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(copies)} FROM generate_series(1, ${sql.lit(ROWS)}) n
      JOIN own x ON x.own_number = n % least(50, x.own_count)
    ON CONFLICT DO NOTHING`.execute(tx);
}

const NUMBERED = sql`(lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - ${sql.lit(ROWS)} + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Values that copies of one row lack: organisations have many of each. */
const MANY: Readonly<Record<string, RawBuilder<unknown>>> = {
  'process_message_subscription.instance_id': NUMBERED,
  'process_message_subscription.token': sql`'t' || n`,
  'process_message_subscription.correlation_key': sql`'k' || n`,
  // Records of one registry, whose columns `addRegistry` describes.
  'record.registry_id': sql`'assets'`,
  'record_index.registry_id': sql`'assets'`,
  'record_index.t1': sql`'serial ' || n`,
  'record_index.n1': sql`CASE WHEN n % 5 > 0 THEN n::float8 ELSE '-infinity' END`,
  'record_index.i1': sql`CASE WHEN n % 5 > 0 THEN now() - n * interval '1 hour' ELSE 'infinity' END`,
  'record_index_many.registry_id': sql`'assets'`,
  'record_index_many.field': sql`'words'`,
  'record_index_many.t': sql`'word ' || n % 700`,
  'embed_session.client_id': NUMBERED,
  'embed_session.origin': sql`'https://' || n || '.example'`,
};

/** Returns the value of a column in copy n. */
function copied(table: Table, name: string, keys: readonly Key[]): RawBuilder<unknown> {
  const many = MANY[`${table.name}.${name}`];
  if (many) return many;
  const own = sql`x.${sql.ref(name)}`;
  const { type, choices } = table.columns.find((one) => one.name === name)!;
  const parent = table.parents.find(({ from }) => from.includes(name))?.table;
  const isKey = keys.some(({ columns }) => columns.includes(name));
  if (type === 'uuid' && parent && SMALL.has(parent)) return own;
  // A second user, who must differ.
  if (name === 'delegate_user_id' || name === 'manager_id') return own;
  if (
    type === 'uuid' &&
    (parent === 'app_user' || /(^|_)(user_id|by|by_id|of|actor_id|owner_id)$/.test(name)) &&
    table.name !== 'app_user'
  )
    return sql`CASE WHEN n % 5 > 0 AND ${own} IS NOT NULL THEN ${NUMBERED} ELSE ${own} END`;
  if (type === 'uuid')
    return isKey || name === 'id' ? NUMBERED : sql`CASE WHEN ${own} IS NOT NULL THEN ${NUMBERED} END`;
  if (type === 'timestamp with time zone') return sql`${own} - n * interval '1 second'`;
  const isOnlyKey = keys.some(
    ({ columns }) =>
      columns.includes(name) &&
      !columns.some(
        (one) => table.columns.find((column) => column.name === one)?.type === 'uuid' && !/user_id$/.test(one),
      ),
  );
  if (!isOnlyKey || parent || choices.length > 0 || name === 'tenant_id' || name === 'user_id') return own;
  if (type === 'text') return sql`CASE WHEN ${own} IS NOT NULL THEN 'x' || n || left(${own}, 8) END`;
  if (type === 'bytea') return sql`sha256(n::text::bytea)`;
  if (type === 'date') return sql`${own} - n`;
  if (['integer', 'bigint', 'smallint'].includes(type)) return sql`${own} + n`;
  return own;
}
