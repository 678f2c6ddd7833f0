import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { announceMenu, lockMenu } from './menus.store.ts';
import { type AddedEntries, planMenu, type StoredEntry } from './product-menu.rules.ts';
import { PRODUCT_MENU, type ProductEntry } from './product-menu.ts';

/** Setting of an organisation that lists the product entries it has received. */
const GIVEN_KEY = 'menu.given';

/** What organisations receive of the product in addition to its menu. */
export interface ProductPart {
  /** Its content: organisations receive a changed one with the next start. */
  readonly content: unknown;
  readonly give: (tx: Tx) => Promise<void>;
}

/**
 * Adds new entries of the product's menu to every organisation, and keeps what it changed or removed. Only organisations
 * without this edition of the menu and the other parts are processed. Several servers may call it at once.
 */
export async function addProductMenu(
  db: DatabaseHandle,
  product: readonly ProductEntry[] = PRODUCT_MENU,
  parts: readonly ProductPart[] = [],
): Promise<void> {
  const contents = [product, ...parts.map(({ content }) => content)];
  const edition = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 16);
  const { rows: behind } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE menu_edition IS DISTINCT FROM ${edition} ORDER BY id`.execute(tx),
  );
  for (const { id: tenantId } of behind) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      await giveMenu(tx, product);
      for (const part of parts) await part.give(tx);
    });
    // If the server stops between the two transactions, the next run finds nothing to add and records the edition.
    await db.systemTransaction((tx) =>
      sql`UPDATE tenant SET menu_edition = ${edition} WHERE id = ${tenantId}`.execute(tx),
    );
  }
}

/** Does the same for the organisation of the transaction. */
export async function giveMenu(tx: Tx, product: readonly ProductEntry[] = PRODUCT_MENU): Promise<void> {
  await lockMenu(tx);
  const kept = await storedGiven(tx);
  const { rows } =
    await sql<StoredEntry>`SELECT id, path, parent_id AS "parentId", icon, title, meta, priority, groups, version,
    removed_at IS NOT NULL AS "isRemoved" FROM menu_item ORDER BY removed_at DESC`.execute(tx);
  // An empty menu has not been created yet.
  const given = kept ?? (rows.length === 0 ? {} : null);
  const plan = planMenu(product, rows, given, uuid7);
  for (const { id, parentId, path, icon, title, meta, priority, groups } of plan.insert) {
    await tx
      .insertInto('menu_item')
      .values({
        id,
        parent_id: parentId,
        path,
        icon,
        priority,
        groups: [...groups],
        meta: json(meta),
        title: json(title),
      })
      .execute();
  }
  for (const { id, parentId, icon, title, meta, priority, groups } of plan.update) {
    await tx
      .updateTable('menu_item')
      .set({ parent_id: parentId, icon, priority, groups: [...groups], meta: json(meta), title: json(title) })
      .where('id', '=', id)
      .execute();
  }
  await writeGiven(tx, plan.given);
  if (rows.length > 0 && plan.insert.length + plan.update.length > 0) await announceMenu(tx);
}

/** Product entries that the organisation has received. */
export async function readGiven(tx: Tx): Promise<AddedEntries> {
  return (await storedGiven(tx)) ?? {};
}

async function storedGiven(tx: Tx): Promise<AddedEntries | undefined> {
  const { rows } = await sql<{
    value: AddedEntries;
  }>`SELECT value FROM tenant_setting WHERE key = ${GIVEN_KEY}`.execute(tx);
  return rows[0]?.value;
}

export async function writeGiven(tx: Tx, given: AddedEntries): Promise<void> {
  await sql`INSERT INTO tenant_setting (key, value) VALUES (${GIVEN_KEY}, ${json(given)})
    ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value WHERE tenant_setting.value <> excluded.value`.execute(
    tx,
  );
}
