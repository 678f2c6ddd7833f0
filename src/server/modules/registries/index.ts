import type { ServerModule } from '../../platform/context.ts';
import { routes } from './registries.routes.ts';

export { handleIndexing, indexNext } from './indexing.jobs.ts';
export { ensureSeries, nextNumber } from './numbers.store.ts';
export { recordOwner } from './record-files.ts';
export { findRegistryFile, findRegistryResource } from './registries.resource.ts';
export { insertRegistry } from './registries.store.ts';

/** Single records of registries with their forms: /api/records/{resource}/{recordId}. Lists are in `records`. */
export const registries: ServerModule = (app, context) => {
  routes(app, context);
};
