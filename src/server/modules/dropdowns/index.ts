import type { ServerModule } from '../../platform/context.ts';
import { dropdownRoutes } from './dropdowns.routes.ts';
import { optionRoutes } from './options.routes.ts';
import { valueRoutes } from './values.routes.ts';

export { insertDropdown } from './dropdowns.store.ts';
export { insertOptions } from './options.store.ts';

/** Lists of options for form fields: /api/dropdowns. */
export const dropdowns: ServerModule = (app, context) => {
  dropdownRoutes(app, context);
  optionRoutes(app, context);
  valueRoutes(app, context);
};
