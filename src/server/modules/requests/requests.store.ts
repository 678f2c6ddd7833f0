import { type RawBuilder, sql } from 'kysely';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { personRow } from '../users/index.ts';
import type { Pace, Shown } from './progress.rules.ts';

export interface PersonColumns {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
}

/**
 * The cases that a user follows: own ones, those started for others, and those of users whom they manage, where the
 * process shows them to line managers. Each branch has an index that ends with `started_at, id`.
 */
export function casesOf(
  userId: string,
  only: { readonly relation?: 'own' | 'team' | undefined; readonly isOpen?: boolean } = {},
): RawBuilder<unknown> {
  const me = sql`${userId}::uuid`;
  // Open cases have an index of their own.
  const open = only.isOpen ? sql`AND i.status IN ('active', 'incident')` : sql``;
  const columns = sql`i.id, i.process_key, i.number AS version, i.item_id, i.business_key, i.business_key_lower, i.title,
    i.requester_id, i.starter_id, i.status, i.started_at, i.ended_at, i.withdrawn_by, i.case_type_id`;
  // The planner merges branches only if each has an order; it does not pass down that of the list.
  const order = sql`ORDER BY i.started_at DESC, i.id DESC`;
  const own = sql`(SELECT ${columns}, 'own' AS relation FROM process_instance i WHERE i.requester_id = ${me} ${open} ${order})
    UNION ALL (SELECT ${columns}, 'own' FROM process_instance i
      WHERE i.starter_id = ${me} AND i.parent_id IS NULL AND i.requester_id IS DISTINCT FROM i.starter_id ${open} ${order})`;
  const team = sql`SELECT ${columns}, 'team' AS relation FROM process_instance i
    WHERE i.requester_id = ANY(ARRAY(SELECT m.user_id FROM user_manager m WHERE m.manager_id = ${me} AND m.kind = 'line'))
      AND i.process_key = ANY(ARRAY(SELECT p.key FROM process p WHERE p.managers_see))
      AND i.requester_id <> ${me} AND i.starter_id IS DISTINCT FROM ${me} ${open}`;
  if (only.relation === 'own') return own;
  return only.relation === 'team' ? team : sql`${own} UNION ALL ${team}`;
}

export interface RequestRow {
  readonly id: string;
  readonly process_key: string;
  readonly version: number;
  readonly process_name: string;
  /** Of the kind of case. */
  readonly case_type_id: string | null;
  readonly case_title: Texts | null;
  readonly item_id: string | null;
  readonly business_key: string | null;
  readonly title: string;
  readonly status: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly withdrawn_by: string | null;
  readonly requester: PersonColumns | null;
  readonly starter: PersonColumns | null;
  readonly relation: 'own' | 'team';
  readonly withdraw: 'never' | 'beforeFirst' | 'always';
  readonly people_shown: Shown;
}

/** Reads those of the cases that the user follows. */
export async function readRequests(tx: Tx, userId: string, ids: readonly string[]): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT i.*, p.name AS process_name, k.title AS case_title, coalesce(k.withdraw, p.withdraw) AS withdraw,
      coalesce(k.people_shown, p.people_shown) AS people_shown, ${personRow('q')} AS requester, ${personRow('s')} AS starter
    FROM (${casesOf(userId)}) i JOIN process p ON p.key = i.process_key LEFT JOIN case_type k ON k.id = i.case_type_id
      LEFT JOIN app_user q ON q.id = i.requester_id LEFT JOIN app_user s ON s.id = i.starter_id
    WHERE i.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows;
}

