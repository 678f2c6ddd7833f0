import { call } from '../../shared/api/index.ts';
import { forgotPassword, getLoginMode } from '../../shared/contracts/signin.contract.ts';
import {
  answerByPasskey,
  answerChallenge,
  beginAppSetup,
  canUsePasskeys,
  confirmAppSetup,
  confirmForgotPassword,
  createSignInPasskey,
  SSO_USER_KEY,
  signIn,
  signInByCode,
  signInByPasskey,
  ssoFailedAt,
  uiStorage,
} from '../../shared/session/index.ts';
import type { LoginServices, ProviderVisit } from './login.store.ts';

/** Dependencies of the sign-in store. `visitProvider` opens the identity provider for single sign-on. */
export function loginServices(visitProvider?: (visit: ProviderVisit) => Promise<void>): LoginServices {
  return {
    lookUp: (username) => call(getLoginMode, { params: { username }, auth: false }),
    signIn,
    signInByCode,
    ...(canUsePasskeys() && { signInByPasskey, answerByPasskey, setUpPasskey: createSignInPasskey }),
    answer: answerChallenge,
    beginAppSetup,
    confirmAppSetup,
    forgotPassword: (userId) => call(forgotPassword, { body: { userId }, auth: false }),
    confirmReset: confirmForgotPassword,
    ...(visitProvider && { visitProvider }),
    ssoUser: {
      get: () => uiStorage.get<string>(SSO_USER_KEY),
      set: (username) => uiStorage.set(SSO_USER_KEY, username, null),
      remove: () => uiStorage.remove(SSO_USER_KEY),
    },
    ssoFailedAt,
    log: (text) => console.warn(text),
  };
}
