import type { MenuItem } from '../../../shared/contracts/session.contract.ts';
import type { CallerSession } from '../../platform/session.ts';

export interface MenuRow extends Omit<MenuItem, 'children'> {
  /** Empty: for everybody. */
  readonly groups: readonly string[];
}

const PROVIDER = 'verva.admin';

/** The same rule as for routes: any one group suffices, administrators pass, the provider's own entries need the provider's group. */
export function mayEnter(groups: readonly string[], caller: Pick<CallerSession, 'groups' | 'isAdmin'>): boolean {
  if (groups.length === 0) return true;
  if (caller.isAdmin && groups.some((group) => group !== PROVIDER)) return true;
  return groups.some((group) => caller.groups.includes(group));
}

/** The tree of what the caller may see, by priority. What stands under an entry that is not shown is not shown either. */
export function menuTree(rows: readonly MenuRow[], caller: Pick<CallerSession, 'groups' | 'isAdmin'>): MenuItem[] {
  const permitted = rows
    .filter((row) => mayEnter(row.groups, caller))
    .sort((a, b) => a.priority - b.priority || (a.path < b.path ? -1 : 1));
  const under = (parentId: string | null): MenuItem[] =>
    permitted
      .filter((row) => row.parentId === parentId)
      .map(({ groups, ...row }) => ({
        ...row,
        meta: groups.length > 0 ? { ...row.meta, groups: [...groups] } : row.meta,
        children: under(row.id),
      }));
  return under(null);
}
