import { signal } from '@preact/signals-core';
import { PHONE_LIKE_PATTERN } from '../../shared/contracts/constants.ts';
import { asksForCode, type ChallengeAnswer, type SignInResult } from '../../shared/session/index.ts';
import {
  asksForReset,
  isPassing,
  type LoginFault,
  newPasswordFault,
  oneTimeFault,
  signInFault,
} from './login.faults.ts';
import { createProviderVisits } from './login.provider.ts';
import { createRecovery } from './login.recovery.ts';
import { faultsOf, type LoginField, type LoginMode, type LoginState, START } from './login.state.ts';
import { countDown, createTurns } from './login.timing.ts';
import type { LoginServices, ProviderVisit } from './login.types.ts';

export type { LoginServices, ProviderVisit } from './login.types.ts';

/** Initial state of the sign-in. */
export interface LoginStart {
  /** Prefilled username, for example from a recovery e-mail. */
  readonly username?: string;
  /** Code from a recovery e-mail: opens `resetRequired` at once (LOG-10). */
  readonly code?: string;
  /** The username is fixed: this user signs in again. */
  readonly isFixed?: boolean;
  /** Identity provider named by the address; opened at once. */
  readonly provider?: string;
  /** The identity provider returned an error, which the page shows. */
  readonly hasProviderFailed?: boolean;
  /** Opens the identity provider in a pop-up, which requires a click. */
  readonly opensWindow?: boolean;
}

/** Minimum interval between two codes or e-mails. */
const RESEND_AFTER_SECONDS = 30;
/** After a failed single sign-on, no automatic redirect for this long, to avoid a redirect loop. */
const SSO_PAUSE_MS = 60_000;

