import { signal } from '@preact/signals-core';
import { PHONE_LIKE_PATTERN, SSO_COUNTDOWN_SECONDS } from '../../shared/contracts/constants.ts';
import { asksForCode, type ChallengeAnswer, type SignInResult } from '../../shared/session/index.ts';
import {
  asksForReset,
  isPassing,
  type LoginFault,
  newPasswordFault,
  oneTimeFault,
  recoveryFault,
  signInFault,
} from './login.faults.ts';
import { faultsOf, type LoginField, type LoginMode, type LoginState, START } from './login.state.ts';
import { countDown, createTurns } from './login.timing.ts';

/** Where to go at an identity provider: `idpName` is how the server names it; `username` is offered to it as a hint. */
export interface ProviderVisit {
  readonly idpName: string;
  readonly username: string | null;
}

export interface LoginServices {
  /** How this person signs in: `password`, `reset`, `SSO` or a mode that a later server has. */
  readonly lookUp: (username: string) => Promise<{ readonly loginMode: string; readonly idpName: string | null }>;
  readonly signIn: (username: string, password: string) => Promise<SignInResult>;
  readonly signInByCode: (username: string) => Promise<SignInResult>;
  readonly answer: (answer: ChallengeAnswer) => Promise<SignInResult>;
  /** Has a recovery code sent, or a temporary password to somebody who never had one of their own. */
  readonly forgotPassword: (
    username: string,
  ) => Promise<{ readonly result: string; readonly destination?: string | undefined }>;
  readonly confirmReset: (username: string, code: string, password: string) => Promise<void>;
  /** Opens the identity provider. Without it, single sign-on is a mode that is not known here. */
  readonly visitProvider?: (visit: ProviderVisit) => Promise<void>;
  /** The username of the last single sign-on in this browser. */
  readonly ssoUser: { get(): string | undefined; set(username: string): void; remove(): void };
  /** When single sign-on was last tried in vain (milliseconds since 1970). */
  readonly ssoFailedAt: () => number | undefined;
  readonly log: (text: string) => void;
}

/** With what the sign-in begins. */
export interface LoginStart {
  /** Typed already, as by a recovery mail. */
  readonly username?: string;
  /** Of a recovery mail: opens `resetRequired` at once (LOG-10). */
  readonly code?: string;
  /** The username stands and cannot be changed: this very person is asked to sign in again. */
  readonly isFixed?: boolean;
  /** The identity provider that the address names; it is opened at once. */
  readonly provider?: string;
  /** The identity provider came back with an error, of which the page tells. */
  readonly hasProviderFailed?: boolean;
  /** The identity provider opens in a window of its own, which only a press of a button may do. */
  readonly opensWindow?: boolean;
}

/** Codes and mails are not sent again before this many seconds. */
const RESEND_AFTER_SECONDS = 30;
/** After single sign-on has failed it does not begin by itself for this long: else the two would send the person to and fro. */
const SSO_PAUSE_MS = 60_000;

