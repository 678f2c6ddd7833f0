import { sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { InstanceDetail } from '../../../../shared/contracts/processes.contract.ts';
import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import type { HistoryItem } from '../../../../shared/contracts/tasks.contract.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { nameIn } from '../definitions/labels.query.ts';
import type { Definition, Item, Names, State } from '../engine/model.ts';
import { type FormOfTask, outcomeLabel } from './outcome-label.ts';

interface PersonColumns {
  readonly actor_id: string | null;
  readonly actor_username: string | null;
  readonly actor_name: string | null;
  readonly behalf_id: string | null;
  readonly behalf_username: string | null;
  readonly behalf_name: string | null;
}

export interface HistoryColumns extends PersonColumns {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly node_id: string | null;
  readonly data: {
    outcome?: string;
    comment?: string;
    reason?: string;
    text?: string;
    principal?: string;
    until?: string;
    commentId?: string;
    byMail?: boolean;
    client?: { id: string; name: string; origin: string };
    leaver?: string;
  };
  readonly to_id: string | null;
  readonly to_username: string | null;
  readonly to_name: string | null;
  readonly to_group: string | null;
  readonly leaver_id: string | null;
  readonly leaver_username: string | null;
  readonly leaver_name: string | null;
}

/**
 * Reads the history of an instance in order, with the node names of its version. Comments are included for the task
 * `taskId` only: a user who sees one task of a case may not see the comments on another.
 */
export async function readHistory(
  tx: Tx,
  scope: { readonly db: DatabaseHandle; readonly tenantId: number },
  instanceId: string,
  definition: Definition | undefined,
  language: LanguageId,
  taskId: string | null = null,
): Promise<HistoryItem[]> {
  const { rows } = await sql<
    HistoryColumns & FormOfTask & { comment_text: string | null; comment_removed: boolean | null }
  >`
    SELECT ${HISTORY_COLUMNS}, t.form_id, t.form_number, c.text AS comment_text, c.removed_at IS NOT NULL AS comment_removed
    FROM process_history h ${HISTORY_PEOPLE}
    LEFT JOIN task t ON h.kind = 'completed' AND t.id = h.task_id
    LEFT JOIN comment c ON h.kind = 'commented' AND c.id = named.comment_id
    WHERE h.instance_id = ${instanceId}::uuid AND (h.kind <> 'commented' OR h.task_id = ${taskId}::uuid) ORDER BY h.id`.execute(
    tx,
  );
  const items: HistoryItem[] = [];
  for (const row of rows) {
    const node = row.node_id === null ? undefined : definition?.nodes[row.node_id];
    const name = node && nameIn({ name: node.name, names: node.names }, language);
    const item = toHistoryItem(
      row,
      name,
      await outcomeLabel(tx, scope, { ...row, process_key: definition?.id ?? null }, row.data.outcome),
    );
    if (row.kind !== 'commented') items.push(item);
    else if (row.comment_removed || row.comment_text === null) items.push({ ...item, removed: true });
    else items.push({ ...item, comment: row.comment_text });
  }
  return items;
}

export const HISTORY_COLUMNS = sql`h.id, h.at, h.kind, h.node_id, h.data, a.id AS actor_id, a.username AS actor_username, a.name AS actor_name,
  b.id AS behalf_id, b.username AS behalf_username, b.name AS behalf_name,
  d.id AS to_id, d.username AS to_username, d.name AS to_name, g.name AS to_group,
  v.id AS leaver_id, v.username AS leaver_username, v.name AS leaver_name`;
/** Reads ids from `data` first (OFFSET 0): under a row-level policy an expression cannot use the key of another table. */
export const HISTORY_PEOPLE = sql`CROSS JOIN LATERAL (SELECT (h.data->>'commentId')::uuid AS comment_id, (h.data->>'leaver')::uuid AS leaver_id,
    (CASE WHEN h.data->>'principal' ~ '^u:[0-9a-f]' THEN substr(h.data->>'principal', 3) END)::uuid AS user_id OFFSET 0) named
  LEFT JOIN app_user a ON a.id = h.actor_id LEFT JOIN app_user b ON b.id = h.on_behalf_of
  LEFT JOIN app_user d ON d.id = named.user_id LEFT JOIN app_user v ON v.id = named.leaver_id
  LEFT JOIN app_group g ON g.id = CASE WHEN h.data->>'principal' LIKE 'g:%' THEN substr(h.data->>'principal', 3) END`;

export function toHistoryItem(
  row: HistoryColumns,
  nodeName: string | undefined,
  label: Texts | undefined,
): HistoryItem {
  const by = person(row.actor_id, row.actor_username, row.actor_name);
  const onBehalfOf = person(row.behalf_id, row.behalf_username, row.behalf_name);
  const to = person(row.to_id, row.to_username, row.to_name);
  const leaver = person(row.leaver_id, row.leaver_username, row.leaver_name);
  const comment = row.data.comment ?? row.data.reason ?? row.data.text;
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    by,
    ...(onBehalfOf ? { onBehalfOf } : {}),
    ...(row.node_id === null ? {} : { node: { id: row.node_id, name: nodeName ?? row.node_id } }),
    ...(row.data.outcome === undefined ? {} : { outcome: row.data.outcome }),
    ...(label ? { outcomeLabel: { ...label } } : {}),
    ...(comment ? { comment } : {}),
    ...(to ? { to } : {}),
    ...(row.to_group === null ? {} : { toGroup: row.to_group }),
    ...(leaver ? { leaver } : {}),
    ...(row.data.until === undefined ? {} : { until: row.data.until }),
    ...(row.data.byMail ? { byMail: true } : {}),
    ...(row.data.client ? { client: row.data.client } : {}),
  };
}

