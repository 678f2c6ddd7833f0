import { sql } from 'kysely';
import type { Texts } from '../../../shared/forms/index.ts';
import { json, type Tx } from '../../platform/database.ts';
import { insertRegistry } from './registries.store.ts';

/** Setting of an organisation that lists the registries of the product that it has received. */
const GIVEN_KEY = 'registries.given';

const status = (id: string, en: string, et: string, ru: string, zh: string) => ({
  id,
  title: { en, et, ru, zh } as Texts,
});

/** Registries that every organisation receives once. Colours follow from the ids (PRV-01). */
const PRODUCT_REGISTRIES: readonly Parameters<typeof insertRegistry>[1][] = [
  {
    id: 'assets',
    title: { en: 'Assets', et: 'Varad', ru: 'Имущество', zh: '资产' },
    formId: null,
    statuses: [
      status('pending', 'Pending', 'Ootel', 'Ожидает', '待处理'),
      status('assigned', 'Assigned', 'Kasutusse antud', 'Выдано', '已领用'),
      status('archived', 'Archived', 'Arhiivis', 'В архиве', '已归档'),
      status('inventory', 'In inventory', 'Laos', 'На складе', '在库'),
    ],
    readGroups: ['assetviewer'],
    writeGroups: ['assetadmin'],
    series: { id: 'assets', pattern: 'A-{0000}', resets: 'never' },
  },
];

/**
 * Gives an organisation the registries of the product that it has not received yet. One of the same name is kept as it is, and a
 * deleted one is not given again.
 */
export async function giveRegistries(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    value: readonly string[];
  }>`SELECT value FROM tenant_setting WHERE key = ${GIVEN_KEY}`.execute(tx);
  const given = rows[0]?.value ?? [];
  const missing = PRODUCT_REGISTRIES.filter(({ id }) => !given.includes(id));
  if (missing.length === 0) return;
  for (const registry of missing) {
    const { rows: taken } = await sql`SELECT 1 FROM registry WHERE id = ${registry.id}
      UNION ALL SELECT 1 FROM number_series WHERE id = ${registry.id}`.execute(tx);
    if (taken.length === 0) await insertRegistry(tx, registry);
  }
  const value = json([...given, ...missing.map(({ id }) => id)]);
  await sql`INSERT INTO tenant_setting (key, value) VALUES (${GIVEN_KEY}, ${value})
    ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx);
}

/** The registries of the product, as a part of what organisations receive. */
export const productRegistries = { content: PRODUCT_REGISTRIES, give: giveRegistries } as const;
