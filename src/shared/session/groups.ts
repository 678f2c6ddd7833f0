/** Of a User: enough to decide what they may do. */
export interface Member {
  /** Username. */
  readonly id: string;
  readonly key: string;
  readonly groups: readonly string[];
}

/** The group of the provider's own administrators: it passes every check, and no other group stands for it. */
const PROVIDER = 'verva.admin';
const ADMIN = 'admin';

export function isAdmin(member: Member | null | undefined): boolean {
  return member?.groups.some((group) => group === ADMIN || group === PROVIDER) ?? false;
}

/** In this group, or an administrator. What asks for `verva.admin` takes nothing less. */
export function hasRole(member: Member | null | undefined, role: string): boolean {
  if (!member) return false;
  if (member.groups.includes(role)) return true;
  return role !== PROVIDER && isAdmin(member);
}

/** In one of these groups at least. No groups: anybody who is signed in. */
export function hasAnyRole(member: Member | null | undefined, roles: readonly string[]): boolean {
  if (!member) return false;
  return roles.length === 0 || roles.some((role) => hasRole(member, role));
}

/** Permissions are groups (ROLE-01); the same rule. */
export function hasPermission(member: Member | null | undefined, permission: string): boolean {
  return hasRole(member, permission);
}

/** By username or key. */
export function isCurrentUser(member: Member | null | undefined, id: string): boolean {
  return member !== null && member !== undefined && (member.id === id || member.key === id);
}
