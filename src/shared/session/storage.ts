import { STORAGE_PREFIX, STORAGE_TTL_MINUTES } from '../contracts/constants.ts';

interface Entry {
  readonly value: unknown;
  /** Milliseconds since 1970; null: never. */
  readonly expire: number | null;
}

export interface TimedStorage {
  get<T>(key: string): T | undefined;
  /** `ttlMinutes` null: until removed. Does nothing if storage is full or forbidden. */
  set(key: string, value: unknown, ttlMinutes?: number | null): void;
  remove(key: string): void;
  /** Removes expired entries. */
  purge(): void;
}

/** Interface data stored in the browser under our prefix, for an hour by default. */
export function createTimedStorage(backend: () => Storage | undefined, now: () => number = Date.now): TimedStorage {
  /** Reading the property already throws where the browser forbids storage. */
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      const storage = backend();
      return storage && work(storage);
    } catch {
      // Full or forbidden: everything works without it, with less comfort.
      return undefined;
    }
  };
  const read = (storage: Storage, fullKey: string): Entry | undefined => {
    const entry = parse(storage.getItem(fullKey));
    if (!entry) return undefined;
    if (entry.expire === null || entry.expire > now()) return entry;
    storage.removeItem(fullKey);
    return undefined;
  };
  return {
    get: <T>(key: string) => attempt((storage) => read(storage, STORAGE_PREFIX + key)?.value as T | undefined),
    set(key, value, ttlMinutes = STORAGE_TTL_MINUTES) {
      const expire = ttlMinutes === null ? null : now() + ttlMinutes * 60_000;
      attempt((storage) => storage.setItem(STORAGE_PREFIX + key, JSON.stringify({ value, expire } satisfies Entry)));
    },
    remove(key) {
      attempt((storage) => storage.removeItem(STORAGE_PREFIX + key));
    },
    purge() {
      attempt((storage) => {
        const keys = [...Array(storage.length).keys()].map((index) => storage.key(index));
        for (const key of keys) if (key?.startsWith(STORAGE_PREFIX)) read(storage, key);
      });
    },
  };
}

function parse(text: string | null): Entry | undefined {
  if (text === null) return undefined;
  try {
    const entry = JSON.parse(text) as Partial<Entry> | null;
    if (entry === null || typeof entry !== 'object' || !('expire' in entry) || !('value' in entry)) return undefined;
    return entry as Entry;
  } catch {
    // Not our entry, or truncated; the stored session has its own format and is not touched.
    return undefined;
  }
}
