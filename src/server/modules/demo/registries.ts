import type { AppContext } from '../../platform/context.ts';
import { insertRegistry } from '../registries/index.ts';
import type { CaseRunner } from './cases.ts';
import { type DemoOrganisation, readRegistries } from './data.ts';
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
  for (const { records, ...registry } of demo.registries) {
    await db.tenantTransaction({ tenantId, userId: null }, (tx) => insertRegistry(tx, registry));
    for (const { by, ...record } of records) {
      await runner.ask(by, 'POST', `/api/records/${registry.id}`, record);
    }
  }
}
