import { sql } from 'kysely';
import { CATALOGUE_ITEMS_MAX } from '../../../../shared/contracts/catalogue.contract.ts';
import type { Tx } from '../../../platform/database.ts';

/** Returns an id of the catalogue that is made from the key of a process. */
function itemIdOf(key: string): string {
  const id = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '-')
    .slice(0, 50);
  return /^[a-z]/.test(id) ? id : `p${id}`;
}

/**
 * Adds an item for a process that has none. Later the item belongs to the provider: deployments do not change it. A full
 * catalogue stays as it is, so that the deployment succeeds.
 */
export async function addCatalogueItem(tx: Tx, key: string): Promise<void> {
  const id = itemIdOf(key);
  await sql`
    INSERT INTO catalogue_item (id, kind, target)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM catalogue_item i WHERE i.id = ${id}) THEN ${id} || '-' || left(md5(${key}), 8) ELSE ${id} END, 'process', ${key}
    WHERE NOT EXISTS (SELECT 1 FROM catalogue_item i WHERE i.kind = 'process' AND i.target = ${key})
      AND (SELECT count(*) FROM catalogue_item) < ${sql.lit(CATALOGUE_ITEMS_MAX)}
    ON CONFLICT DO NOTHING`.execute(tx);
}
