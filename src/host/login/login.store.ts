import { signal } from '@preact/signals-core';
import { ApiError } from '../../shared/api/index.ts';
import { CognitoError, type SignInResult } from '../../shared/session/index.ts';

/** The screens of the sign-in that exist; what else the server may name is logged and changes nothing (LOG-14). */
type LoginMode = 'attemptSSO' | 'login' | 'loginSuccess';

type LoginFault =
  | 'usernameRequired'
  | 'passwordRequired'
  | 'unknownUser'
  | 'wrongPassword'
  | 'tooMany'
  | 'system'
  | 'offline';

export interface LoginState {
  readonly mode: LoginMode;
  readonly username: string;
  readonly password: string;
  readonly busy: boolean;
  readonly usernameFault: LoginFault | null;
  readonly passwordFault: LoginFault | null;
}

export interface LoginServices {
  /** How this person signs in: `password`, or a mode of another screen. */
  readonly lookUp: (username: string) => Promise<string>;
  readonly signIn: (username: string, password: string) => Promise<SignInResult>;
  readonly log: (text: string) => void;
}

const START: LoginState = {
  mode: 'attemptSSO',
  username: '',
  password: '',
  busy: false,
  usernameFault: null,
  passwordFault: null,
};

/** The sign-in as a state machine; the screen only draws it. */
export function createLoginStore({ lookUp, signIn, log }: LoginServices) {
  const state = signal<LoginState>(START);
  const set = (change: Partial<LoginState>) => {
    state.value = { ...state.peek(), ...change };
  };

  async function next(): Promise<void> {
    const username = state.peek().username.trim();
    if (!username) return set({ usernameFault: 'usernameRequired' });
    set({ busy: true, username });
    try {
      const mode = await lookUp(username);
      if (mode === 'password') set({ mode: 'login' });
      else log(`The sign-in mode ${mode} is not known here.`);
    } catch (error) {
      // A look-up that fails must lock nobody out (LOG-14): the password decides.
      set({ mode: 'login', ...(isUnreachable(error) ? { passwordFault: 'offline' as const } : {}) });
    } finally {
      set({ busy: false });
    }
  }

  async function submit(): Promise<void> {
    const { username, password } = state.peek();
    const usernameFault = username.trim() ? null : 'usernameRequired';
    const passwordFault = password.trim() ? null : 'passwordRequired';
    if (usernameFault || passwordFault) return set({ usernameFault, passwordFault });
    set({ busy: true });
    try {
      const result = await signIn(username.trim(), password.trim());
      if (result.kind === 'tokens') set({ mode: 'loginSuccess', password: '' });
      else {
        log(`The challenge ${result.name} is not known here.`);
        set({ passwordFault: 'system' });
      }
    } catch (error) {
      set(faultOf(error));
    } finally {
      set({ busy: false });
    }
  }

  return {
    state,
    type: (change: Pick<Partial<LoginState>, 'username' | 'password'>) =>
      set({ ...change, usernameFault: null, passwordFault: null }),
    /** Next, or Sign in, by the mode. */
    proceed: () => (state.peek().mode === 'attemptSSO' ? next() : submit()),
    back: () => set({ mode: 'attemptSSO', password: '', usernameFault: null, passwordFault: null }),
  };
}

export type LoginStore = ReturnType<typeof createLoginStore>;

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network';
}

/** By the class of the error, never by its text: the service may be another one. */
function faultOf(error: unknown): Partial<LoginState> {
  if (error instanceof ApiError && error.status === 429) return { passwordFault: 'tooMany' };
  if (!(error instanceof CognitoError)) return { passwordFault: isUnreachable(error) ? 'offline' : 'system' };
  switch (error.type) {
    case 'UserNotFoundException':
      return { usernameFault: 'unknownUser' };
    case 'NotAuthorizedException':
      return { passwordFault: /attempts exceeded/i.test(error.message) ? 'tooMany' : 'wrongPassword' };
    case 'TooManyRequestsException':
    case 'LimitExceededException':
      return { passwordFault: 'tooMany' };
    case 'NetworkError':
      return { passwordFault: 'offline' };
    default:
      return { passwordFault: 'system' };
  }
}
