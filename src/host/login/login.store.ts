import { signal } from '@preact/signals-core';
import { PHONE_LIKE_PATTERN } from '../../shared/contracts/constants.ts';
import { ACCOUNT_MODES } from '../../shared/contracts/sign-in-modes.rules.ts';
import { createAttempts } from './login.attempts.ts';
import { type LoginFault, signInFault } from './login.faults.ts';
import { createProviderVisits } from './login.provider.ts';
import { createRecovery } from './login.recovery.ts';
import { faultsOf, type LoginField, type LoginMode, type LoginState, START } from './login.state.ts';
import { countDown, createTurns } from './login.timing.ts';
import type { LoginServices } from './login.types.ts';

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
  const { log, signInByPasskey, answerByPasskey, setUpPasskey, visitProvider } = injected;
  const { mine, next: leaveStep } = createTurns();
  const ofStep =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      mine(work(...args));
  const services = {
    ...injected,
    lookUp: ofStep(injected.lookUp),
    signIn: ofStep(injected.signIn),
    signInByCode: ofStep(injected.signInByCode),
    ...(signInByPasskey && { signInByPasskey: ofStep(signInByPasskey) }),
    ...(answerByPasskey && { answerByPasskey: ofStep(answerByPasskey) }),
    ...(setUpPasskey && { setUpPasskey: ofStep(setUpPasskey) }),
    answer: ofStep(injected.answer),
    beginAppSetup: ofStep(injected.beginAppSetup),
    confirmAppSetup: ofStep(injected.confirmAppSetup),
    forgotPassword: ofStep(injected.forgotPassword),
    confirmReset: ofStep(injected.confirmReset),
    ...(visitProvider && { visitProvider: ofStep(visitProvider) }),
  };
  const state = signal<LoginState>(beginning(start));
  const now = () => state.peek();
  let stopResend = () => {};

  const set = (change: Partial<LoginState>) => {
    state.value = { ...now(), ...change };
  };
  const enter = (mode: LoginMode, change: Partial<LoginState> = {}) =>
    set({ mode, faults: {}, notice: null, submitted: false, outcome: null, ...change });
  /** Opens the form for signing in, by the ways that the organisation allows. */
  const enterSignIn = (change: Partial<LoginState> = {}) => {
    const { modes } = { ...now(), ...change };
    enter(modes.includes('password') ? 'login' : 'withoutPassword', change);
  };
  const fail = (field: LoginField, fault: LoginFault) => set({ faults: { [field]: fault } });

  /** Runs one step at a time; an unexpected exception is logged and ends in a system error. */
  async function step(work: () => Promise<void>): Promise<void> {
    if (now().busy) return;
    set({ busy: true, notice: null });
    try {
      await work();
    } finally {
      set({ busy: false });
    }
  }

  /** Cancels the current step. */
  function abandon(): void {
    leaveStep();
    set({ busy: false });
  }

  function waitBeforeResend(): void {
    stopResend();
    stopResend = countDown(RESEND_AFTER_SECONDS, (resendIn) => set({ resendIn }));
  }

  // attemptSSO: look up the user and the sign-in method

  async function next(): Promise<void> {
    const username = now().username.trim();
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
    const { signInModes: modes = ACCOUNT_MODES } = found;
    switch (found.loginMode) {
      case 'password':
        return enterSignIn({ modes });
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

  const parts = { services, state: now, enter, enterSignIn, fail, waitBeforeResend };
  const { requestCode, reset } = createRecovery({ ...parts, follow: (...result) => attempts.follow(...result) });
  const attempts = createAttempts({ ...parts, requestCode });
  const { signInByCode } = attempts;

  /** By passkey, or else by a one-time password. */
  function signInWithoutPassword(): Promise<void> {
    if (services.signInByPasskey && now().modes.includes('passkey')) return attempts.signInByPasskey();
    return signInByCode(now().username.trim());
  }

  const WORK: Readonly<Partial<Record<LoginMode, () => Promise<void>>>> = {
    attemptSSO: next,
    login: attempts.signIn,
    withoutPassword: signInWithoutPassword,
    customChallenge: attempts.answerCode,
    recover: () => requestCode({ failed: (fault) => fail('username', fault) }),
    resetRequired: reset,
    forceNewPassword: attempts.answerNewPassword,
    appSetup: attempts.confirmAppSetup,
    passkeySetup: attempts.setUpPasskey,
    backupCodes: attempts.finishAppSetup,
  };

  async function proceed(): Promise<void> {
    const work = WORK[now().mode];
    if (!work || now().busy) return;
    set({ submitted: true, faults: faultsOf(now()) });
    if (Object.keys(now().faults).length > 0) return;
    await step(work);
  }

  return {
    state,
    /** Starts automatic steps: the countdown to the identity provider, or the look-up of a known user. */
    async begin(): Promise<void> {
      if (now().mode !== 'attemptSSO') return;
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
      const { notice } = now();
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
        const { provider: idpName, username } = now();
        if (idpName) await visit({ idpName, username });
      }),
    recover(): void {
      abandon();
      enter('recover', { password: '' });
    },
    /** Switches to a one-time password; `phone` if it differs from the username. */
    byCode: (phone?: string) => {
      if (phone) set({ username: phone });
      return step(() => signInByCode(now().username.trim()));
    },
    /** Signs in with a passkey; undefined where the browser cannot use one. */
    byPasskey: signInByPasskey && (() => step(attempts.signInByPasskey)),
    /** Creates a passkey in place of the authenticator app that the sign-in requires. */
    setUpPasskey: () => step(attempts.setUpPasskey),
    /** Sends the code or e-mail again after the waiting time. */
    resend() {
      const { mode, resendIn, notice } = now();
      if (resendIn > 0) return Promise.resolve();
      return step(() => {
        if (mode === 'customChallenge') return attempts.resendCode();
        if (mode === 'resetRequired') return requestCode({ notice, failed: (fault) => fail('code', fault) });
        return requestCode({ failed: (fault) => set({ notice: fault }) });
      });
    },
    /** Switches between a code of the app and a backup code. */
    switchToBackup: (isBackup: boolean) => set({ codeKind: isBackup ? 'backup' : 'app', code: '', faults: {} }),
    /** Returns from a failed recovery to its form, keeping the input. */
    retry: () => enter('resetRequired'),
    /** Returns to the first step (LOG-11). */
    async back(): Promise<void> {
      abandon();
      const username = start.isFixed ? (start.username ?? '') : now().username;
      state.value = { ...START, username, resendIn: now().resendIn };
      if (start.isFixed) await step(next);
    },
  };
}

export type LoginStore = ReturnType<typeof createLoginStore>;

function beginning({ username = '', code }: LoginStart): LoginState {
  if (code && username) return { ...START, mode: 'resetRequired', username, code };
  return { ...START, username };
}