/** State machine of the sign-in; the screen only renders it. docs/identity.md lists the transitions. */
export function createLoginStore(injected: LoginServices, start: LoginStart = {}) {
  const { log, visitProvider } = injected;
  const turns = createTurns();
  const { mine } = turns;
  const services = {
    ...injected,
    lookUp: (username: string) => mine(injected.lookUp(username)),
    signIn: (username: string, password: string) => mine(injected.signIn(username, password)),
    signInByCode: (username: string) => mine(injected.signInByCode(username)),
    answer: (answer: ChallengeAnswer) => mine(injected.answer(answer)),
    forgotPassword: (username: string) => mine(injected.forgotPassword(username)),
    confirmReset: (...reset: Parameters<LoginServices['confirmReset']>) => mine(injected.confirmReset(...reset)),
    ...(visitProvider && { visitProvider: (visit: ProviderVisit) => mine(visitProvider(visit)) }),
  };
  const state = signal<LoginState>(beginning(start));
  let question: { readonly name: string; readonly session: string | undefined } | null = null;
  let askAgain: () => Promise<SignInResult> = () => services.signInByCode(state.peek().username);
  let stopResend = () => {};

  const set = (change: Partial<LoginState>) => {
    state.value = { ...state.peek(), ...change };
  };
  const enter = (mode: LoginMode, change: Partial<LoginState> = {}) =>
    set({ mode, faults: {}, notice: null, submitted: false, outcome: null, ...change });
  const fail = (field: LoginField, fault: LoginFault) => set({ faults: { [field]: fault } });

  /** Runs one step at a time; an unexpected exception is logged and ends in a system error. */
  async function step(work: () => Promise<void>): Promise<void> {
    if (state.peek().busy) return;
    set({ busy: true, notice: null });
    try {
      await work();
    } finally {
      set({ busy: false });
    }
  }

  /** Cancels the current step. */
  function abandon(): void {
    turns.next();
    set({ busy: false });
  }

  function waitBeforeResend(): void {
    stopResend();
    stopResend = countDown(RESEND_AFTER_SECONDS, (resendIn) => set({ resendIn }));
  }

  // attemptSSO: look up the user and the sign-in method

  async function next(): Promise<void> {
    const username = state.peek().username.trim();
    set({ username });
    if (PHONE_LIKE_PATTERN.test(username)) return signInByCode(username);
    let found: Awaited<ReturnType<LoginServices['lookUp']>>;
    try {
      found = await services.lookUp(username);
    } catch (error) {
      // A failed look-up must not lock the user out (LOG-14): the password decides.
      const isOffline = signInFault(error) === 'offline';
      return enter('login', isOffline ? { faults: { password: 'offline' } } : {});
    }
    switch (found.loginMode) {
      case 'password':
        return enter('login');
      case 'reset':
        enter('reset');
        return requestCode({ failed: (fault) => enter('attemptSSO', { faults: { username: fault } }) });
      case 'SSO':
        return toProvider(username, found.idpName);
      default:
        log(`The sign-in mode ${found.loginMode} is not known here.`);
    }
  }

  const { toProvider, visit, beginCountdown, continueToProvider, stopCountdown } = createProviderVisits({
    services,
    set,
    opensWindow: start.opensWindow ?? false,
    proceed: () => step(next),
  });

  const { requestCode, reset } = createRecovery({
    services,
    state: () => state.peek(),
    enter,
    follow,
    waitBeforeResend,
  });

  // login, customChallenge, forceNewPassword: challenge and response

  /** Handles the result of an attempt (LOG-15). `again` repeats it to send the code again. */
  function follow(result: SignInResult, again: () => Promise<SignInResult>): void {
    if (result.kind === 'tokens') {
      enter('loginSuccess', { password: '', code: '', newPassword: '', confirmPassword: '' });
      return;
    }
    question = { name: result.name, session: result.session };
    askAgain = again;
    if (asksForCode(result.name)) {
      enter('customChallenge', { code: '', sentTo: result.parameters.CODE_DELIVERY_DESTINATION ?? null });
      waitBeforeResend();
    } else if (result.name === 'NEW_PASSWORD_REQUIRED') {
      enter('forceNewPassword', { newPassword: '', confirmPassword: '' });
    } else {
      log(`The challenge ${result.name} is not known here.`);
      fail(state.peek().mode === 'login' ? 'password' : 'username', 'system');
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
      const isOfName = fault === 'unknownUser' || fault === 'unconfirmed' || state.peek().mode !== 'login';
      fail(isOfName ? 'username' : 'password', fault);
    }
  }

  const signInByCode = (username: string) => attempt(() => services.signInByCode(username));

  function signIn(): Promise<void> {
    const username = state.peek().username.trim();
    const password = state.peek().password.trim();
    return attempt(() => services.signIn(username, password));
  }

  async function answerCode(): Promise<void> {
    const { username, code } = state.peek();
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
    const { username, newPassword } = state.peek();
    try {
      follow(await services.answer({ ...question!, username, answer: newPassword.trim() }), askAgain);
    } catch (error) {
      // After a weak password the challenge stays open, so its session is kept (ERR-02).
      fail('newPassword', newPasswordFault(error));
    }
  }

  const WORK: Readonly<Partial<Record<LoginMode, () => Promise<void>>>> = {
    attemptSSO: next,
    login: signIn,
    customChallenge: answerCode,
    recover: () => requestCode({ failed: (fault) => fail('username', fault) }),
    resetRequired: reset,
    forceNewPassword: answerNewPassword,
  };

  async function proceed(): Promise<void> {
    const work = WORK[state.peek().mode];
    if (!work || state.peek().busy) return;
    set({ submitted: true, faults: faultsOf(state.peek()) });
    if (Object.keys(state.peek().faults).length > 0) return;
    await step(work);
  }

  return {
    state,
    /** Starts automatic steps: the countdown to the identity provider, or the look-up of a known user. */
    async begin(): Promise<void> {
      if (state.peek().mode !== 'attemptSSO') return;
      if (start.isFixed) return step(next);
      const failedAt = services.ssoFailedAt();
      const isTooSoon = failedAt !== undefined && Date.now() - failedAt < SSO_PAUSE_MS;
      if (!services.visitProvider || start.hasProviderFailed || isTooSoon) return;
      const username = services.ssoUser.get();
      if (start.provider) await step(() => toProvider(username ?? null, start.provider ?? null));
      else if (username) beginCountdown(username);
    },
    /** Stops the timers. */
    stop(): void {
      stopCountdown();
      stopResend();
    },
    /** Updates a field and clears errors (VAL-07). */
    type(change: Partial<Record<LoginField, string>>): void {
      const { notice } = state.peek();
      set({ ...change, faults: {}, notice: notice === 'resetNeeded' ? notice : null });
    },
    /** Submits the form of the current mode. */
    proceed,
    /** Cancels the countdown and forgets the remembered user. */
    cancelCountdown(): void {
      stopCountdown();
      services.ssoUser.remove();
      set({ countdown: null, username: '' });
    },
    continueToProvider,
    /** Opens the provider that requires a click. */
    visitProvider: () =>
      step(async () => {
        const { provider: idpName, username } = state.peek();
        if (idpName) await visit({ idpName, username });
      }),
    recover(): void {
      abandon();
      enter('recover', { password: '' });
    },
    /** Switches to a one-time password; `phone` if it differs from the username. */
    byCode: (phone?: string) => {
      if (phone) set({ username: phone });
      return step(() => signInByCode(state.peek().username.trim()));
    },
    /** Sends the code or e-mail again after the waiting time. */
    resend() {
      const { mode, resendIn, notice } = state.peek();
      if (resendIn > 0) return Promise.resolve();
      return step(async () => {
        if (mode === 'customChallenge') {
          const again = askAgain;
          try {
            follow(await again(), again);
          } catch (error) {
            fail('code', signInFault(error));
          }
        } else if (mode === 'resetRequired') {
          await requestCode({ notice, failed: (fault) => fail('code', fault) });
        } else {
          await requestCode({ failed: (fault) => set({ notice: fault }) });
        }
      });
    },
    /** Returns from a failed recovery to its form, keeping the input. */
    retry: () => enter('resetRequired'),
    /** Returns to the first step (LOG-11). */
    async back(): Promise<void> {
      abandon();
      const username = start.isFixed ? (start.username ?? '') : state.peek().username;
      state.value = { ...START, username, resendIn: state.peek().resendIn };
      if (start.isFixed) await step(next);
    },
  };
}

export type LoginStore = ReturnType<typeof createLoginStore>;

function beginning({ username = '', code }: LoginStart): LoginState {
  if (code && username) return { ...START, mode: 'resetRequired', username, code };
  return { ...START, username };
}
