import { asksForCode, type SignInChallenge, type SignInResult } from '../../shared/session/index.ts';
import {
  appCodeFault,
  asksForReset,
  isPassing,
  type LoginFault,
  newPasswordFault,
  oneTimeFault,
  passkeyFault,
  passkeySetupFault,
  signInFault,
} from './login.faults.ts';
import type { Recovery } from './login.recovery.ts';
import type { LoginField, LoginMode, LoginState } from './login.state.ts';
import type { LoginServices } from './login.types.ts';

/** Nothing secret stays in the state after the sign-in. */
const SECRETS_GONE = { password: '', code: '', newPassword: '', confirmPassword: '', secret: '', backupCodes: [] };

interface Options {
  readonly services: Pick<
    LoginServices,
    | 'signIn'
    | 'signInByCode'
    | 'signInByPasskey'
    | 'answerByPasskey'
    | 'answer'
    | 'beginAppSetup'
    | 'confirmAppSetup'
    | 'setUpPasskey'
    | 'log'
  >;
  readonly state: () => LoginState;
  readonly enter: (mode: LoginMode, change?: Partial<LoginState>) => void;
  /** Opens the form for signing in. */
  readonly enterSignIn: (change?: Partial<LoginState>) => void;
  readonly fail: (field: LoginField, fault: LoginFault) => void;
  readonly requestCode: Recovery['requestCode'];
  readonly waitBeforeResend: () => void;
}

const APP_CODE = 'SOFTWARE_TOKEN_MFA';
const APP_SETUP = 'MFA_SETUP';
const PASSKEY = 'WEB_AUTHN';
/** Texts that offer no password. */
const WITHOUT_PASSWORD: Readonly<Partial<Record<LoginFault, LoginFault>>> = {
  noPasskey: 'noPasskeyHere',
  wrongPasskey: 'otherPasskey',
};

