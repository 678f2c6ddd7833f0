import type { ServerModule } from '../../platform/context.ts';
import { routes } from './requests.routes.ts';

export { computeDuePaces, handleRequestPace } from './pace.jobs.ts';
export { findRequests, toRequests } from './requests.read.ts';
export { requestsResource } from './requests.resource.ts';
export { WITHDRAWAL } from './requests.store.ts';
export { withdrawalHandler } from './withdraw.ts';

/** My requests: the cases of a user in words, with the conversation about them (CAT-02). */
export const requests: ServerModule = routes;
