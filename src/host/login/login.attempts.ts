import { asksForCode, type SignInResult } from '../../shared/session/index.ts';
import {
  asksForReset,
  isPassing,
  type LoginFault,
  newPasswordFault,
  oneTimeFault,
  signInFault,
} from './login.faults.ts';
import type { Recovery } from './login.recovery.ts';
import type { LoginField, LoginMode, LoginState } from './login.state.ts';
import type { LoginServices } from './login.types.ts';

interface Options {
  readonly services: Pick<LoginServices, 'signIn' | 'signInByCode' | 'answer' | 'log'>;
  readonly state: () => LoginState;
  readonly enter: (mode: LoginMode, change?: Partial<LoginState>) => void;
  readonly fail: (field: LoginField, fault: LoginFault) => void;
  readonly requestCode: Recovery['requestCode'];
  readonly waitBeforeResend: () => void;
}

/** Challenge and response (login, customChallenge, forceNewPassword). */
export function createAttempts({ services, state, enter, fail, requestCode, waitBeforeResend }: Options) {
  let question: { readonly name: string; readonly session: string | undefined } | null = null;
  let askAgain: () => Promise<SignInResult> = () => services.signInByCode(state().username);

  /** Handles the result of an attempt (LOG-15). `again` repeats it to send the code again. */
  function follow(result: SignInResult, again: () => Promise<SignInResult>): void {
    if (result.kind === 'tokens') {
      enter('loginSuccess', { password: '', code: '', newPassword: '', confirmPassword: '' });
      return;
    }
    question = { name: result.name, session: result.session };
    askAgain = again;
    if (asksForCode(result.name)) {
      const { CODE_DELIVERY_DESTINATION: sentTo = null, CODE_DELIVERY_DELIVERY_MEDIUM: medium } = result.parameters;
      enter('customChallenge', { code: '', sentTo, sentBy: medium === 'SMS' || medium === 'EMAIL' ? medium : null });
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
      follow(await work(), work);
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

  async function answerCode(): Promise<void> {
    const { username, code } = state();
    const asked = question!;
    let fault: LoginFault;
    try {
      const result = await services.answer({ ...asked, username, answer: code.trim() });
      if (result.kind === 'tokens' || result.name !== asked.name) return follow(result, askAgain);
      // The service may repeat the challenge instead of refusing: the code was wrong.
      fault = 'wrongOneTime';
    } catch (error) {
      fault = oneTimeFault(error);
      if (isPassing(error)) return fail('code', fault);
    }
    enter('login', { notice: fault, code: '', password: '' });
  }

  async function answerNewPassword(): Promise<void> {
    const { username, newPassword } = state();
    try {
      follow(await services.answer({ ...question!, username, answer: newPassword.trim() }), askAgain);
    } catch (error) {
      // After a weak password the challenge stays open, so its session is kept (ERR-02).
      fail('newPassword', newPasswordFault(error));
    }
  }

  /** Repeats the attempt that led to the open challenge. */
  async function resendCode(): Promise<void> {
    const again = askAgain;
    try {
      follow(await again(), again);
    } catch (error) {
      fail('code', signInFault(error));
    }
  }

  return { follow, signIn, signInByCode, answerCode, answerNewPassword, resendCode };
}
