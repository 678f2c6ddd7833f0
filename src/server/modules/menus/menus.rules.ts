import type { MenuItem } from '../../../shared/contracts/session.contract.ts';
import type { CallerSession } from '../../platform/session.ts';

export interface MenuRow extends Omit<MenuItem, 'children'> {
  /** Empty: visible to everyone. */
  readonly groups: readonly string[];
}

const PROVIDER = 'verva.admin';

/** Same rule as for routes: one of the groups is enough, administrators always pass, the provider's entries require the provider's group. */
export function mayEnter(groups: readonly string[], caller: Pick<CallerSession, 'groups' | 'isAdmin'>): boolean {
  if (groups.length === 0) return true;
  if (caller.isAdmin && groups.some((group) => group !== PROVIDER)) return true;
  return groups.some((group) => caller.groups.includes(group));
}

/** Builds the tree of entries the caller may see, by priority. Children of a hidden entry are hidden too. */
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
