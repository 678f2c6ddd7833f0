import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';

interface Kept {
  readonly table: string;
  /** An index serves it: statement_timestamp() can be a bound of one, clock_timestamp() cannot. */
  readonly when: string;
  /** Its only index by age starts with the tenant. */
  readonly byTenant?: true;
  /** Its triggers read tables of the sign-in. */
  readonly bySignin?: true;
}

/** Retention of rows with a limited life. docs/data-model.md has the same list. */
const KEPT: readonly Kept[] = [
  { table: 'idempotency_key', when: "created_at < statement_timestamp() - interval '48 hours'" },
  { table: 'live_event', when: "id < uuid_floor(statement_timestamp() - interval '1 hour')", byTenant: true },
  { table: 'outbox', when: "sent_at < statement_timestamp() - interval '7 days'" },
  { table: 'mail_message', when: "id < uuid_floor(statement_timestamp() - interval '180 days')", byTenant: true },
  { table: 'attachment', when: "removed_at < statement_timestamp() - interval '30 days'" },
  {
    table: 'file',
    when: `removed_at < statement_timestamp() - interval '30 days'
      AND NOT EXISTS (SELECT 1 FROM attachment a WHERE a.tenant_id = file.tenant_id AND a.file_id = file.id)`,
  },
  { table: 'held_action', when: "done_at < statement_timestamp() - interval '7 days'" },
  { table: 'form_draft', when: "updated_at < statement_timestamp() - interval '180 days'" },
  { table: 'delegation', when: "removed_at < statement_timestamp() - interval '30 days'" },
  { table: 'record', when: "removed_at < statement_timestamp() - interval '30 days'" },
  { table: 'saved_view', when: "removed_at < statement_timestamp() - interval '30 days'" },
  { table: 'mass_action', when: "mode = 'dry' AND created_at < statement_timestamp() - interval '1 day'" },
  { table: 'mass_action', when: "created_at < statement_timestamp() - interval '24 months'" },
  { table: 'import_run', when: "mode = 'dry' AND created_at < statement_timestamp() - interval '1 day'" },
  { table: 'import_run', when: "created_at < statement_timestamp() - interval '30 days'" },
  { table: 'scim_log', when: "id < uuid_floor(statement_timestamp() - interval '30 days')", byTenant: true },
  { table: 'alert', when: "id < uuid_floor(statement_timestamp() - interval '12 months')", byTenant: true },
  { table: 'notification', when: "told_at < statement_timestamp() - interval '90 days'" },
  { table: 'mailed_action', when: "expires_at < statement_timestamp() - interval '90 days'" },
  { table: 'download', when: "expires_at < statement_timestamp() - interval '1 day'" },
  { table: 'embed_session', when: "expires_at < statement_timestamp() - interval '1 day'" },
  { table: 'process_message', when: 'expires_at < statement_timestamp()' },
  { table: 'idn_refresh', when: "expires_at < statement_timestamp() - interval '1 day'", bySignin: true },
  { table: 'idn_failure', when: "hour < statement_timestamp() - interval '24 months'" },
];

const BATCH = 5000;

/** Deletes expired rows in small transactions that block no others. Returns the number of deleted rows by table. */
export async function purgeExpired(db: DatabaseHandle): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const { table, when, byTenant, bySignin } of KEPT) {
    const transaction = bySignin ? db.signinTransaction : db.systemTransaction;
    const old = byTenant
      ? sql`SELECT x.ctid FROM tenant t CROSS JOIN LATERAL (
          SELECT ctid FROM ${sql.table(table)} WHERE tenant_id = t.id AND ${sql.raw(when)} LIMIT ${BATCH}) x LIMIT ${BATCH}`
      : sql`SELECT ctid FROM ${sql.table(table)} WHERE ${sql.raw(when)} LIMIT ${BATCH}`;
    let count: number;
    do {
      const { numAffectedRows } = await transaction((tx) =>
        sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY(ARRAY(${old}))`.execute(tx),
      );
      count = Number(numAffectedRows ?? 0n);
      purged[table] = (purged[table] ?? 0) + count;
    } while (count === BATCH);
  }
  await blankAddresses(db);
  return purged;
}

/** Clears the addresses of failed sign-ins long before their rows are deleted. */
async function blankAddresses(db: DatabaseHandle): Promise<void> {
  let count: number;
  do {
    const { numAffectedRows } = await db.systemTransaction((tx) =>
      sql`UPDATE idn_failure SET address = NULL WHERE ctid = ANY(ARRAY(SELECT ctid FROM idn_failure
        WHERE address IS NOT NULL AND hour < statement_timestamp() - interval '90 days' LIMIT ${BATCH}))`.execute(tx),
    );
    count = Number(numAffectedRows ?? 0n);
  } while (count === BATCH);
}
