import type { SignInResult } from '../../shared/session/index.ts';
import { isPassing, type LoginFault, recoveryFault } from './login.faults.ts';
import type { LoginMode, LoginState } from './login.state.ts';
import type { LoginServices } from './login.types.ts';

interface Options {
  readonly services: Pick<LoginServices, 'forgotPassword' | 'confirmReset' | 'signIn'>;
  readonly state: () => LoginState;
  readonly enter: (mode: LoginMode, change?: Partial<LoginState>) => void;
  /** Handles the result of signing in with the new password; `again` repeats it. */
  readonly follow: (result: SignInResult, again: () => Promise<SignInResult>) => Promise<void>;
  readonly waitBeforeResend: () => void;
}

/** A new password with a code (recover, reset, resetRequired). */
export function createRecovery({ services, state, enter, follow, waitBeforeResend }: Options) {
  /** Requests a code. `failed` is the mode to return to if a retry makes sense; `notice` is shown above the code form. */
  async function requestCode({
    failed,
    notice = null,
  }: {
    failed: (fault: LoginFault) => void;
    notice?: LoginFault | null;
  }): Promise<void> {
    try {
      const { result, destination } = await services.forgotPassword(state().username.trim());
      if (result === 'VERIFICATION_CODE_SENT') {
        enter('resetRequired', { notice, code: '', sentTo: destination ?? null });
      } else {
        enter('final', { outcome: { kind: 'temporarySent' }, sentTo: destination ?? null });
      }
      waitBeforeResend();
    } catch (error) {
      const fault = recoveryFault(error);
      if (isPassing(error)) failed(fault);
      else
        enter('final', {
          outcome: { kind: 'failed', fault: fault === 'noPasswords' ? fault : 'recoveryFailed', retry: false },
        });
    }
  }

  async function reset(): Promise<void> {
    const { username, code, newPassword } = state();
    const password = newPassword.trim();
    try {
      await services.confirmReset(username.trim(), code.trim(), password);
    } catch (error) {
      const fault = recoveryFault(error);
      enter('final', {
        outcome: { kind: 'failed', fault, retry: fault !== 'recoveryFailed' && fault !== 'noPasswords' },
      });
      return;
    }
    const again = () => services.signIn(username.trim(), password);
    try {
      await follow(await again(), again);
    } catch {
      // The new password is set; a manual sign-in will show what prevents it.
      enter('final', { outcome: { kind: 'changed' }, code: '', newPassword: '', confirmPassword: '' });
    }
  }

  return { requestCode, reset };
}

export type Recovery = ReturnType<typeof createRecovery>;