function person(id: string | null, username: string | null, name: string | null) {
  return id === null || username === null ? null : { id: username, key: id, name: name ?? username };
}

export interface InstanceColumns {
  readonly id: string;
  readonly process_key: string;
  readonly process_name: string;
  readonly number: number;
  readonly business_key: string | null;
  readonly status: InstanceDetail['status'];
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

export interface InstanceWithState extends InstanceColumns {
  readonly state: State;
}

export const INSTANCE_COLUMNS = sql`i.id, i.process_key, p.name AS process_name, i.number, i.business_key, i.status, i.started_at, i.ended_at`;

export function toInstance(row: InstanceColumns, names: Names | undefined, language: LanguageId) {
  const name = nameIn({ name: row.process_name, names }, language);
  return {
    id: row.id,
    process: { key: row.process_key, name, version: row.number },
    businessKey: row.business_key,
    status: row.status,
    started: row.started_at.toISOString(),
    ended: row.ended_at?.toISOString() ?? null,
  };
}

export async function readInstance(tx: Tx, id: string): Promise<InstanceWithState | undefined> {
  const { rows } = await sql<InstanceWithState>`
    SELECT ${INSTANCE_COLUMNS}, i.state FROM process_instance i JOIN process p ON p.key = i.process_key WHERE i.id = ${id}::uuid`.execute(
    tx,
  );
  return rows[0];
}

/** Reads the tokens of an instance, with the open task of each. */
export async function readPlaces(
  tx: Tx,
  { id, state }: Pick<InstanceWithState, 'id' | 'state'>,
  definition: Definition | undefined,
  language: LanguageId,
): Promise<InstanceDetail['places']> {
  const loops = new Map(state.items.flatMap((item) => (item.mi ? [[String(item.id), item.mi] as const] : [])));
  const { rows } = await sql<{ token: string; node_id: string; waits_for: string; task_id: string | null }>`
    SELECT k.token, k.node_id, k.waits_for, t.id AS task_id FROM process_token k
    LEFT JOIN task t ON t.instance_id = k.instance_id AND t.token = k.token AND t.status IN ('open', 'held')
    WHERE k.instance_id = ${id}::uuid ORDER BY k.token::int`.execute(tx);
  return rows.map((row) => {
    const node = definition?.nodes[row.node_id];
    return {
      item: row.token,
      nodeId: row.node_id,
      name: nameIn({ name: node?.name ?? row.node_id, names: node?.names }, language),
      waitsFor: row.waits_for,
      taskId: row.task_id,
      ...loopProgress(loops.get(row.token)),
    };
  });
}

/** Progress of a loop. */
function loopProgress(loop: Item['mi']) {
  return loop && { turns: { of: loop.n, started: loop.next, ended: loop.done } };
}

export async function readIncidents(tx: Tx, id: string): Promise<InstanceDetail['incidents']> {
  const { rows } = await sql<{
    id: string;
    node_id: string;
    kind: string;
    message: string;
    created_at: Date;
    token: string | null;
  }>`
    SELECT id, node_id, kind, message, created_at, token FROM process_incident
    WHERE instance_id = ${id}::uuid AND resolved_at IS NULL ORDER BY id`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    nodeId: row.node_id,
    code: row.kind,
    text: row.message,
    since: row.created_at.toISOString(),
    item: row.token,
  }));
}

/** Whether the user takes part in the case: started it, or has, had or could claim one of its tasks. */
export async function isParticipant(tx: Tx, instanceId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    SELECT EXISTS (SELECT 1 FROM process_instance i WHERE i.id = ${instanceId}::uuid AND i.starter_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM task t WHERE t.instance_id = ${instanceId}::uuid AND (t.ended_by = ${userId}::uuid OR t.assignee_id = ${userId}::uuid))
      OR EXISTS (SELECT 1 FROM task t JOIN task_identity_link l ON l.task_id = t.id WHERE t.instance_id = ${instanceId}::uuid
        AND l.kind <> 'participant' AND l.principal = ANY(ARRAY['u:' || ${userId}::text] || ARRAY(SELECT 'g:' || m.group_id FROM group_member m WHERE m.user_id = ${userId}::uuid))) AS yes`.execute(
    tx,
  );
  return rows[0]!.yes;
}
