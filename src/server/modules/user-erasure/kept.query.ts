import { sql } from 'kysely';
import { KEPT_KINDS, type UserErasure } from '../../../shared/contracts/user-erasure.contract.ts';
import type { Tx } from '../../platform/database.ts';

type Kind = (typeof KEPT_KINDS)[number];

/**
 * Tables in which the name or another value of an erased user can remain, by the kind that administrators see. Everywhere
 * else a test finds none.
 */
export const KEPT_TABLES: Readonly<Record<Kind, readonly string[]>> = {
  // Who did what is kept by the number of the user.
  history: [],
  texts: [
    ...['comment', 'form_draft', 'manual_question', 'manual_reading', 'mass_action', 'mass_action_item', 'saved_view'],
    ...['process_event', 'process_history', 'process_incident', 'process_instance', 'process_job', 'process_message'],
    ...['process_message_subscription', 'process_version', 'process', 'form', 'form_version', 'form_fragment'],
    ...['record', 'record_index', 'search_text', 'task', 'task_ending', 'task_identity_link', 'task_inbox'],
    ...['manual', 'manual_text', 'manual_version', 'manual_difference', 'reference_use', 'translation'],
  ],
  files: ['attachment', 'manual_attachment'],
  receipts: [],
  // The number of the user at an identity provider is part of what the seals prove.
  audit: ['audit_log'],
  account: ['idn_user', 'idn_factor', 'idn_throttle'],
};

/** Counts what stays of a user. */
export async function countKept(tx: Tx, userId: string): Promise<UserErasure['kept']> {
  const id = sql`${userId}::uuid`;
  const { rows } = await sql<Record<Exclude<Kind, 'account'>, number>>`SELECT
      (SELECT count(*)::int FROM process_history WHERE actor_id = ${id} OR on_behalf_of = ${id}) AS history,
      (SELECT count(*)::int FROM comment WHERE author_id = ${id}) AS texts,
      (SELECT count(*)::int FROM attachment WHERE created_by = ${id} AND removed_at IS NULL) AS files,
      (SELECT count(*)::int FROM receipt_salt WHERE user_id = ${id}) AS receipts,
      (SELECT count(*)::int FROM audit_log WHERE actor_id = ${id})
        + (SELECT count(*)::int FROM audit_log WHERE subject_id = ${id} AND actor_id IS DISTINCT FROM ${id}) AS audit`.execute(
    tx,
  );
  const counts = rows[0]!;
  return KEPT_KINDS.filter((kind) => kind !== 'account').map((kind) => ({ kind, count: counts[kind] }));
}
