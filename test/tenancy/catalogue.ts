import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';

export interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** Values that a CHECK lists. */
  choices: string[];
}

export interface Table {
  name: string;
  columns: Column[];
  /** Rights of verva_tenant on the table. */
  verbs: { select: boolean; insert: boolean; update: boolean; delete: boolean };
  /** Tables that its foreign keys reference, with the columns on both sides. */
  parents: { table: string; from: string[]; to: string[] }[];
  hasTenant: boolean;
}

/** Reads every table of the product from the database itself, so that new tables are included. */
export async function readCatalogue(db: DatabaseHandle): Promise<Table[]> {
  const { rows } = await db.ownerTransaction((tx) =>
    sql<Table>`
    SELECT c.relname AS name,
      jsonb_build_object('select', has_any_column_privilege('verva_tenant', c.oid, 'select'), 'insert', has_any_column_privilege('verva_tenant', c.oid, 'insert'),
        'update', has_any_column_privilege('verva_tenant', c.oid, 'update'), 'delete', has_table_privilege('verva_tenant', c.oid, 'delete')) AS verbs,
      EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id') AS "hasTenant",
      (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
          'isRequired', a.attnotnull AND NOT a.atthasdef AND a.attidentity = '',
          'choices', coalesce((SELECT jsonb_agg(m[1]) FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') m
            WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%= ANY%'), '[]')) ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      coalesce((SELECT jsonb_agg(jsonb_build_object('table', k.confrelid::regclass::text,
          'from', (SELECT jsonb_agg(a.attname ORDER BY o) FROM unnest(k.conkey) WITH ORDINALITY u(n, o) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = n),
          'to', (SELECT jsonb_agg(a.attname ORDER BY o) FROM unnest(k.confkey) WITH ORDINALITY u(n, o) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = n)))
        FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'), '[]') AS parents
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`.execute(
      tx,
    ),
  );
  return rows;
}

/** Values that a CHECK requires without listing them. */
const SPECIAL: Record<string, unknown> = {
  'embed_origin.origin': 'https://intranet.example',
  'app_user.username': 'somebody',
  'app_group.id': 'somegroup',
  'language.language_id': 'et',
  'translation.language_id': 'et',
  'dropdown.id': 'someList',
  'file.sha256': Buffer.alloc(32, 1),
  'embed_client.secret_sha256': Buffer.alloc(32, 1),
  'scim_client.secret_sha256': Buffer.alloc(32, 1),
  'idn_link.token_sha256': Buffer.alloc(32, 1),
  'idn_passkey.credential_id': Buffer.alloc(32, 1),
  'case_type.id': 'leave',
  'catalogue_category.id': 'hr',
  'catalogue_item.id': 'leave',
  'idn_failure.bucket': Buffer.alloc(32, 1),
  'manual_text.sha256': Buffer.alloc(32, 1),
  'manual_image.sha256': Buffer.alloc(32, 1),
  'manual_version.publish_at': null,
  'registry.columns': '[]',
  'hr_access_log.as_group': 'manager',
  'hr_access_log.kind': 'user',
  'hr_document.removed_at': new Date('2026-01-01T00:00:00Z'),
  'task_identity_link.principal': 'g:somegroup',
  // A private row is already refused by its own policy.
  'saved_view.audience': 'tenant',
  'process_timer.token': null,
  'process_timer.process_key': 'text value',
  'process_message_subscription.process_key': 'text value',
};

/** Kind of the log row that others need to write a confidential row of a user. */
const CONFIDENTIAL: Readonly<Record<string, string>> = {
  hr_pay: 'pay',
  hr_health_check: 'health',
  hr_document: 'health',
};
const HR = 'employee_management_admin';

