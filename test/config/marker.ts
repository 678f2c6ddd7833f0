import { sql } from 'kysely';
import { CONFIG_KINDS } from '../../src/server/modules/config/kinds/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { asSuperuser } from '../scans/fill.ts';
import type { Table } from '../tenancy/catalogue.ts';
import { LEFT_OUT } from './left-out.ts';

/** The marker as each type can hold it. */
const MARKED: Readonly<Record<string, (marker: string) => string>> = {
  text: (marker) => `'${marker}'`,
  jsonb: (marker) => `'{"leaked": "${marker}"}'`,
  'text[]': (marker) => `'{${marker}}'`,
  bytea: (marker) => `'${marker}'::bytea`,
};

/**
 * Writes the marker into every column of a tenant that the file must not contain, where the column's checks accept it.
 * Returns the marked columns.
 */
export async function markSecrets(
  db: DatabaseHandle,
  tables: readonly Table[],
  tenantId: number,
  marker: string,
): Promise<string[]> {
  const ofKinds = new Set(CONFIG_KINDS.flatMap((kind) => kind.tables));
  const marked: string[] = [];
  await asSuperuser(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const { name, columns, hasTenant } of tables.filter((table) => table.hasTenant || table.name === 'tenant')) {
      for (const { name: column, type } of columns) {
        const value = MARKED[type]?.(marker);
        const isConfiguration = ofKinds.has(name) && !(`${name}.${column}` in LEFT_OUT);
        if (value === undefined || isConfiguration) continue;
        // A check may accept no free text, such as of a status or a digest of fixed length.
        const update = `UPDATE ${name} SET ${column} = ${value} WHERE ${hasTenant ? 'tenant_id' : 'id'} = ${tenantId}`;
        await sql`SELECT set_config('test.marked', '', true)`.execute(tx);
        await sql
          .raw(
            `DO $$ BEGIN ${update}; PERFORM set_config('test.marked', 'yes', true); EXCEPTION WHEN OTHERS THEN NULL; END $$`,
          )
          .execute(tx);
        const { rows } = await sql<{ marked: string }>`SELECT current_setting('test.marked') AS marked`.execute(tx);
        if (rows[0]?.marked === 'yes') marked.push(`${name}.${column}`);
      }
    }
  });
  return marked;
}
