import type { AppContext } from '../../platform/context.ts';
import { json, type Tx } from '../../platform/database.ts';
import { insertRegistry } from '../registries/index.ts';
import type { CaseRunner } from './cases.ts';
import { type DemoOrganisation, type DemoRegistries, readRegistries } from './data.ts';
import type { MadeOrganisation } from './organisation.ts';

/** Creates the demo's registries, and adds their records through the endpoint. */
export async function makeRegistries(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { slug, timeZone }: DemoOrganisation,
  { tenantId, userIds }: MadeOrganisation,
  runner: CaseRunner,
): Promise<void> {
  const now = clock();
  const demo = readRegistries(slug, timeZone, now, userIds);
  if (!demo) return;
  runner.setClock(now.toISOString());
  for (const { records, menu, ...registry } of demo.registries) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      await insertRegistry(tx, registry);
      if (menu) await addToMenu(tx, registry, menu);
    });
    for (const { by, ...record } of records) {
      await runner.ask(by, 'POST', `/api/records/${registry.id}`, record);
    }
  }
}

type DemoRegistry = DemoRegistries['registries'][number];

/** Adds the list of a registry to the menu of those who may read it. */
async function addToMenu(tx: Tx, registry: Omit<DemoRegistry, 'records'>, menu: NonNullable<DemoRegistry['menu']>) {
  const { id, title, readGroups, writeGroups } = registry;
  await tx
    .insertInto('menu_item')
    .values({
      path: menu.path,
      icon: menu.icon,
      priority: menu.priority,
      title: json(title),
      meta: json({ page: 'registry', params: { registry: id } }),
      groups: [...writeGroups, ...readGroups],
    })
    .execute();
}
