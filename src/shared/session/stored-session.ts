/** The one thing that outlives the tab: the refresh token, shared by all tabs of the application. Tokens that open the API stay in memory. */
export const SESSION_KEY = 'vva_session';
/** As long as the identity service's refresh tokens live. */
const STORED_MS = 30 * 86_400_000;

export interface StoredSession {
  read(): string | null;
  write(refreshToken: string): void;
  clear(): void;
}

/** In localStorage as `{v, exp}`. Where that is forbidden it lasts as long as the page. */
export function createStoredSession(backend: () => Storage | undefined, now: () => number = Date.now): StoredSession {
  let inMemory: string | null = null;
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
        const { v, exp } = JSON.parse(local.getItem(SESSION_KEY) ?? '{}') as { v?: unknown; exp?: unknown };
        return typeof v === 'string' && typeof exp === 'number' && exp > now() ? v : null;
      } catch {
        // Not readable: the same as none.
        return null;
      }
    },
    write(refreshToken) {
      inMemory = refreshToken;
      isFull = false;
      try {
        storage()?.setItem(SESSION_KEY, JSON.stringify({ v: refreshToken, exp: now() + STORED_MS }));
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
  };
}