/** Whether the user is a reader identified by a partner, who sees groups where others see users. */
export async function isPartner(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT source = 'partner' AS is FROM app_user WHERE id = ${userId}::uuid`.execute(tx);
  return rows[0]?.is ?? true;
}

/** The instances of cases: each case and those that it called. */
const family = (ids: readonly string[]) => sql`(
  SELECT x.id, x.id AS case_id FROM unnest(${[...ids]}::uuid[]) AS x(id)
  UNION ALL SELECT c.id, c.root_id FROM process_instance c WHERE c.root_id = ANY(${[...ids]}::uuid[]))`;

const HOLDERS_MAX = 20;

export interface HolderRow {
  readonly case_id: string;
  readonly instance_id: string;
  readonly task_id: string;
  readonly node_id: string;
  readonly process_key: string;
  readonly process_number: number;
  readonly name: string;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly due_is_day: boolean;
  readonly confidential: boolean;
  readonly assignee: PersonColumns | null;
  readonly groups: readonly string[];
  readonly is_mine: boolean;
}

/** Reads the open tasks of cases, oldest first. */
export async function readHolders(tx: Tx, userId: string, ids: readonly string[]): Promise<HolderRow[]> {
  const { rows } = await sql<HolderRow>`
    SELECT f.case_id, f.id AS instance_id, t.id AS task_id, t.node_id, t.process_key, t.process_number, t.name, t.created_at,
      CASE WHEN isfinite(t.due_at) THEN t.due_at END AS due_at, t.due_is_day, t.confidential IS NOT NULL AS confidential,
      ${personRow('a')} AS assignee,
      ARRAY(SELECT g.name FROM task_identity_link l JOIN app_group g ON g.id = substr(l.principal, 3)
        WHERE l.task_id = t.id AND l.kind = 'candidate' AND l.principal LIKE 'g:%' ORDER BY g.name) AS groups,
      EXISTS (SELECT 1 FROM task_inbox b WHERE b.task_id = t.id
        AND b.principal IN ('u:' || ${userId}::text, 'c:' || ${userId}::text) OFFSET 0) AS is_mine
    FROM ${family(ids)} f
      CROSS JOIN LATERAL (SELECT * FROM task t WHERE t.instance_id = f.id AND t.status IN ('open', 'held')
        ORDER BY t.id LIMIT ${sql.lit(HOLDERS_MAX)}) t
      LEFT JOIN app_user a ON a.id = t.assignee_id
    ORDER BY t.created_at, t.id`.execute(tx);
  return rows;
}

export interface DecisionRow {
  readonly case_id: string;
  readonly task_id: string;
  readonly instance_id: string;
  readonly node_id: string;
  readonly process_key: string;
  readonly process_number: number;
  readonly name: string;
  readonly outcome: string | null;
  readonly form_id: string | null;
  readonly form_number: number | null;
  readonly ended_at: Date;
  readonly confidential: boolean;
  readonly by: PersonColumns | null;
}

/** Reads the last completed tasks of cases, newest first. */
export async function readCompleted(tx: Tx, ids: readonly string[], most: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    SELECT f.case_id, t.id AS task_id, f.id AS instance_id, t.node_id, t.process_key, t.process_number, t.name, t.outcome,
      t.form_id, t.form_number, t.ended_at, t.confidential IS NOT NULL AS confidential, ${personRow('a')} AS by
    FROM ${family(ids)} f
      CROSS JOIN LATERAL (SELECT * FROM task t WHERE t.instance_id = f.id AND t.status = 'completed'
        ORDER BY t.ended_at DESC, t.id DESC LIMIT ${sql.lit(most)}) t
      LEFT JOIN app_user a ON a.id = t.ended_by
    ORDER BY t.ended_at DESC, t.id DESC`.execute(tx);
  return rows;
}

