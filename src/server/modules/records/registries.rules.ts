import type { CallerSession } from '../../platform/session.ts';

/** The session of the user who reads. */
export type Viewer = Pick<CallerSession, 'userId' | 'isAdmin' | 'groups'>;

/** Groups with access to a registry. */
export interface RegistryGroups {
  readonly readGroups: readonly string[];
  readonly writeGroups: readonly string[];
  /** Without any, the groups that may change records. */
  readonly deleteGroups: readonly string[];
  /** Whether the owner of a record may read it. */
  readonly ownerReads: boolean;
}

/** Whether the caller may change records. In a registry without groups only administrators may. */
export function mayWrite(
  { isAdmin, groups }: Pick<Viewer, 'isAdmin' | 'groups'>,
  { writeGroups }: Pick<RegistryGroups, 'writeGroups'>,
): boolean {
  return isAdmin || writeGroups.some((group) => groups.includes(group));
}

/** Whether the caller may move records to the bin: of those who may change them. */
export function mayDelete(
  viewer: Pick<Viewer, 'isAdmin' | 'groups'>,
  registry: Pick<RegistryGroups, 'writeGroups' | 'deleteGroups'>,
): boolean {
  const { deleteGroups } = registry;
  if (!mayWrite(viewer, registry)) return false;
  return viewer.isAdmin || deleteGroups.length === 0 || deleteGroups.some((group) => viewer.groups.includes(group));
}

/** Whether the caller may read all records. Write access includes read access. */
export function mayRead(
  viewer: Pick<Viewer, 'isAdmin' | 'groups'>,
  registry: Pick<RegistryGroups, 'readGroups' | 'writeGroups'>,
): boolean {
  return mayWrite(viewer, registry) || registry.readGroups.some((group) => viewer.groups.includes(group));
}

/** Whether the caller may read this record: as a reader of the registry, or as the owner of the record. */
export function mayReadRecord(
  viewer: Pick<Viewer, 'userId' | 'isAdmin' | 'groups'>,
  registry: Omit<RegistryGroups, 'deleteGroups'>,
  ownerId: string | null,
): boolean {
  return mayRead(viewer, registry) || (registry.ownerReads && ownerId !== null && ownerId === viewer.userId);
}
