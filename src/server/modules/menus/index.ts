import { getMyMenus } from '../../../shared/contracts/session.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve.ts';
import { frameRoutes } from './frame.routes.ts';
import { editRoutes } from './menus.edit.routes.ts';
import { menuTree } from './menus.rules.ts';
import { readMenu } from './menus.store.ts';

export { usesOfEntry } from './menus.store.ts';
export { addProductMenu, giveMenu } from './product-menu.store.ts';
export { PRODUCT_MENU } from './product-menu.ts';

/** Menu entries of the tenant, from which the client creates routes, and their editor. */
export const menus: ServerModule = (app, context) => {
  serve(app, context, getMyMenus, async ({ tx, session }) =>
    menuTree(await readMenu(tx, { db: context.db, tenantId: session.tenantId }), session),
  );
  editRoutes(app, context);
  frameRoutes(app, context);
};
