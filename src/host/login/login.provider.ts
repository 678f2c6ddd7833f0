import { SSO_COUNTDOWN_SECONDS } from '../../shared/contracts/constants.ts';
import type { LoginState } from './login.state.ts';
import { countDown } from './login.timing.ts';
import type { LoginServices, ProviderVisit } from './login.types.ts';

interface Options {
  readonly services: Pick<LoginServices, 'visitProvider' | 'ssoUser' | 'log'>;
  readonly set: (change: Partial<LoginState>) => void;
  /** The provider requires a click, because it opens in a pop-up. */
  readonly opensWindow: boolean;
  /** Continues when the countdown has ended. */
  readonly proceed: () => Promise<void>;
}

/** Single sign-on at an identity provider: at once, after a click, or after a countdown. */
export function createProviderVisits({ services, set, opensWindow, proceed }: Options) {
  let stopCountdown = () => {};

  async function toProvider(username: string | null, idpName: string | null): Promise<void> {
    if (!services.visitProvider || !idpName) return services.log('The sign-in mode SSO is not known here.');
    if (username) services.ssoUser.set(username);
    if (opensWindow) set({ provider: idpName });
    else await visit({ idpName, username });
  }

  async function visit(target: ProviderVisit): Promise<void> {
    try {
      await services.visitProvider?.(target);
    } catch {
      // Closed, refused or unreachable: the user stays here and can retry or choose another method.
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
    return proceed();
  }

  return { toProvider, visit, beginCountdown, continueToProvider, stopCountdown: () => stopCountdown() };
}
