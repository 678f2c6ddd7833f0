import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

export interface ErasedTable {
  readonly name: string;
  /** Who may delete its rows; the service those that the tenant role cannot. */
  readonly by: readonly ('tenant' | 'system')[];
  /** Its rows refer to each other, so that they go in one statement. */
  readonly isWhole: boolean;
}

interface CatalogueRow {
  readonly name: string;
  readonly byTenant: boolean;
  readonly bySystem: boolean;
  readonly parents: readonly string[];
}

/** Append-only tables come last: what deletes other rows still writes to them. */
const LAST = /^(audit_|receipt_|manual_receipt$|outbox$|live_event$|mail_message$)/;

/** The tables of an organisation in the order in which their rows can go: from the catalogue, so that new tables are included. */
export async function readErasedTables(tx: Tx): Promise<ErasedTable[]> {
  const { rows } = await sql<CatalogueRow>`SELECT c.relname AS name,
      has_table_privilege('verva_tenant', c.oid, 'delete') AS "byTenant",
      has_table_privilege('verva_system', c.oid, 'delete') AND has_table_privilege('verva_system', c.oid, 'select') AS "bySystem",
      coalesce((SELECT jsonb_agg(DISTINCT k.confrelid::regclass::text) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f'), '[]') AS parents
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')
      AND c.relname !~ '^(idn_|tenant_issuers$|user_identity$)' ORDER BY c.relname`.execute(tx);
  const order = childrenFirst(rows);
  const sorted = [...order.filter(({ name }) => !LAST.test(name)), ...order.filter(({ name }) => LAST.test(name))];
  return sorted.map(({ name, byTenant, bySystem, parents }) => ({
    name,
    by: [...(byTenant ? (['tenant'] as const) : []), ...(bySystem ? (['system'] as const) : [])],
    isWhole: parents.includes(name),
  }));
}

function childrenFirst(tables: readonly CatalogueRow[]): CatalogueRow[] {
  const done: CatalogueRow[] = [];
  const visit = (table: CatalogueRow, path: readonly string[]): void => {
    if (done.includes(table) || path.includes(table.name)) return;
    for (const child of tables.filter(({ parents }) => parents.includes(table.name)))
      visit(child, [...path, table.name]);
    done.push(table);
  };
  for (const table of tables) visit(table, []);
  return done;
}

/** Deletes some rows of a table, in the role and the organisation of the transaction. Returns how many. */
export async function deleteRows(tx: Tx, table: ErasedTable, tenantId: number, most: number): Promise<number> {
  const isOurs = sql`tenant_id = ${tenantId}`;
  const some = table.isWhole
    ? sql``
    : sql`AND ctid = ANY(ARRAY(SELECT ctid FROM ${sql.table(table.name)} WHERE ${isOurs} LIMIT ${sql.lit(most)}))`;
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table.name)} WHERE ${isOurs} ${some}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