/** Writes a row as its own user, or of a confidential table as a member of HR who logs the access. */
export async function writeRow(
  db: DatabaseHandle,
  scope: { tenantId: number; userId: string },
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  const kind = CONFIDENTIAL[table];
  if (kind === undefined) return db.tenantTransaction(scope, (tx) => insertRow(tx, table, row));
  const userId = uuid7();
  await db.tenantTransaction({ ...scope, userId: null }, async (tx) => {
    await insertRow(tx, 'app_user', { id: userId, username: `hr-${userId}` });
    await sql`INSERT INTO app_group (id, name) VALUES (${HR}, 'HR') ON CONFLICT DO NOTHING`.execute(tx);
    await insertRow(tx, 'group_member', { group_id: HR, user_id: userId });
  });
  await db.tenantTransaction({ ...scope, userId }, async (tx) => {
    const log = { subject_id: scope.userId, kind, as_group: HR, verb: 'change' };
    await insertRow(tx, 'hr_access_log', log);
    await insertRow(tx, table, row);
  });
}

/** Writes one row of every table for the tenant, parents first, and returns what it wrote by table. */
export async function fillTenant(
  db: DatabaseHandle,
  tables: readonly Table[],
  scope: { tenantId: number; userId: string },
): Promise<Map<string, Record<string, unknown>>> {
  const written = new Map<string, Record<string, unknown>>();
  for (const table of parentsFirst(tables.filter(({ hasTenant }) => hasTenant))) {
    const row = valuesOf(table, scope, written);
    const insert = async (tx: Tx) => {
      // A trigger wrote its row with that of another table; it is written like any other.
      if (table.name === 'record_index') await sql`DELETE FROM record_index`.execute(tx);
      await insertRow(tx, table.name, row);
    };
    if (table.name in CONFIDENTIAL) await writeRow(db, scope, table.name, row);
    else if (table.verbs.insert) await db.tenantTransaction(scope, insert);
    else if (/^(idn_|tenant_issuers$|user_identity$)/.test(table.name)) await db.signinTransaction(insert);
    else await db.systemTransaction(insert);
    written.set(table.name, row);
  }
  return written;
}

export async function insertRow(tx: Tx, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    VALUES (${sql.join(names.map((name) => row[name]))})`.execute(tx);
}

export function valuesOf(
  table: Table,
  scope: { tenantId: number; userId: string },
  written: ReadonlyMap<string, Record<string, unknown>>,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { name, type, isRequired, choices } of table.columns) {
    const special = SPECIAL[`${table.name}.${name}`];
    if (name === 'tenant_id') row[name] = scope.tenantId;
    else if (special !== undefined) row[name] = special;
    else if (name === 'id' && type === 'uuid') row[name] = uuid7();
    else if (isRequired) row[name] = choices[0] ?? sampleOf(type);
  }
  // The caller's own rows: some tables show only these.
  if (table.columns.some(({ name }) => name === 'user_id')) row.user_id = scope.userId;
  for (const { table: parent, from, to } of table.parents) {
    const target = written.get(parent);
    if (!target || from.every((name) => !(name in row) || name === 'tenant_id')) continue;
    for (const [index, name] of from.entries()) {
      const value = target[to[index]!];
      if (name in row && row[name] !== null && value !== undefined && name !== 'user_id') row[name] = value;
    }
  }
  return row;
}

function sampleOf(type: string): unknown {
  switch (type) {
    case 'uuid':
      return uuid7();
    case 'integer':
    case 'smallint':
    case 'bigint':
      return 1;
    case 'boolean':
      return false;
    case 'jsonb':
      return '{}';
    case 'bytea':
      return Buffer.from('ab');
    case 'timestamp with time zone':
      return new Date('2026-01-01T00:00:00Z');
    case 'date':
      return '2026-01-01';
    default:
      return type.endsWith('[]') ? [] : 'text value';
  }
}

function parentsFirst(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  const visit = (table: Table, path: readonly string[]) => {
    if (sorted.includes(table) || path.includes(table.name)) return;
    for (const { table: parent } of table.parents) {
      const found = tables.find(({ name }) => name === parent);
      if (found) visit(found, [...path, table.name]);
    }
    sorted.push(table);
  };
  for (const table of tables) visit(table, []);
  return sorted;
}
