import type { CallerSession } from '../../platform/session.ts';

/** The session of the user who reads. */
export type Viewer = Pick<CallerSession, 'userId' | 'isAdmin' | 'groups'>;

/** Groups with access to a registry. */
export interface RegistryGroups {
  readonly readGroups: readonly string[];
  readonly writeGroups: readonly string[];
}

/** Whether the caller may change records. In a registry without groups only administrators may. */
export function mayWrite({ isAdmin, groups }: Pick<Viewer, 'isAdmin' | 'groups'>, { writeGroups }: RegistryGroups) {
  return isAdmin || writeGroups.some((group) => groups.includes(group));
}

/** Whether the caller may read records. Write access includes read access. */
export function mayRead(viewer: Pick<Viewer, 'isAdmin' | 'groups'>, registry: RegistryGroups): boolean {
  return mayWrite(viewer, registry) || registry.readGroups.some((group) => viewer.groups.includes(group));
}
