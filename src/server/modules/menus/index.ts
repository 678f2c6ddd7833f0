import { sql } from 'kysely';
import { getMyMenus } from '../../../shared/contracts/session.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { serve } from '../../platform/http/serve.ts';
import { type MenuRow, menuTree } from './menus.rules.ts';

export { addProductMenu, giveMenu } from './product-menu.store.ts';

/** Menu entries of the tenant, from which the client creates routes. */
export const menus: ServerModule = (app, context) => {
  serve(app, context, getMyMenus, async ({ tx, session }) => menuTree(await readMenu(tx), session));
};

async function readMenu(tx: Tx): Promise<MenuRow[]> {
  const { rows } = await sql<
    MenuRow & { hidden: boolean }
  >`SELECT id, path, icon, title, meta, parent_id AS "parentId", priority, groups, hidden, version
    FROM menu_item WHERE removed_at IS NULL`.execute(tx);
  return rows.map(({ hidden, ...row }) => (hidden ? { ...row, meta: { ...row.meta, hidden } } : row));
}
