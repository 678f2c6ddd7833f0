import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { personOfPath } from '../../users/index.ts';
import type { IdentityService } from '../service.ts';
import type { IdentityUser } from '../signin.store.ts';
import { findAccount, findOwnAccount, readAdministeredUser } from './administered-user.ts';

/** The user of a path who is the caller, or whom the caller administers. */
export interface UserOfPath {
  /** `app_user.id`. */
  readonly userId: string;
  readonly isOwn: boolean;
  /** The account at the embedded service: the caller's own in whichever organisation, otherwise one that this tenant keeps. */
  readonly account: IdentityUser | undefined;
}

/** Finds the account of the caller at the embedded service, in whichever organisation it is kept. */
export const ownAccount = (service: IdentityService, { tenantId, userId }: CallerSession) =>
  service.db.signinTransaction((tx) => findAccount(tx, tenantId, userId));

/** Whether the path names the caller. */
export function isOwnPath(userId: string, session: CallerSession): boolean {
  const who = personOfPath(userId, session);
  return 'key' in who ? who.key === session.userId : who.username === session.username;
}

/** Finds the user of a path. Throws `access.denied` for another user unless the caller is an administrator, `user.not_found`. */
export async function userOfPath(
  service: IdentityService,
  session: CallerSession,
  userId: string,
): Promise<UserOfPath> {
  if (isOwnPath(userId, session)) {
    return { userId: session.userId, isOwn: true, account: await ownAccount(service, session) };
  }
  if (!session.isAdmin) throw new AppError('access.denied');
  const { key } = await readAdministeredUser(service.db, session, userId);
  const account = await service.db.signinTransaction((tx) => findOwnAccount(tx, session.tenantId, key));
  return { userId: key, isOwn: false, account };
}
