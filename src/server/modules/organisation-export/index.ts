import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { exportRoutes } from './export.routes.ts';
import { type ExportContext, expireExports, workOnExports } from './export.work.ts';

export { endExports } from './export.store.ts';
export { exportToFile } from './export-to-file.ts';

const CHECK_MS = 2000;
const EXPIRE_MS = 60_000;

/** Exports of whole organisations: /api/tenants/{tenantId}/export. */
export const organisationExport: ServerModule = exportRoutes;

/** Registers the loops that write exports and remove old ones; they also serve organisations whose jobs wait. */
export function handleOrganisationExports(jobs: Pick<Jobs, 'every'>, context: ExportContext): void {
  jobs.every(CHECK_MS, 'exports of organisations', (stopping) => workOnExports(context, { stopping }));
  jobs.every(EXPIRE_MS, 'old exports of organisations', () => expireExports(context));
}
