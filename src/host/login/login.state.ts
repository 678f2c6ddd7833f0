import { resetPasswordFault } from '../../shared/contracts/password.rules.ts';
import { ACCOUNT_MODES, type AccountMode } from '../../shared/contracts/sign-in-modes.rules.ts';
import type { LoginFault } from './login.faults.ts';

/** Modes of the sign-in (LOG-01…LOG-09). `reset` has no screen: it lasts until a recovery code was sent. */
export type LoginMode =
  | 'attemptSSO'
  | 'login'
  /** The organisation allows no passwords. */
  | 'withoutPassword'
  | 'customChallenge'
  | 'reset'
  | 'recover'
  | 'resetRequired'
  | 'forceNewPassword'
  | 'appSetup'
  | 'passkeySetup'
  | 'backupCodes'
  | 'loginSuccess'
  | 'final';

export type LoginField = 'username' | 'password' | 'code' | 'newPassword' | 'confirmPassword';

/** What the code field asks for: a code that was sent, one of the authenticator app, or a backup code. */
type CodeKind = 'sent' | 'app' | 'backup';

/** How the flow ended without a session (mode `final`). */
type Outcome =
  /** A temporary password was sent; it can be sent again. */
  | { readonly kind: 'temporarySent' }
  /** The recovery failed. `retry`: the input is kept and can be corrected. */
  | { readonly kind: 'failed'; readonly fault: LoginFault; readonly retry: boolean }
  /** The new password is set, but the sign-in with it failed. */
  | { readonly kind: 'changed' };

export interface LoginState extends Readonly<Record<LoginField, string>> {
  readonly mode: LoginMode;
  readonly busy: boolean;
  readonly faults: Readonly<Partial<Record<LoginField, LoginFault>>>;
  /** Message above the form that concerns no single field. */
  readonly notice: LoginFault | null;
  readonly codeKind: CodeKind;
  /** Ways that the user's organisation allows, as far as they are known. */
  readonly modes: readonly AccountMode[];
  /** Whether a passkey can be set up in place of an authenticator app. */
  readonly canSetUpPasskey: boolean;
  /** Secret for the authenticator app, during its set-up. */
  readonly secret: string;
  /** New backup codes, shown once. */
  readonly backupCodes: readonly string[];
  /** Masked destination of the code; null if the service does not report it. */
  readonly sentTo: string | null;
  /** How the code was sent; null if the service does not report it. */
  readonly sentBy: 'SMS' | 'EMAIL' | null;
  /** Seconds until a code can be requested again. */
  readonly resendIn: number;
  /** Seconds until the automatic redirect to the identity provider; null without one. */
  readonly countdown: number | null;
  /** Identity provider that opens on a click, as a pop-up requires. */
  readonly provider: string | null;
  /** Whether the form was submitted once; a new password is not validated before (VAL-06). */
  readonly submitted: boolean;
  readonly outcome: Outcome | null;
}

export const START: LoginState = {
  mode: 'attemptSSO',
  username: '',
  password: '',
  code: '',
  newPassword: '',
  confirmPassword: '',
  busy: false,
  faults: {},
  notice: null,
  codeKind: 'sent',
  modes: ACCOUNT_MODES,
  canSetUpPasskey: false,
  secret: '',
  backupCodes: [],
  sentTo: null,
  sentBy: null,
  resendIn: 0,
  countdown: null,
  provider: null,
  submitted: false,
  outcome: null,
};

/** Fields of each mode. */
const FIELDS: Readonly<Record<LoginMode, readonly LoginField[]>> = {
  attemptSSO: ['username'],
  reset: ['username'],
  login: ['username', 'password'],
  withoutPassword: ['username'],
  customChallenge: ['code'],
  recover: ['username'],
  resetRequired: ['username', 'code', 'newPassword', 'confirmPassword'],
  forceNewPassword: ['newPassword', 'confirmPassword'],
  appSetup: ['code'],
  passkeySetup: [],
  backupCodes: [],
  loginSuccess: [],
  final: [],
};

/** Whether a field is empty; the button then looks disabled (VAL-08). */
export function isIncomplete(state: LoginState): boolean {
  return FIELDS[state.mode].some((field) => !state[field].trim());
}

/** Validation errors by field. */
export function faultsOf(state: LoginState): LoginState['faults'] {
  const faults: Partial<Record<LoginField, LoginFault>> = {};
  for (const field of FIELDS[state.mode]) {
    const fault = faultOf(field, state);
    if (fault) faults[field] = fault;
  }
  return faults;
}

function faultOf(field: LoginField, state: LoginState): LoginFault | null {
  const typed = state[field].trim();
  switch (field) {
    case 'username':
      return typed ? null : 'usernameRequired';
    case 'password':
      return typed ? null : 'passwordRequired';
    case 'code':
      if (typed) return null;
      if (state.mode === 'resetRequired') return 'codeRequired';
      return state.mode === 'customChallenge' && state.codeKind === 'sent' ? 'oneTimeRequired' : 'appCodeRequired';
    case 'newPassword': {
      const fault = resetPasswordFault(typed);
      return fault === null ? null : fault === 'required' ? 'passwordRequired' : 'weakPassword';
    }
    case 'confirmPassword':
      if (!typed) return 'confirmRequired';
      return typed === state.newPassword.trim() ? null : 'mustMatch';
  }
}