/** Challenge and response (login, customChallenge, forceNewPassword, appSetup). */
export function createAttempts({ services, state, enter, enterSignIn, fail, requestCode, waitBeforeResend }: Options) {
  let question: { readonly name: string; readonly session: string | undefined } | null = null;
  let askAgain: () => Promise<SignInResult> = () => services.signInByCode(state().username);

  /** Handles the result of an attempt (LOG-15). `again` repeats it to send the code again. */
  async function follow(result: SignInResult, again: () => Promise<SignInResult>): Promise<void> {
    if (result.kind === 'tokens') {
      enter('loginSuccess', { ...SECRETS_GONE });
      return;
    }
    question = { name: result.name, session: result.session };
    askAgain = again;
    if (result.name === PASSKEY) {
      await answerByPasskey(result, again);
    } else if (result.name === APP_CODE) {
      enter('customChallenge', { code: '', codeKind: 'app', sentTo: null, sentBy: null });
    } else if (result.name === APP_SETUP) {
      await beginSetup(result);
    } else if (asksForCode(result.name)) {
      const { CODE_DELIVERY_DESTINATION: sentTo = null, CODE_DELIVERY_DELIVERY_MEDIUM: medium } = result.parameters;
      enter('customChallenge', {
        code: '',
        codeKind: 'sent',
        sentTo,
        sentBy: medium === 'SMS' || medium === 'EMAIL' ? medium : null,
      });
      waitBeforeResend();
    } else if (result.name === 'NEW_PASSWORD_REQUIRED') {
      enter('forceNewPassword', { newPassword: '', confirmPassword: '' });
    } else {
      services.log(`The challenge ${result.name} is not known here.`);
      fail(state().mode === 'login' ? 'password' : 'username', 'system');
    }
  }

  async function attempt(work: () => Promise<SignInResult>): Promise<void> {
    try {
      await follow(await work(), work);
    } catch (error) {
      if (asksForReset(error)) {
        const open = () => enter('resetRequired', { notice: 'resetNeeded', code: '', sentTo: null });
        return requestCode({ notice: 'resetNeeded', failed: open });
      }
      const fault = signInFault(error);
      const isOfName = fault === 'unknownUser' || fault === 'unconfirmed' || state().mode !== 'login';
      fail(isOfName ? 'username' : 'password', fault);
    }
  }

  const signInByCode = (username: string) => attempt(() => services.signInByCode(username));

  function signIn(): Promise<void> {
    const username = state().username.trim();
    const password = state().password.trim();
    return attempt(() => services.signIn(username, password));
  }

  /** Without a passkey, or with another one, the user enters the password. */
  async function signInByPasskey(): Promise<void> {
    const work = () => services.signInByPasskey!(state().username.trim());
    try {
      await follow(await work(), work);
    } catch (error) {
      const fault = passkeyFault(error);
      const hasPassword = state().modes.includes('password');
      enterSignIn({ notice: hasPassword ? fault : (WITHOUT_PASSWORD[fault] ?? fault), password: '' });
    }
  }

  /** The organisation requires a second factor, and the user has a passkey. */
  async function answerByPasskey(asked: SignInChallenge, again: () => Promise<SignInResult>): Promise<void> {
    if (!services.answerByPasskey) return enterSignIn({ notice: 'passkeyNeeded', password: '' });
    try {
      await follow(await services.answerByPasskey(state().username, asked), again);
    } catch (error) {
      const fault = passkeyFault(error);
      enterSignIn({ notice: fault === 'noPasskey' ? 'passkeyNeeded' : fault, password: '' });
    }
  }

  /** Begins the set-up of the second factor that the organisation requires: an app, a passkey, or one of both. */
  async function beginSetup({ parameters }: SignInChallenge): Promise<void> {
    const offered = parameters.MFAS_CAN_SETUP ?? APP_CODE;
    const canSetUpPasskey = offered.includes(PASSKEY) && services.setUpPasskey !== undefined;
    if (offered.includes(APP_CODE)) return beginAppSetup(canSetUpPasskey);
    if (canSetUpPasskey) enter('passkeySetup', { canSetUpPasskey });
    else enterSignIn({ notice: 'noPasskeySupport', password: '' });
  }

  /** Creates a passkey, and signs in. */
  async function setUpPasskey(): Promise<void> {
    const { mode } = state();
    try {
      const { session } = await services.setUpPasskey!(question!.session ?? '');
      question = { name: APP_SETUP, session };
    } catch (error) {
      const notice = passkeySetupFault(error);
      return notice === 'tookTooLong' ? enterSignIn({ notice, password: '' }) : enter(mode, { notice });
    }
    await finishAppSetup();
  }

  async function beginAppSetup(canSetUpPasskey: boolean): Promise<void> {
    const { secret, session } = await services.beginAppSetup(question!.session ?? '');
    question = { name: APP_SETUP, session };
    enter('appSetup', { code: '', secret, canSetUpPasskey });
  }

  async function confirmAppSetup(): Promise<void> {
    try {
      const { backupCodes, session } = await services.confirmAppSetup(question!.session ?? '', state().code.trim());
      question = { name: APP_SETUP, session };
      if (backupCodes.length === 0) return await finishAppSetup();
      enter('backupCodes', { code: '', secret: '', backupCodes });
    } catch (error) {
      fail('code', appCodeFault(error));
    }
  }

  /** Signs in after the set-up. */
  async function finishAppSetup(): Promise<void> {
    const { username } = state();
    try {
      await follow(await services.answer({ ...question!, username, answer: '' }), askAgain);
    } catch (error) {
      enterSignIn({ notice: appCodeFault(error), password: '', backupCodes: [] });
    }
  }

  /** A wrong code of the app can be corrected; after the third one the sign-in begins again. */
  async function answerAppCode(): Promise<void> {
    const { username, code } = state();
    try {
      await follow(await services.answer({ ...question!, username, answer: code.trim() }), askAgain);
    } catch (error) {
      const fault = appCodeFault(error);
      if (fault === 'wrongAppCode' || isPassing(error)) return fail('code', fault);
      enterSignIn({ notice: fault, code: '', password: '' });
    }
  }

  async function answerCode(): Promise<void> {
    if (question!.name === APP_CODE) return answerAppCode();
    const { username, code } = state();
    const asked = question!;
    let fault: LoginFault;
    try {
      const result = await services.answer({ ...asked, username, answer: code.trim() });
      if (result.kind === 'tokens' || result.name !== asked.name) return await follow(result, askAgain);
      // The service may repeat the challenge instead of refusing: the code was wrong.
      fault = 'wrongOneTime';
    } catch (error) {
      fault = oneTimeFault(error);
      if (isPassing(error)) return fail('code', fault);
    }
    enterSignIn({ notice: fault, code: '', password: '' });
  }

  async function answerNewPassword(): Promise<void> {
    const { username, newPassword } = state();
    try {
      await follow(await services.answer({ ...question!, username, answer: newPassword.trim() }), askAgain);
    } catch (error) {
      // After a weak password the challenge stays open, so its session is kept (ERR-02).
      fail('newPassword', newPasswordFault(error));
    }
  }

  /** Repeats the attempt that led to the open challenge. */
  async function resendCode(): Promise<void> {
    const again = askAgain;
    try {
      await follow(await again(), again);
    } catch (error) {
      fail('code', signInFault(error));
    }
  }

  return {
    follow,
    signIn,
    signInByCode,
    signInByPasskey,
    answerCode,
    answerNewPassword,
    resendCode,
    confirmAppSetup,
    finishAppSetup,
    setUpPasskey,
  };
}
