import { sql } from 'kysely';
import type { Endpoint } from '../../shared/contracts/endpoint.ts';
import type { Tx } from './database.ts';

type Change = NonNullable<Endpoint['references']>;

/** Returns how an operation changes references between configured objects; undefined: not at all. */
export function referencesOf({ method, who, errors = [], references }: Endpoint): Change | undefined {
  if (references || method === 'GET') return references;
  if (method === 'DELETE' && errors.some((code) => code.endsWith('in_use'))) return 'removes';
  return who === 'public' || who === 'any' ? undefined : 'adds';
}

/**
 * Keeps deletions of configured objects and new references to them apart until the transaction ends: most references are in
 * arrays and documents, where a foreign key cannot guard them. References are added at the same time. Call it before the
 * transaction locks any row.
 */
export async function lockReferences(tx: Tx, change: Change): Promise<void> {
  const key = sql`hashtextextended('references/' || tenant()::text, 0)`;
  await (change === 'removes'
    ? sql`SELECT pg_advisory_xact_lock(${key})`
    : sql`SELECT pg_advisory_xact_lock_shared(${key})`
  ).execute(tx);
}
