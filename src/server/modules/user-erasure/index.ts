import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type ErasureContext, workOnErasures } from './erase.work.ts';
import { erasureRoutes } from './erasure.routes.ts';

export { listErasures, readErasures, replayErasures } from './replay.ts';

const CHECK_MS = 2000;

/** Erasing users: /api/identity/users/{userId}/erasure. */
export const userErasure: ServerModule = erasureRoutes;

/** Registers the loop that carries out approved erasures. */
export function handleUserErasures(jobs: Pick<Jobs, 'every'>, context: ErasureContext): void {
  jobs.every(CHECK_MS, 'erasures of users', () => workOnErasures(context));
}
