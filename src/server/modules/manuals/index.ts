import type { ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { assignAllReadings, type FollowContext, followChanges } from './assignment/readings-follow.loop.ts';
import { audienceRoutes } from './authoring/audience.routes.ts';
import { authoringRoutes } from './authoring/authoring.routes.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { importRoutes } from './import/import.routes.ts';
import { reportRoutes } from './lists/report.routes.ts';
import { reading } from './reading/index.ts';
import { publishDue } from './release/release.loop.ts';
import { releaseRoutes } from './release/release.routes.ts';
import { fileRoutes } from './versions/versions.files.routes.ts';
import { versionRoutes } from './versions/versions.routes.ts';
import { textRoutes } from './versions/versions.texts.routes.ts';

export { findAddressing, manualsAddressing, readdressManuals } from './audience/audience.uses.ts';
export { usesOfManualGroup } from './groups/groups.store.ts';
export { manualResources } from './lists/index.ts';
export { CONFIRMATION, confirmationHandler, handleReceipts, manualActions, verifyChain } from './reading/index.ts';

const CHECK_MS = 5000;
const DAY_MS = 86_400_000;

/** Manuals: authoring, audience, readings and receipts, at /api/manuals. */
export const manuals: ServerModule = (app, context) => {
  groupRoutes(app, context);
  authoringRoutes(app, context);
  audienceRoutes(app, context);
  reading(app, context);
  reportRoutes(app, context);
  versionRoutes(app, context);
  textRoutes(app, context);
  fileRoutes(app, context);
  releaseRoutes(app, context);
  importRoutes(app, context);
};

/** Publishes scheduled versions, and assigns and withdraws readings as users join and leave audiences. */
export function handleManuals(jobs: Pick<Jobs, 'every'>, context: FollowContext): void {
  jobs.every(CHECK_MS, 'manual publications', () => publishDue(context));
  jobs.every(CHECK_MS, 'reading assignments', () => followChanges(context));
  jobs.every(DAY_MS, 'daily reading assignments', () => assignAllReadings(context));
}
