import type { AppContext } from '../../platform/context.ts';
import { changeItem, insertCategory, insertItem, readItem } from '../catalogue/index.ts';
import { type DemoOrganisation, readCatalogue } from './data.ts';
import type { MadeOrganisation } from './organisation.ts';

/** Gives the demo's catalogue its categories and texts. Deploying the processes has added their items. */
export async function makeCatalogue(
  { db }: Pick<AppContext, 'db'>,
  { slug }: DemoOrganisation,
  { tenantId }: MadeOrganisation,
): Promise<void> {
  const demo = readCatalogue(slug);
  if (!demo) return;
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    for (const [position, category] of demo.categories.entries()) await insertCategory(tx, { ...category, position });
    for (const [position, item] of demo.items.entries()) {
      const fields = { kind: 'process' as const, target: item.id, icon: null, ...item, position };
      const rules = { groups: [], startForGroups: [], numberSeries: null, active: true };
      if (await readItem(tx, item.id)) await changeItem(tx, { ...fields, ...rules });
      else await insertItem(tx, { ...fields, ...rules });
    }
  });
}
