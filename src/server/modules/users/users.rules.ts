import type { User } from '../../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { CallerSession } from '../../platform/session.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `{userId}` of a path takes `me`, a key or a username. */
export function personOfPath(userId: string, caller: CallerSession): { key: string } | { username: string } {
  if (userId === 'me') return { key: caller.userId };
  return UUID.test(userId) ? { key: userId.toLowerCase() } : { username: userId.toLowerCase().replaceAll('\0', '') };
}

/** Oneself and administrators see everything; others only who the person is. Erased people show to nobody else. */
export function visibleTo(caller: CallerSession, user: User): User | UserRef | undefined {
  if (user.key === caller.userId || caller.isAdmin) return user;
  if (user.status === 'erased') return undefined;
  const { id, key, name, avatar } = user;
  return avatar === null ? { id, key, name } : { id, key, name, avatar };
}
