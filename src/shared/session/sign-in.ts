import { call } from '../api/call.ts';
import { logoutAll } from '../contracts/signin.contract.ts';
import { type ChallengeAnswer, CognitoError, type SignInChallenge, type SignInResult } from './cognito.ts';
import { identityClient } from './identity.ts';
import { shared } from './page-session.ts';
import { store } from './page-store.ts';
import { createPasskey, usePasskey } from './passkeys.ts';
import { askForRecentSignIn } from './recent-sign-in.ts';
import { noAutomaticSso } from './sso-pause.ts';

/** Signs in by password. Throws CognitoError. After `tokens`, `session` already holds the user, or `unreachable`. */
export const signIn = (username: string, password: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signIn(username, password));

/** Sends a one-time password to a phone number. Throws CognitoError. */
export const signInByCode = (username: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signInByCode(username));

/** Signs in with a passkey that the user chooses in the browser. Throws CognitoError, and DOMException when the user cancels. */
export const signInByPasskey = (username: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signInByPasskey(username, usePasskey));

/** Answers the challenge `WEB_AUTHN` like `signInByPasskey`. */
export const answerByPasskey = (username: string, asked: SignInChallenge): Promise<SignInResult> =>
  store.signInBy((identity) => identity.answerByPasskey(username, asked, usePasskey));

/** Answers a sign-in challenge with the code or a new password. Otherwise like `signIn`. */
export const answerChallenge = (answer: ChallengeAnswer): Promise<SignInResult> =>
  store.signInBy((identity) => identity.respond(answer));

/** Begins the set-up of an authenticator app during a sign-in. Throws CognitoError. */
export const beginAppSetup = async (session: string) => (await identityClient()).associateApp({ session });

/** Confirms the set-up during a sign-in; `answerChallenge` then continues it. Throws CognitoError. */
export const confirmAppSetup = async (session: string, code: string) =>
  (await identityClient()).verifyApp({ session }, code);

/** Creates a passkey that a sign-in requires; `answerChallenge` then continues it. Throws CognitoError, and DOMException when the user cancels. */
export const createSignInPasskey = async (session: string) =>
  (await identityClient()).addPasskey({ session }, '', createPasskey);

/** Begins the set-up of an authenticator app of the signed-in user and returns its secret. Throws CognitoError. */
export const addApp = (): Promise<string> =>
  recently(async (accessToken) => (await (await identityClient()).associateApp({ accessToken })).secret);

/** Confirms the set-up of the signed-in user and returns the backup codes. Throws CognitoError. */
export const confirmApp = (code: string): Promise<readonly string[]> =>
  recently(async (accessToken) => (await (await identityClient()).verifyApp({ accessToken }, code)).backupCodes);

/** Adds a passkey of the signed-in user. Throws CognitoError, and DOMException when the user cancels. */
export const addPasskey = (name: string): Promise<void> =>
  recently(async (accessToken) => {
    await (await identityClient()).addPasskey({ accessToken }, name, createPasskey);
  });

/** Calls an operation of the identity service for the signed-in user, who signs in again where the session is too old for it. */
async function recently<Result>(operation: (accessToken: string) => Promise<Result>): Promise<Result> {
  const token = await accessToken();
  try {
    return await operation(token);
  } catch (error) {
    const isRefused = error instanceof CognitoError && error.type === 'NotAuthorizedException';
    if (!isRefused || !(await askForRecentSignIn())) throw error;
    return operation(await accessToken());
  }
}

async function accessToken(): Promise<string> {
  const token = await store.getAccessToken();
  if (token === null) throw new CognitoError('NotAuthorizedException', 400, 'There is no session with a password.');
  return token;
}

/** Sets a new password with the code of a recovery e-mail; does not sign in. Throws CognitoError. */
export async function confirmForgotPassword(username: string, code: string, password: string): Promise<void> {
  await (await identityClient()).confirmForgotPassword(username, code, password);
}

/**
 * Changes the password of the signed-in user. Throws CognitoError; `NotAuthorizedException` when the current one is
 * wrong.
 */
export async function changePassword(previous: string, proposed: string): Promise<void> {
  await (await identityClient()).changePassword(await accessToken(), previous, proposed);
}

/** Whether `changePassword` is available: not after single sign-on, nor on third-party pages. */
export const canChangePassword = (): boolean => shared.held?.accessToken !== undefined;

/**
 * Ends this session in all tabs; after single sign-on also at the provider, for which the browser leaves the page.
 * Never throws: on this device the session is over in any case.
 */
export function signOut(): Promise<void> {
  if (shared.isApplication) noAutomaticSso();
  return store.signOut();
}

/**
 * Ends all sessions of the user, on every device. Throws ApiError if the server is unreachable; then nothing has
 * changed.
 */
export async function signOutEverywhere(): Promise<void> {
  await call(logoutAll, {});
  await signOut();
}
