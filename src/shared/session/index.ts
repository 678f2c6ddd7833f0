export { asksForCode, type ChallengeAnswer, CognitoError, type SignInChallenge, type SignInResult } from './cognito.ts';
export type { HandedToken, SessionState, SignedOutReason, TokenProvider } from './environment.ts';
export { hasAnyRole, hasPermission, hasRole, isAdmin, isCurrentUser, type Member } from './groups.ts';
export { isForeignPage, session, shownSession, uiStorage } from './page-session.ts';
export { takeOwnTexts } from './page-store.ts';
export { canUsePasskeys } from './passkeys.ts';
export type { TokenMessage } from './popup.ts';
export { provideSso } from './providers.ts';
export { askForRecentSignIn, recentSignIn, recentSignInHosts } from './recent-sign-in.ts';
export {
  addApp,
  addPasskey,
  answerByPasskey,
  answerChallenge,
  beginAppSetup,
  canChangePassword,
  changePassword,
  confirmApp,
  confirmAppSetup,
  confirmForgotPassword,
  createSignInPasskey,
  signIn,
  signInByCode,
  signInByPasskey,
  signOut,
  signOutEverywhere,
} from './sign-in.ts';
export {
  finishSso,
  handOverToken,
  SSO_USER_KEY,
  signInWithApplicationPopup,
  signInWithProviderPopup,
  ssoProvider,
  startSso,
} from './single-sign-on.ts';
export type { SsoFailure } from './sso-client.ts';
export { ssoFailedAt } from './sso-pause.ts';
export {
  checkSession,
  configureVerva,
  getIdToken,
  logout,
  startApplicationSession,
  startSession,
  type VervaConfiguration,
} from './start.ts';
export type { TimedStorage } from './storage.ts';
export { chooseTenant, lastTenant, mustChooseTenant } from './tenants.ts';
