import { batch, signal } from '@preact/signals-core';
import { currentPasswordFault, newPasswordFault, type PasswordFault } from '../../shared/contracts/password.rules.ts';
import { CognitoError } from '../../shared/session/index.ts';

export interface PasswordValues {
  readonly current: string;
  readonly proposed: string;
  readonly repeat: string;
}

type PasswordFieldFault = PasswordFault | 'mismatch' | 'wrong' | 'refused';

/** Failure of the identity service, by the class of its error. */
export type PasswordFailure = 'tooMany' | 'notAllowed' | 'offline' | 'system';

export type PasswordState =
  | { readonly status: 'idle' }
  | { readonly status: 'saving' }
  /** `reason` is null if the error is shown at a field. */
  | { readonly status: 'failed'; readonly reason: PasswordFailure | null };

export type PasswordFaults = Partial<Record<keyof PasswordValues, PasswordFieldFault>>;

const EMPTY: PasswordValues = { current: '', proposed: '', repeat: '' };

/** VAL-16 and VAL-17: errors of the three fields. */
export function passwordFaults({ current, proposed, repeat }: PasswordValues): PasswordFaults {
  const faults: PasswordFaults = {};
  const ofCurrent = currentPasswordFault(current);
  if (ofCurrent) faults.current = ofCurrent;
  const ofProposed = newPasswordFault(proposed);
  if (ofProposed) faults.proposed = ofProposed;
  if (repeat === '') faults.repeat = 'required';
  else if (repeat !== proposed) faults.repeat = 'mismatch';
  return faults;
}

/** Changes the user's own password. `change` is `changePassword` of shared/session. */
export function createPasswordStore(change: (previous: string, proposed: string) => Promise<void>) {
  const values = signal(EMPTY);
  const faults = signal<PasswordFaults>({});
  const state = signal<PasswordState>({ status: 'idle' });

  return {
    values,
    faults,
    state,
    isChanged: () => Object.values(values.value).some((value) => value !== ''),
    clear(): void {
      batch(() => {
        values.value = EMPTY;
        faults.value = {};
        state.value = { status: 'idle' };
      });
    },
    type(change: Partial<PasswordValues>): void {
      const rest = { ...faults.peek() };
      for (const field of Object.keys(change)) delete rest[field as keyof PasswordValues];
      batch(() => {
        values.value = { ...values.peek(), ...change };
        faults.value = rest;
      });
    },
    /** Submits; returns whether the password was changed. After a failure the input stays. */
    async submit(): Promise<boolean> {
      if (state.peek().status === 'saving') return false;
      const found = passwordFaults(values.peek());
      faults.value = found;
      if (Object.keys(found).length > 0) {
        state.value = { status: 'idle' };
        return false;
      }
      state.value = { status: 'saving' };
      try {
        await change(values.peek().current, values.peek().proposed);
      } catch (error) {
        const { fields, reason } = outcomeOf(error);
        batch(() => {
          faults.value = fields;
          state.value = { status: 'failed', reason };
        });
        return false;
      }
      this.clear();
      return true;
    },
  };
}

export type PasswordStore = ReturnType<typeof createPasswordStore>;

/** Maps an error by its name: other identity services are possible. */
function outcomeOf(error: unknown): { fields: PasswordFaults; reason: PasswordFailure | null } {
  const type = error instanceof CognitoError ? error.type : '';
  switch (type) {
    case 'NotAuthorizedException':
      // Cognito has no error class of its own for too many wrong passwords.
      if (/attempts exceeded/i.test((error as CognitoError).message)) return { fields: {}, reason: 'tooMany' };
      if (/not allowed/i.test((error as CognitoError).message)) return { fields: {}, reason: 'notAllowed' };
      return { fields: { current: 'wrong' }, reason: null };
    case 'InvalidPasswordException':
    case 'PasswordHistoryPolicyViolationException':
      return { fields: { proposed: 'refused' }, reason: null };
    case 'LimitExceededException':
    case 'TooManyRequestsException':
      return { fields: {}, reason: 'tooMany' };
    case 'NetworkError':
      return { fields: {}, reason: 'offline' };
    default:
      return { fields: {}, reason: 'system' };
  }
}
