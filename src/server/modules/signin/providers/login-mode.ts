import { ACCOUNT_MODES, type SignInMode } from '../../../../shared/contracts/sign-in-modes.rules.ts';
import type { LoginMode } from '../../../../shared/contracts/signin.contract.ts';
import { readSignInModes } from '../../../platform/auth/sign-in-modes.ts';
import { modesOfAccount } from '../modes/account-modes.ts';
import type { IdentityService } from '../service.ts';
import * as store from '../signin.store.ts';
import { findProviderOfAccount } from './providers.ts';

/**
 * Determines the sign-in mode by the domain of an address, which is public, as are the modes that its organisation allows.
 * Otherwise unknown usernames look like known ones; a pending reset, an account with only a provider, and the modes of the
 * user's organisation show only where usernames are not hidden.
 */
export async function loginModeOf(service: IdentityService, login: string): Promise<LoginMode> {
  const domain = login.includes('@') ? login.slice(login.lastIndexOf('@') + 1) : undefined;
  const issuer = domain && (await service.db.signinTransaction((tx) => store.findIssuerOfDomain(tx, domain)));
  if (issuer) {
    const scope = { tenantId: issuer.tenantId, userId: null };
    const { modes } = await service.db.tenantTransaction(scope, readSignInModes);
    return modes.includes('singleSignOn') ? toProvider(issuer.idpName, modes) : ofAccount('password', modes);
  }
  const user = service.hidesUnknownUsers
    ? undefined
    : await service.db.signinTransaction((tx) => store.findByLogin(tx, login));
  if (!user) return ofAccount('password', ACCOUNT_MODES);
  const modes = await modesOfAccount(service, user);
  const hasPasswords = modes.includes('password');
  if (modes.includes('singleSignOn')) {
    const idpName = await service.db.signinTransaction((tx) => findProviderOfAccount(tx, user.sub, !hasPasswords));
    if (idpName) return toProvider(idpName, modes);
  }
  return ofAccount(user.status === 'RESET_REQUIRED' && hasPasswords ? 'reset' : 'password', modes);
}

const atAccount = (modes: readonly SignInMode[]) => ACCOUNT_MODES.filter((mode) => modes.includes(mode));

const toProvider = (idpName: string, modes: readonly SignInMode[]): LoginMode => ({
  loginMode: 'SSO',
  idpName,
  signInModes: atAccount(modes),
});

const ofAccount = (loginMode: 'password' | 'reset', modes: readonly SignInMode[]): LoginMode => ({
  loginMode,
  idpName: null,
  signInModes: atAccount(modes),
});
