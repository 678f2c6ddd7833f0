/** Part of a User: enough for permission checks. */
export interface Member {
  /** Username. */
  readonly id: string;
  readonly key: string;
  readonly groups: readonly string[];
}

/** Group of the provider's administrators: it passes every check, and no other group replaces it. */
const PROVIDER = 'verva.admin';
const ADMIN = 'admin';

export function isAdmin(member: Member | null | undefined): boolean {
  return member?.groups.some((group) => group === ADMIN || group === PROVIDER) ?? false;
}

/** Whether the user is in this group, or an administrator. Checks for `verva.admin` accept no other group. */
export function hasRole(member: Member | null | undefined, role: string): boolean {
  if (!member) return false;
  if (member.groups.includes(role)) return true;
  return role !== PROVIDER && isAdmin(member);
}

/** Whether the user is in at least one of these groups. Without groups: any signed-in user. */
export function hasAnyRole(member: Member | null | undefined, roles: readonly string[]): boolean {
  if (!member) return false;
  return roles.length === 0 || roles.some((role) => hasRole(member, role));
}

/** Permissions are groups (ROLE-01); the same rule applies. */
export function hasPermission(member: Member | null | undefined, permission: string): boolean {
  return hasRole(member, permission);
}

/** By username or key. */
export function isCurrentUser(member: Member | null | undefined, id: string): boolean {
  return member !== null && member !== undefined && (member.id === id || member.key === id);
}
