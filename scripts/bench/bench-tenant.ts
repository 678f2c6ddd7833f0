import { createPerson } from '../../src/server/modules/signin/index.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';

/** Groups of the seeded tasks; the clerk is in the first three, the reader in the first ten. */
export const TEAMS = Array.from({ length: 20 }, (_, index) => `team-${String(index + 1).padStart(2, '0')}`);
/** Group of the tasks that are completed; no other inbox changes. */
export const DESK = 'desk';
/** A user in ten groups, with own tasks and permission to see all tasks. */
export const READER = { username: 'reader.bench', password: 'Verva-bench-2026' };
export const CLERK = { username: 'clerk.bench', password: 'Verva-bench-2026' };

/** Creates the measured organisation with the user whose inbox is read, without tasks. */
export async function createBenchTenant(
  db: DatabaseHandle,
): Promise<{ tenantId: number; clerkId: string; readerId: string }> {
  const { tenantId } = await createTenant(db, { slug: 'bench', name: 'Bench' });
  await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    tx
      .insertInto('app_group')
      .values([...TEAMS, DESK].map((id) => ({ id, name: id })))
      .execute(),
  );
  const { userId } = await createPerson(db, {
    tenantId,
    name: 'Clerk',
    groups: [...TEAMS.slice(0, 3), DESK],
    ...CLERK,
  });
  const reader = await createPerson(db, {
    tenantId,
    name: 'Reader',
    groups: [...TEAMS.slice(0, 10), 'alltasks'],
    ...READER,
  });
  return { tenantId, clerkId: userId, readerId: reader.userId };
}
