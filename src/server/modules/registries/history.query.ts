import { sql } from 'kysely';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { personRow } from '../users/index.ts';

type State = Readonly<Record<string, unknown>> & { readonly data?: Values };

export interface AuditedChange {
  readonly id: string;
  readonly at: Date;
  readonly verb: 'insert' | 'update';
  readonly before: State | null;
  readonly after: State | null;
  readonly actor: Parameters<typeof import('../users/index.ts').personRef>[0] | null;
  /** The values of this change were removed at the end of the retention. */
  readonly isAnonymised: boolean;
}

/** Returns the audit rows of a record, newest first, before one of them. */
export async function readChanges(
  tx: Tx,
  recordId: string,
  before: string | null,
  limit: number,
): Promise<AuditedChange[]> {
  const { rows } = await sql<AuditedChange>`
    WITH anonymised AS (SELECT a.id FROM audit_log a WHERE a.entity = 'record' AND a.entity_id = ${recordId}
      AND a.actor_id IS NULL AND a.verb = 'update' AND a.after->'data' = '{}' ORDER BY a.id DESC LIMIT 1)
    SELECT a.id, a.at, a.verb, a.before, a.after, ${personRow('u')} AS actor,
      coalesce(a.id <= (SELECT id FROM anonymised), false) AS "isAnonymised"
    FROM audit_log a LEFT JOIN app_user u ON u.id = a.actor_id
    WHERE a.entity = 'record' AND a.entity_id = ${recordId} AND (${before}::uuid IS NULL OR a.id < ${before}::uuid)
    ORDER BY a.id DESC LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** Returns the names of users by key. */
export async function userNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT u.id, coalesce(u.name, u.username) AS name FROM app_user u WHERE u.id = ANY(${[...ids]}::uuid[])`.execute(
    tx,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
