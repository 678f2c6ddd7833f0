import type { ServerModule } from '../../platform/context.ts';
import { dimensionRoutes } from './dimensions.routes.ts';
import { valueRoutes } from './values.routes.ts';

export { dimensionValuesImport } from './values.import.ts';
export { dimensionValuesResource } from './values.resource.ts';
export { usesOfValue } from './values.store.ts';

/** Dimensions of costs and contracts with their values: /api/dimensions. */
export const dimensions: ServerModule = (app, context) => {
  dimensionRoutes(app, context);
  valueRoutes(app, context);
};
