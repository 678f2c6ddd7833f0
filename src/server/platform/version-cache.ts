import type { DatabaseHandle } from './database.ts';

/** Scope of cached versions: per open database and tenant. */
export interface VersionScope {
  readonly db: DatabaseHandle;
  readonly tenantId: number;
}

/** A version as read. `own`: this transaction wrote it. */
interface ReadVersion<Version> {
  readonly version: Version;
  readonly own: boolean | null;
}

const MAX_VERSIONS = 300;

/**
 * Creates a cache of published versions, which never change. The function returns the cached version, or reads it;
 * undefined if there is none.
 */
export function createVersionCache<Version>(maxVersions = MAX_VERSIONS) {
  const caches = new WeakMap<DatabaseHandle, Map<string, Version>>();
  return async (
    { db, tenantId }: VersionScope,
    id: string,
    number: number,
    read: () => Promise<ReadVersion<Version> | undefined>,
  ): Promise<Version | undefined> => {
    const cache = caches.get(db) ?? new Map<string, Version>();
    caches.set(db, cache);
    const key = `${tenantId}/${number}/${id}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const found = await read();
    // A version written by this transaction can be rolled back and its number reused for other content.
    if (found && found.own !== true) {
      cache.set(key, found.version);
      if (cache.size > maxVersions) cache.delete(cache.keys().next().value!);
    }
    return found?.version;
  };
}