export async function hasCompletedTask(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT 1 FROM ${family([id])} f JOIN task t ON t.instance_id = f.id WHERE t.status = 'completed') AS has`.execute(
    tx,
  );
  return rows[0]!.has;
}

/** Reads when each node of an instance was last completed, and the nodes of its tokens. */
export async function readNodes(tx: Tx, id: string): Promise<{ completed: Map<string, string>; current: Set<string> }> {
  const { rows: done } = await sql<{ node: string; at: Date }>`
    SELECT x.node, x.at FROM (
      SELECT p.value->>1 AS node, max(h.at) AS at, max(h.id::text) AS last FROM process_history h
        CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN jsonb_typeof(h.data->'path') = 'array' THEN h.data->'path' ELSE '[]' END) p
      WHERE h.instance_id = ${id}::uuid AND p.value->>0 = 'completed' GROUP BY 1) x ORDER BY x.last, x.node`.execute(
    tx,
  );
  const { rows: tokens } = await sql<{ node: string }>`
    SELECT DISTINCT node_id AS node FROM process_token WHERE instance_id = ${id}::uuid`.execute(tx);
  return {
    completed: new Map(done.map(({ node, at }) => [node, at.toISOString()])),
    current: new Set(tokens.map(({ node }) => node)),
  };
}

export interface PaceRow extends Pace {
  readonly node: string;
  readonly next: string | null;
  readonly share: number | null;
}

export async function readPace(tx: Tx, processKey: string): Promise<Map<string, PaceRow>> {
  const { rows } = await sql<PaceRow>`
    SELECT node_id AS node, seen, p50_seconds::float8 AS p50, p80_seconds::float8 AS p80, next_node AS next, next_share AS share
    FROM process_pace WHERE process_key = ${processKey}`.execute(tx);
  return new Map(rows.map((row) => [row.node, row]));
}

export interface StartForm {
  readonly id: string;
  readonly number: number;
  readonly values: Record<string, unknown>;
}

export async function readStartForm(tx: Tx, id: string): Promise<StartForm | null> {
  const { rows } = await sql<StartForm>`
    SELECT start_form_id AS id, start_form_number AS number, coalesce(start_values, '{}') AS values FROM process_instance
    WHERE id = ${id}::uuid AND start_form_id IS NOT NULL AND start_form_number IS NOT NULL`.execute(tx);
  return rows[0] ?? null;
}

export interface Amounts {
  readonly comments: number;
  readonly documents: number;
  readonly has_form: boolean;
  readonly held: { readonly id: string; readonly until: string } | null;
}

/** The kind of a deferred withdrawal in the registry of app.ts. */
export const WITHDRAWAL = 'request.withdraw';

export async function readAmounts(tx: Tx, id: string, userId: string): Promise<Amounts> {
  const { rows } = await sql<Amounts>`
    SELECT (SELECT count(*)::int FROM comment WHERE owner_kind = 'instance' AND owner_id = ${id}::uuid) AS comments,
      (SELECT count(*)::int FROM attachment WHERE owner_kind = 'instance' AND owner_id = ${id}::uuid AND removed_at IS NULL) AS documents,
      (SELECT start_form_id IS NOT NULL FROM process_instance WHERE id = ${id}::uuid) AS has_form,
      (SELECT jsonb_build_object('id', h.id, 'until', h.run_at) FROM held_action h WHERE h.kind = ${sql.lit(WITHDRAWAL)}
        AND h.subject_id = ${id}::uuid AND h.state = 'held' AND h.user_id = ${userId}::uuid) AS held`.execute(tx);
  return rows[0]!;
}

export interface Withdrawal {
  readonly at: Date;
  readonly reason: string | null;
  readonly by: PersonColumns | null;
}

export async function readWithdrawal(tx: Tx, id: string): Promise<Withdrawal | undefined> {
  const { rows } = await sql<Withdrawal>`
    SELECT h.at, h.data->>'reason' AS reason, ${personRow('a')} AS by FROM process_history h LEFT JOIN app_user a ON a.id = h.actor_id
    WHERE h.instance_id = ${id}::uuid AND h.kind = 'withdrawn' ORDER BY h.id DESC LIMIT 1`.execute(tx);
  return rows[0];
}

/** Marks a case as withdrawn by a user. */
export async function markWithdrawn(tx: Tx, id: string, userId: string): Promise<void> {
  await sql`UPDATE process_instance SET withdrawn_by = ${userId}::uuid WHERE id = ${id}::uuid`.execute(tx);
}
