import { resetPasswordFault } from '../../shared/contracts/password.rules.ts';
import type { LoginFault } from './login.faults.ts';

/** The modes of the sign-in (LOG-01…LOG-09). `reset` has no screen of its own: it lasts until a recovery code was sent. */
export type LoginMode =
  | 'attemptSSO'
  | 'login'
  | 'customChallenge'
  | 'reset'
  | 'recover'
  | 'resetRequired'
  | 'forceNewPassword'
  | 'loginSuccess'
  | 'final';

export type LoginField = 'username' | 'password' | 'code' | 'newPassword' | 'confirmPassword';

/** With what the sign-in ended without anybody being signed in (mode `final`). */
type Outcome =
  /** A temporary password is on its way; it can be sent again. */
  | { readonly kind: 'temporarySent' }
  /** The recovery did not work. `retry`: what was typed is still there and can be corrected. */
  | { readonly kind: 'failed'; readonly fault: LoginFault; readonly retry: boolean }
  /** The new password is set, only the sign-in after it did not work. */
  | { readonly kind: 'changed' };

export interface LoginState extends Readonly<Record<LoginField, string>> {
  readonly mode: LoginMode;
  readonly busy: boolean;
  readonly faults: Readonly<Partial<Record<LoginField, LoginFault>>>;
  /** Said above the form, as it belongs to none of its fields. */
  readonly notice: LoginFault | null;
  /** Where a code was sent, masked by the service; null when it does not say. */
  readonly sentTo: string | null;
  /** Seconds until a code may be asked for again. */
  readonly resendIn: number;
  /** Seconds until the identity provider is opened by itself; null when it is not. */
  readonly countdown: number | null;
  /** The identity provider that waits for a press of a button, as a pop-up needs one. */
  readonly provider: string | null;
  /** Whether the form was sent once; a new password instead of a temporary one is not judged before (VAL-06). */
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
  sentTo: null,
  resendIn: 0,
  countdown: null,
  provider: null,
  submitted: false,
  outcome: null,
};

/** What each mode asks for. */
const FIELDS: Readonly<Record<LoginMode, readonly LoginField[]>> = {
  attemptSSO: ['username'],
  reset: ['username'],
  login: ['username', 'password'],
  customChallenge: ['code'],
  recover: ['username'],
  resetRequired: ['username', 'code', 'newPassword', 'confirmPassword'],
  forceNewPassword: ['newPassword', 'confirmPassword'],
  loginSuccess: [],
  final: [],
};

/** Whether something is still empty; the button then looks as if it were disabled (VAL-08). */
export function isIncomplete(state: LoginState): boolean {
  return FIELDS[state.mode].some((field) => !state[field].trim());
}

/** What is wrong with what was typed, by field. */
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
      return typed ? null : state.mode === 'customChallenge' ? 'oneTimeRequired' : 'codeRequired';
    case 'newPassword': {
      const fault = resetPasswordFault(typed);
      return fault === null ? null : fault === 'required' ? 'passwordRequired' : 'weakPassword';
    }
    case 'confirmPassword':
      if (!typed) return 'confirmRequired';
      return typed === state.newPassword.trim() ? null : 'mustMatch';
  }
}
