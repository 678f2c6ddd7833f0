/**
 * Storage key of the refresh token, the only data that outlives the tab, shared by all tabs of the application. Tokens
 * for the API stay in memory.
 */
export const SESSION_KEY = 'vva_session';
/** Replaces a session that has expired. */
const ENDED = '{"v":null}';
/** Lifetime of the identity service's refresh tokens. A provider's can be shorter; then it refuses them. */
const STORED_MS = 30 * 86_400_000;

interface StoredSessionData {
  readonly refreshToken: string;
  /** The single sign-on provider that renews it; null: the identity service. */
  readonly idpName: string | null;
}

export interface StoredSession {
  read(): StoredSessionData | null;
  write(session: StoredSessionData): void;
  /** The user has signed out. */
  clear(): void;
  /** The session has expired: other tabs need the difference, because they keep their content. */
  end(): void;
}

/** Whether this content of `SESSION_KEY` marks an expired session. */
export const hasEnded = (content: string): boolean => content === ENDED;

/**
 * In localStorage as `{v, exp}`, with `by` for a session of a single sign-on provider. Where storage is forbidden it
 * lasts as long as the page.
 */
export function createStoredSession(backend: () => Storage | undefined, now: () => number = Date.now): StoredSession {
  let inMemory: StoredSessionData | null = null;
  let isFull = false;
  const storage = () => {
    try {
      return backend();
    } catch {
      // The browser forbids storage to this page.
      return undefined;
    }
  };
  /** False when storage is full. The former token goes then: used by another tab, it would end the session. */
  function put(entry: object): boolean {
    try {
      storage()?.setItem(SESSION_KEY, JSON.stringify(entry));
      return true;
    } catch {
      storage()?.removeItem(SESSION_KEY);
      return false;
    }
  }
  return {
    read() {
      const local = storage();
      if (!local || isFull) return inMemory;
      try {
        const { v, exp, by } = JSON.parse(local.getItem(SESSION_KEY) ?? '{}') as Record<string, unknown>;
        if (typeof v !== 'string' || typeof exp !== 'number' || exp <= now()) return null;
        return { refreshToken: v, idpName: typeof by === 'string' ? by : null };
      } catch {
        // Unreadable: treated as missing.
        return null;
      }
    },
    write(session) {
      inMemory = session;
      const { refreshToken: v, idpName } = session;
      // This tab keeps its session, the next one asks to sign in.
      isFull = !put({ v, exp: now() + STORED_MS, by: idpName ?? undefined });
    },
    clear() {
      inMemory = null;
      isFull = false;
      storage()?.removeItem(SESSION_KEY);
    },
    end() {
      inMemory = null;
      // Signed out during the renewal: other tabs must see the sign-out.
      if (storage()?.getItem(SESSION_KEY) !== null) put({ v: null });
    },
  };
}
