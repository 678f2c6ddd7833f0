import { signal } from '@preact/signals-core';
import { ApiError, type call } from '../../api/index.ts';
import { endUserSession, listUserSessions, signOutUser, type UserSessions } from '../../contracts/sessions.contract.ts';

interface Options {
  readonly send: typeof call;
  /** Username or key, or `me`. */
  readonly userId: string;
}

type SessionsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | ({ readonly status: 'ready' } & UserSessions);

/** The sessions of one user. `send` is `call` of shared/api. */
export function createSessionsStore({ send, userId }: Options) {
  const params = { userId };
  const state = signal<SessionsState>({ status: 'loading' });
  /** What is being ended: a session, or `all`. */
  const ending = signal<string | null>(null);
  const error = signal<unknown>(null);

  /** Never throws: a failure is a state. */
  async function load(): Promise<void> {
    try {
      state.value = { status: 'ready', ...(await send(listUserSessions, { params })) };
    } catch (failure) {
      state.value = { status: 'failed', error: failure };
    }
  }

  /** Ends sessions and reads the others again. Returns how many ended; null after a failure, which `error` keeps. */
  async function carryOut(what: string, work: () => Promise<number>): Promise<number | null> {
    if (ending.peek() !== null) return null;
    ending.value = what;
    error.value = null;
    let ended: number | null = null;
    try {
      ended = await work();
    } catch (failure) {
      error.value = failure;
    }
    if (ended !== null) await load();
    ending.value = null;
    return ended;
  }

  return {
    ...{ state, ending, error, load },
    end: (sessionId: string) =>
      carryOut(sessionId, async () => {
        try {
          await send(endUserSession, { params: { ...params, sessionId } });
          return 1;
        } catch (failure) {
          // It has ended meanwhile.
          if (failure instanceof ApiError && failure.code === 'session.not_found') return 0;
          throw failure;
        }
      }),
    /** Ends all sessions; one's own only except the current one. */
    endAll: () => carryOut('all', async () => (await send(signOutUser, { params })).ended),
  };
}

export type SessionsStore = ReturnType<typeof createSessionsStore>;
