/** The one thing that outlives the tab: the refresh token, shared by all tabs of the application. Tokens that open the API stay in memory. */
export const SESSION_KEY = 'vva_session';
/** Stands in the place of a session that ended by itself. */
const ENDED = '{"v":null}';
/** As long as the identity service's refresh tokens live. A provider's may end earlier; then it refuses them. */
const STORED_MS = 30 * 86_400_000;

interface KeptSession {
  readonly refreshToken: string;
  /** The single sign-on provider that renews it; null: the identity service. */
  readonly idpName: string | null;
}

export interface StoredSession {
  read(): KeptSession | null;
  write(session: KeptSession): void;
  /** The person left. */
  clear(): void;
  /** It ended by itself: other tabs are to know the difference, as they keep what is on their screen. */
  end(): void;
}

/** Whether this content of `SESSION_KEY` says that the session ended by itself. */
export const hasEnded = (content: string): boolean => content === ENDED;

/** In localStorage as `{v, exp}`, with `by` for a session of a single sign-on provider. Where that is forbidden it lasts as long as the page. */
export function createStoredSession(backend: () => Storage | undefined, now: () => number = Date.now): StoredSession {
  let inMemory: KeptSession | null = null;
  let isFull = false;
  const storage = () => {
    try {
      return backend();
    } catch {
      // The browser forbids storage to this page.
      return undefined;
    }
  };
  return {
    read() {
      const local = storage();
      if (!local || isFull) return inMemory;
      try {
        const { v, exp, by } = JSON.parse(local.getItem(SESSION_KEY) ?? '{}') as Record<string, unknown>;
        if (typeof v !== 'string' || typeof exp !== 'number' || exp <= now()) return null;
        return { refreshToken: v, idpName: typeof by === 'string' ? by : null };
      } catch {
        // Not readable: the same as none.
        return null;
      }
    },
    write(session) {
      inMemory = session;
      isFull = false;
      const { refreshToken: v, idpName } = session;
      try {
        const entry = { v, exp: now() + STORED_MS, ...(idpName !== null && { by: idpName }) };
        storage()?.setItem(SESSION_KEY, JSON.stringify(entry));
      } catch {
        // This tab keeps its session, the next one asks to sign in.
        isFull = true;
      }
    },
    clear() {
      inMemory = null;
      isFull = false;
      storage()?.removeItem(SESSION_KEY);
    },
    end() {
      inMemory = null;
      try {
        // Somebody left while it was being renewed: that is what the other tabs are to know.
        if (storage()?.getItem(SESSION_KEY) === null) return;
        storage()?.setItem(SESSION_KEY, ENDED);
      } catch {
        // Full: then it goes the way of a sign-out.
        storage()?.removeItem(SESSION_KEY);
      }
    },
  };
}
