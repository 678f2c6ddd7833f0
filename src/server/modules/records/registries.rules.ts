import type { CallerSession } from '../../platform/session.ts';

/** Who looks: a session. */
export type Viewer = Pick<CallerSession, 'userId' | 'isAdmin' | 'groups'>;

/** The groups that a registry names. */
export interface RegistryGroups {
  readonly readGroups: readonly string[];
  readonly writeGroups: readonly string[];
}

/** Whether the caller may change records. Of a registry without groups only administrators may. */
export function mayWrite({ isAdmin, groups }: Pick<Viewer, 'isAdmin' | 'groups'>, { writeGroups }: RegistryGroups) {
  return isAdmin || writeGroups.some((group) => groups.includes(group));
}

/** Whether the caller may look at records: who may change them may. */
export function mayRead(viewer: Pick<Viewer, 'isAdmin' | 'groups'>, registry: RegistryGroups): boolean {
  return mayWrite(viewer, registry) || registry.readGroups.some((group) => viewer.groups.includes(group));
}
