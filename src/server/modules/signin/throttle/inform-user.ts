import type { IdentityService } from '../service.ts';
import type { IdentityUser } from '../signin.store.ts';

type SigninMail = Parameters<IdentityService['delivery']['send']>[1];

/**
 * Informs a user by e-mail about sign-ins, after the response: at most one e-mail an hour of each kind, so that a flood of
 * wrong passwords neither fills the mailbox nor hides a sign-in that follows.
 */
export function informUser(
  service: Pick<IdentityService, 'delivery' | 'inBackground' | 'throttle'>,
  user: IdentityUser,
  mail: SigninMail & { readonly kind: 'newSignIn' | 'signInFailures' },
): void {
  service.inBackground(async () => {
    if (await service.throttle.mayInform(mail.kind, user.sub)) await service.delivery.send(user, mail);
  });
}
