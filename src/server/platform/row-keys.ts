import { type RawBuilder, sql } from 'kysely';

/**
 * Keys of rows over several organisations, to join as `k (tenant_id, id)`. Every index begins with the tenant: an id alone
 * reads the whole table.
 */
export function keysOf(rows: readonly { readonly tenant_id: number; readonly id: string }[]): RawBuilder<unknown> {
  const tenants = rows.map(({ tenant_id }) => tenant_id);
  const ids = rows.map(({ id }) => id);
  return sql`unnest(${tenants}::int[], ${ids}::uuid[]) AS k (tenant_id, id)`;
}
