import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type ErasureContext, workOnErasedOrganisations } from './erase.work.ts';
import { erasureRoutes } from './erasure.routes.ts';

export { listOrganisationErasures, readOrganisationErasures, replayOrganisationErasures } from './replay.ts';

const CHECK_MS = 5000;

/** Erasing organisations: /api/tenants/{tenantId}/erasure. */
export const organisationErasure: ServerModule = erasureRoutes;

/** Registers the loop that deletes the rows and files of organisations whose 30 days are over. */
export function handleOrganisationErasures(jobs: Pick<Jobs, 'every'>, context: ErasureContext): void {
  jobs.every(CHECK_MS, 'erasures of organisations', () => workOnErasedOrganisations(context));
}
