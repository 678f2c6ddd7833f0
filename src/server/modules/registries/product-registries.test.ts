import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { ASSET_STATUS_COLOURS } from '../../../shared/contracts/constants.ts';
import { addProductMenu, PRODUCT_MENU } from '../menus/index.ts';
import { createTenant } from '../tenants/index.ts';
import { insertRegistry, productRegistries } from './index.ts';

interface Row {
  readonly id: string;
  readonly title: Record<string, string>;
  readonly statuses: readonly { readonly id: string; readonly color: string }[];
  readonly read: string[];
  readonly write: string[];
}

onDatabase('registries of the product', (db) => {
  const registriesOf = async (tenantId: number) => {
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<Row>`SELECT id, title, statuses, read_groups AS read, write_groups AS write FROM registry ORDER BY id`.execute(
        tx,
      ),
    );
    return rows;
  };
  const as = (tenantId: number, statement: string) =>
    db().tenantTransaction({ tenantId, userId: null }, (tx) => sql.raw(statement).execute(tx));
  const start = (content: unknown) => addProductMenu(db(), PRODUCT_MENU, [{ ...productRegistries, content }]);

  test('PRV-01 every organisation receives the asset registry with its statuses, colours and groups', async () => {
    const { tenantId } = await createTenant(db(), { slug: 'harbour', name: 'Harbour' });
    const [assets, ...others] = await registriesOf(tenantId);
    assert.deepEqual(others, []);
    assert.deepEqual([assets!.id, assets!.read, assets!.write], ['assets', ['assetviewer'], ['assetadmin']]);
    assert.deepEqual(
      assets!.statuses.map(({ id, color }) => [id, color]),
      Object.entries(ASSET_STATUS_COLOURS),
    );
    assert.deepEqual(Object.keys(assets!.title).sort(), ['en', 'et', 'ru', 'zh']);
  });

  test('PRV-01 a registry is given once: a deleted one stays deleted, and one of the same name stays as it is', async () => {
    const { tenantId: without } = await createTenant(db(), { slug: 'without', name: 'Without' });
    await as(without, "DELETE FROM registry WHERE id = 'assets'");
    const { tenantId: older } = await createTenant(db(), { slug: 'older', name: 'Older' });
    await as(older, "DELETE FROM tenant_setting WHERE key = 'registries.given'");
    await as(older, `UPDATE registry SET title = '{"en":"Ours"}' WHERE id = 'assets'`);
    const { tenantId: oldest } = await createTenant(db(), { slug: 'oldest', name: 'Oldest' });
    await as(oldest, "DELETE FROM tenant_setting WHERE key = 'registries.given'");
    await as(oldest, "DELETE FROM registry WHERE id = 'assets'");
    await as(oldest, "DELETE FROM number_series WHERE id = 'assets'");
    for (const content of [1, 2]) await start(content);
    assert.deepEqual(await registriesOf(without), []);
    assert.deepEqual(
      (await registriesOf(older)).map(({ title }) => title),
      [{ en: 'Ours' }],
    );
    assert.deepEqual(
      (await registriesOf(oldest)).map(({ id }) => id),
      ['assets'],
    );
  });

  test('PRV-01 the demo replaces the settings of the registry that an organisation has received', async () => {
    const { tenantId } = await createTenant(db(), { slug: 'demo', name: 'Demo' });
    await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      insertRegistry(tx, {
        id: 'assets',
        title: { en: 'Things' },
        formId: null,
        statuses: [],
        readGroups: [],
        writeGroups: ['assetadmin'],
        series: { id: 'assets', pattern: 'T-{0}', resets: 'never' },
      }),
    );
    const [assets] = await registriesOf(tenantId);
    assert.deepEqual([assets!.title, assets!.statuses, assets!.read], [{ en: 'Things' }, [], []]);
  });
});