/** The sign-in as a state machine; the screen only draws it. docs/identity.md has the table of what leads where. */
export function createLoginStore(world: LoginServices, start: LoginStart = {}) {
  const { log } = world;
  const turns = createTurns();
  const { mine } = turns;
  const services = {
    ...world,
    lookUp: (username: string) => mine(world.lookUp(username)),
    signIn: (username: string, password: string) => mine(world.signIn(username, password)),
    signInByCode: (username: string) => mine(world.signInByCode(username)),
    answer: (answer: ChallengeAnswer) => mine(world.answer(answer)),
    forgotPassword: (username: string) => mine(world.forgotPassword(username)),
    confirmReset: (...reset: Parameters<LoginServices['confirmReset']>) => mine(world.confirmReset(...reset)),
  };
  const state = signal<LoginState>(beginning(start));
  let question: { readonly name: string; readonly session: string | undefined } | null = null;
  let askAgain: () => Promise<SignInResult> = () => services.signInByCode(state.peek().username);
  let stopCountdown = () => {};
  let stopResend = () => {};

  const set = (change: Partial<LoginState>) => {
    state.value = { ...state.peek(), ...change };
  };
  const enter = (mode: LoginMode, change: Partial<LoginState> = {}) =>
    set({ mode, faults: {}, notice: null, submitted: false, outcome: null, ...change });
  const fail = (field: LoginField, fault: LoginFault) => set({ faults: { [field]: fault } });

  /** One step at a time; whatever it throws that no step expects ends as a system error and in the log. */
  async function step(work: () => Promise<void>): Promise<void> {
    if (state.peek().busy) return;
    set({ busy: true, notice: null });
    try {
      await work();
    } finally {
      set({ busy: false });
    }
  }

  /** Leaves a step that is under way. */
  function abandon(): void {
    turns.next();
    set({ busy: false });
  }

  function waitBeforeResend(): void {
    stopResend();
    stopResend = countDown(RESEND_AFTER_SECONDS, (resendIn) => set({ resendIn }));
  }

  // attemptSSO: who is it, and how do they sign in?

  async function next(): Promise<void> {
    const username = state.peek().username.trim();
    set({ username });
    if (PHONE_LIKE_PATTERN.test(username)) return signInByCode(username);
    let found: Awaited<ReturnType<LoginServices['lookUp']>>;
    try {
      found = await services.lookUp(username);
    } catch (error) {
      // A look-up that fails must lock nobody out (LOG-14): the password decides.
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

  async function toProvider(username: string | null, idpName: string | null): Promise<void> {
    if (!services.visitProvider || !idpName) return log('The sign-in mode SSO is not known here.');
    if (username) services.ssoUser.set(username);
    if (start.opensWindow) set({ provider: idpName });
    else await visit({ idpName, username });
  }

  async function visit(target: ProviderVisit): Promise<void> {
    try {
      if (world.visitProvider) await mine(world.visitProvider(target));
    } catch {
      // Closed, refused or out of reach: the person stays here and may try again or take another way.
      set({ notice: 'providerFailed' });
    }
  }

  function beginCountdown(username: string): void {
    set({ username });
    stopCountdown = countDown(
      SSO_COUNTDOWN_SECONDS,
      (countdown) => set({ countdown }),
      () => void continueToProvider(),
    );
  }

  function continueToProvider(): Promise<void> {
    stopCountdown();
    set({ countdown: null });
    return step(next);
  }

  // login, customChallenge, forceNewPassword: the identity service asks, the person answers

  /** What comes of an attempt (LOG-15). `again` repeats it, so that a code is sent once more. */
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
      // The service may ask the same once more instead of refusing: the code was wrong.
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
      // The question stays open after a password that is too weak, so its session is kept (ERR-02).
      fail('newPassword', newPasswordFault(error));
    }
  }

  // recover, reset, resetRequired: a new password by a code

  /** Has a code sent. `failed` is where to go when it is worth trying again; `notice` is said above the form that asks for the code. */
  async function requestCode({
    failed,
    notice = null,
  }: {
    failed: (fault: LoginFault) => void;
    notice?: LoginFault | null;
  }): Promise<void> {
    try {
      const { result, destination } = await services.forgotPassword(state.peek().username.trim());
      if (result === 'VERIFICATION_CODE_SENT') {
        enter('resetRequired', { notice, code: '', sentTo: destination ?? null });
      } else {
        enter('final', { outcome: { kind: 'temporarySent' }, sentTo: destination ?? null });
      }
      waitBeforeResend();
    } catch (error) {
      const fault = recoveryFault(error);
      if (isPassing(error)) failed(fault);
      else enter('final', { outcome: { kind: 'failed', fault: 'recoveryFailed', retry: false } });
    }
  }

  async function reset(): Promise<void> {
    const { username, code, newPassword } = state.peek();
    const password = newPassword.trim();
    try {
      await services.confirmReset(username.trim(), code.trim(), password);
    } catch (error) {
      const fault = recoveryFault(error);
      enter('final', { outcome: { kind: 'failed', fault, retry: fault !== 'recoveryFailed' } });
      return;
    }
    const again = () => services.signIn(username.trim(), password);
    try {
      follow(await again(), again);
    } catch {
      // The new password holds; signing in with it by hand says what is in the way.
      enter('final', { outcome: { kind: 'changed' }, code: '', newPassword: '', confirmPassword: '' });
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
    /** Begins what begins by itself: the countdown to the identity provider, or the look-up of a person who is known. */
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
    /** Stops the clocks. */
    stop(): void {
      stopCountdown();
      stopResend();
    },
    /** What was typed; errors go away with it (VAL-07). */
    type(change: Partial<Record<LoginField, string>>): void {
      const { notice } = state.peek();
      set({ ...change, faults: {}, notice: notice === 'resetNeeded' ? notice : null });
    },
    /** Sends the form of the mode, whichever it is. */
    proceed,
    /** Ends the countdown and forgets for whom it was. */
    cancelCountdown(): void {
      stopCountdown();
      services.ssoUser.remove();
      set({ countdown: null, username: '' });
    },
    continueToProvider,
    /** Opens the provider that waits for a press. */
    visitProvider: () =>
      step(async () => {
        const { provider: idpName, username } = state.peek();
        if (idpName) await visit({ idpName, username });
      }),
    recover(): void {
      abandon();
      enter('recover', { password: '' });
    },
    /** A one time password instead of what the form asks for; `phone` when it is not the username. */
    byCode: (phone?: string) => {
      if (phone) set({ username: phone });
      return step(() => signInByCode(state.peek().username.trim()));
    },
    /** The code or mail once more, not before the wait is over. */
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
    /** From a recovery that failed back to its form, with what was typed. */
    retry: () => enter('resetRequired'),
    /** Back to the beginning (LOG-11). */
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
