import type { ServerModule } from '../../platform/context.ts';
import { companyRoutes } from './companies.routes.ts';
import { logoRoutes } from './logo.routes.ts';

export { companiesImport } from './companies.import.ts';
export { companiesResource } from './companies.resource.ts';
export { usesOfCompany } from './companies.store.ts';

/** Companies and their logos: /api/companies. */
export const companies: ServerModule = async (app, context) => {
  companyRoutes(app, context);
  await logoRoutes(app, context);
};
