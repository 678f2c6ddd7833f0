import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { createTenant } from '../tenants/index.ts';
import { addProductMenu } from './index.ts';
import { PRODUCT_MENU, type ProductEntry } from './product-menu.ts';

const entry = (path: string, more: Partial<ProductEntry> = {}): ProductEntry => ({
  path,
  icon: null,
  priority: 100,
  groups: [],
  meta: { page: path.slice(1) },
  title: { en: path, et: path, ru: path, zh: path },
  ...more,
});
const LATER: readonly ProductEntry[] = [
  ...PRODUCT_MENU.map((one) => (one.path === '/manuals' || one.path === '/tasks' ? { ...one, icon: 'help' } : one)),
  entry('/assets'),
  entry('/assets/report', { parent: '/assets', groups: ['assetadmin'] }),
  entry('/manuals/archive', { parent: '/manuals' }),
  entry('/delegations/archive', { parent: '/delegations' }),
  entry('/theirs'),
];

type Row = { path: string; parent: string | null; icon: string | null; title: string; removed: boolean };

async function menuOf(db: DatabaseHandle, tenantId: number): Promise<Map<string, Row>> {
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<Row>`SELECT m.path, p.path AS parent, m.icon, m.title->>'en' AS title, m.removed_at IS NOT NULL AS removed
      FROM menu_item m LEFT JOIN menu_item p ON p.id = m.parent_id AND p.tenant_id = m.tenant_id`.execute(tx),
  );
  return new Map(rows.map((row) => [row.path, row]));
}

onDatabase('the menu of the product', (db) => {
  const change = (tenantId: number, text: string) =>
    db().tenantTransaction({ tenantId, userId: null }, (tx) => sql.raw(text).execute(tx));

  test('RTE-08 new entries are added to existing organisations, without changing what they edited or removed', async () => {
    const { tenantId } = await createTenant(db(), { slug: 'harbour', name: 'Harbour' });
    const { tenantId: quiet } = await createTenant(db(), { slug: 'quiet', name: 'Quiet' });
    await change(tenantId, `UPDATE menu_item SET title = '{"en":"Rules"}' WHERE path = '/manuals'`);
    await change(tenantId, `UPDATE menu_item SET path = '/away' WHERE path = '/mass-action'`);
    await change(tenantId, `UPDATE menu_item SET removed_at = now() WHERE path = '/delegations'`);
    await change(tenantId, `DELETE FROM menu_item WHERE path = '/settings/embedding'`);
    await change(tenantId, `INSERT INTO menu_item (path, title) VALUES ('/theirs', '{"en":"Ours"}')`);

    await addProductMenu(db(), LATER);
    const menu = await menuOf(db(), tenantId);
    assert.equal(menu.get('/assets')?.title, '/assets', 'a new entry');
    assert.equal(menu.get('/assets/report')?.parent, '/assets', 'and one below it');
    assert.equal(menu.get('/manuals/archive')?.parent, '/manuals', 'below one that was changed');
    assert.equal(menu.get('/tasks')?.icon, 'help', 'what nobody touched follows the product');
    assert.deepEqual([menu.get('/manuals')?.title, menu.get('/manuals')?.icon], ['Rules', 'manuals']);
    assert.equal(menu.has('/mass-action'), false, 'one that was moved does not come a second time');
    assert.equal(menu.get('/delegations')?.removed, true);
    assert.equal(menu.has('/delegations/archive'), false, 'nothing comes below one that was removed');
    assert.equal(menu.has('/settings/embedding'), false, 'nor does what is gone for good');
    assert.equal(menu.get('/theirs')?.title, 'Ours', 'an address of theirs stays theirs');
    assert.equal((await menuOf(db(), quiet)).get('/manuals')?.icon, 'help');

    await change(tenantId, `DELETE FROM menu_item WHERE path = '/assets/report'`);
    await Promise.all([addProductMenu(db(), PRODUCT_MENU), addProductMenu(db(), PRODUCT_MENU)]);
    await addProductMenu(db(), LATER);
    assert.equal((await menuOf(db(), tenantId)).has('/assets/report'), false);
  });

  test('RTE-08 a menu from before editions were recorded is updated to the same state', async () => {
    const { tenantId } = await createTenant(db(), { slug: 'old', name: 'Old' });
    await change(tenantId, `DELETE FROM tenant_setting WHERE key = 'menu.given'`);
    // As for organisations created before the provider had its own section, and before embedding.
    await change(
      tenantId,
      `DELETE FROM menu_item WHERE path = '/settings/embedding' OR parent_id = (SELECT id FROM menu_item WHERE path = '/settings/provider')`,
    );
    await change(tenantId, `DELETE FROM menu_item WHERE path = '/settings/provider'`);
    await change(
      tenantId,
      `INSERT INTO menu_item (path, title, parent_id) SELECT '/settings/forms', '{"en":"Forms"}', id FROM menu_item WHERE path = '/settings'`,
    );
    await change(tenantId, `UPDATE menu_item SET icon = 'home' WHERE path = '/inbox'`);
    await change(tenantId, `UPDATE menu_item SET removed_at = now() WHERE path = '/mass-action'`);
    await db().systemTransaction((tx) => sql`UPDATE tenant SET menu_edition = NULL`.execute(tx));

    await addProductMenu(db());
    const menu = await menuOf(db(), tenantId);
    assert.equal(menu.get('/settings/embedding')?.parent, '/settings');
    assert.equal(menu.get('/settings/provider')?.parent, '/settings');
    assert.equal(menu.get('/settings/forms')?.parent, '/settings/provider', 'untouched, it moves with the product');
    assert.equal(menu.get('/inbox')?.icon, 'home');
    assert.equal(menu.get('/mass-action')?.removed, true);
    const { rows } = await db().systemTransaction((tx) =>
      sql`SELECT 1 FROM tenant WHERE menu_edition IS NULL`.execute(tx),
    );
    assert.deepEqual(rows, []);
  });
});
