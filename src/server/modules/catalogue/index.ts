import type { ServerModule } from '../../platform/context.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { itemRoutes } from './items.routes.ts';

export { caseOwner, draftOwner } from './case-files.ts';
export { readCaseEntries } from './entries.query.ts';
export { usesOfCategory } from './items.store.ts';

/** The catalogue: what users may start, and starting it: /api/catalogue. */
export const catalogue: ServerModule = (app, context) => {
  itemRoutes(app, context);
  catalogueRoutes(app, context);
};
