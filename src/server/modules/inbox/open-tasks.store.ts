import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { json, type Tx } from '../../platform/database.ts';
import { isUuid } from '../../platform/uuid.ts';

/** A task as the process defines it: users and groups by the names in the model. */
export interface NewTask {
  readonly id: string;
  readonly name: string;
  /** The name was computed by an expression for this task. */
  readonly nameIsOwn: boolean;
  readonly instanceId: string;
  readonly processKey: string;
  readonly processNumber: number;
  readonly nodeId: string;
  readonly token: string;
  readonly businessKey: string | null;
  readonly assignee?: string;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly form?: string;
  readonly due?: string;
  readonly followUp?: string;
  readonly priority?: number;
}

/** A name in a task that the organisation does not have, or of a deactivated user without a successor. The task stays open; the name is stored and looked up again by `resolveTasks`. */
export interface UnknownName {
  readonly taskId: string;
  readonly what: 'person' | 'group' | 'form' | 'candidate' | 'receiver';
  /** Empty for `candidate`: the task has neither an assignee nor a candidate. For `receiver`, a user who is not active: no other user or group can take the task. */
  readonly name: string;
}

/**
 * Inserts new tasks with their links in one statement. Pins the published version of the form: a later version does not
 * change a running task. A task for a deactivated user goes to the successor, else to its candidates; without either it
 * stays, and is reported. The caller updates the inboxes next (`projectInbox`). `restricted`: tasks of processes with the
 * four-eyes rule (`process.four_eyes`).
 */
export async function openTasks(
  tx: Tx,
  tasks: readonly NewTask[],
  timeZone: string,
  at: Date,
): Promise<{ readonly unknown: UnknownName[]; readonly restricted: string[] }> {
  if (tasks.length === 0) return { unknown: [], restricted: [] };
  const rows = tasks.map((task) => {
    const due = dueOf(task.due, timeZone);
    return {
      id: task.id,
      name: task.name,
      name_is_own: task.nameIsOwn,
      instance_id: task.instanceId,
      process_key: task.processKey,
      process_number: task.processNumber,
      node_id: task.nodeId,
      token: task.token,
      business_key: task.businessKey,
      form_id: task.form ?? null,
      priority: Math.min(100, Math.max(0, Math.round(task.priority ?? 50))),
      due_at: due.at,
      due_is_day: due.isDay,
      follow_up_at: task.followUp ?? null,
    };
  });
  const links = tasks.flatMap((task) => [
    ...(task.assignee === undefined ? [] : [person(task.id, 'assignee', task.assignee)]),
    ...task.users.map((who) => person(task.id, 'candidate', who)),
    ...task.groups.map((group) => ({
      task_id: task.id,
      kind: 'candidate',
      username: null,
      key: null,
      group_id: group,
    })),
  ]);
  // `open_to`: tasks that can go to another when the user whom the process names is not active.
  const { rows: found } = await sql<{ task_id: string; what: UnknownName['what'] | 'restricted'; name: string }>`
    WITH wanted AS (
      SELECT x.*, u.id AS named_id, g.id AS known_group,
        CASE WHEN u.status IN ('active', 'invited') THEN u.id WHEN u.id IS NOT NULL THEN successor_of(u.id) END AS user_id
      FROM jsonb_to_recordset(${json(links)}::jsonb) AS x(task_id uuid, kind text, username text, key uuid, group_id text)
      CROSS JOIN LATERAL (SELECT coalesce(x.key, (SELECT n.id FROM app_user n WHERE n.username = x.username)) AS id OFFSET 0) named
      LEFT JOIN app_user u ON u.id = named.id
      LEFT JOIN app_group g ON g.id = x.group_id),
    open_to AS (SELECT w.task_id FROM wanted w WHERE w.user_id IS NOT NULL OR w.known_group IS NOT NULL GROUP BY 1),
    new AS (
      SELECT x.*, f.published FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x(id uuid, name text, name_is_own boolean, instance_id uuid, process_key text,
        process_number int, node_id text, token text, business_key text, form_id text, priority smallint, due_at timestamptz, due_is_day boolean, follow_up_at timestamptz)
      LEFT JOIN form f ON f.id = x.form_id AND f.active),
    task_rows AS (
      INSERT INTO task (id, name, name_is_own, instance_id, process_key, process_number, node_id, token, business_key, form_id, form_number, assignee_id, priority, created_at, due_at, due_is_day, follow_up_at)
      SELECT n.id, n.name, n.name_is_own, n.instance_id, n.process_key, n.process_number, n.node_id, n.token, n.business_key, n.form_id, n.published,
        (SELECT CASE WHEN o.task_id IS NULL THEN coalesce(w.user_id, w.named_id) ELSE w.user_id END FROM wanted w
          LEFT JOIN open_to o ON o.task_id = w.task_id WHERE w.task_id = n.id AND w.kind = 'assignee' LIMIT 1), n.priority, ${at}, n.due_at, n.due_is_day, n.follow_up_at
      FROM new n),
    link_rows AS (
      INSERT INTO task_identity_link (task_id, kind, principal, rule, since)
      SELECT DISTINCT ON (w.task_id, w.kind, principal) w.task_id, w.kind,
        CASE WHEN w.group_id IS NOT NULL THEN 'g:' || w.group_id ELSE coalesce('u:' || w.user_id, 'u:' || w.named_id, 'u:?' || coalesce(w.username, w.key::text)) END AS principal,
        '{"source":"process"}'::jsonb, ${at}
      FROM wanted w LEFT JOIN open_to o ON o.task_id = w.task_id
      WHERE NOT (w.named_id IS NOT NULL AND w.user_id IS NULL AND o.task_id IS NOT NULL))
    SELECT task_id, CASE WHEN group_id IS NULL THEN 'person' ELSE 'group' END AS what, coalesce(group_id, username, key::text) AS name
      FROM wanted WHERE CASE WHEN group_id IS NULL THEN named_id IS NULL ELSE known_group IS NULL END
    UNION ALL (SELECT DISTINCT ON (w.task_id) w.task_id, 'receiver', coalesce(w.username, w.key::text) FROM wanted w
      LEFT JOIN open_to o ON o.task_id = w.task_id WHERE w.named_id IS NOT NULL AND o.task_id IS NULL ORDER BY w.task_id, w.kind)
    UNION ALL SELECT id, 'form', form_id FROM new WHERE form_id IS NOT NULL AND published IS NULL
    UNION ALL SELECT n.id, 'restricted', '' FROM new n JOIN process p ON p.key = n.process_key WHERE p.four_eyes <> 'none'`.execute(
    tx,
  );
  const unknown = found.flatMap(({ task_id: taskId, what, name }) =>
    what === 'restricted' ? [] : [{ taskId, what, name }],
  );
  const unassignable = tasks
    .filter(hasNoCandidate)
    .map(({ id }) => ({ taskId: id, what: 'candidate' as const, name: '' }));
  return {
    unknown: [...unknown, ...unassignable],
    restricted: found.filter(({ what }) => what === 'restricted').map(({ task_id }) => task_id),
  };
}

function hasNoCandidate(task: NewTask): boolean {
  return task.assignee === undefined && task.users.length === 0 && task.groups.length === 0;
}

/** Cancels the open tasks of these tokens and returns their IDs. Completed tasks do not change. */
export async function cancelTasks(
  tx: Tx,
  places: readonly { instanceId: string; token: string }[],
  at: Date,
): Promise<string[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    UPDATE task t SET status = 'cancelled', ended_at = ${at}, held_id = NULL, held_by = NULL, held_until = NULL, rev = t.rev + 1
    FROM unnest(${places.map((p) => p.instanceId)}::uuid[], ${places.map((p) => p.token)}::text[]) AS x(instance_id, token)
    WHERE t.instance_id = x.instance_id AND t.token = x.token AND t.status IN ('open', 'held') RETURNING t.id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/**
 * Looks up unresolved names again: users who exist by now replace their names, successors replace deactivated users, and a
 * published form is pinned. Returns the names that are still unknown.
 */
export async function resolveTasks(tx: Tx, instanceId: string): Promise<UnknownName[]> {
  await sql`
    UPDATE task_identity_link l SET principal = 'u:' || named.id
    FROM (SELECT w.task_id, w.kind, w.principal, (SELECT u.id FROM app_user u WHERE u.username = substr(w.principal, 4)) AS id
      FROM task t JOIN task_identity_link w ON w.task_id = t.id
      WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open' AND w.principal LIKE 'u:?%' OFFSET 0) named
    WHERE l.task_id = named.task_id AND l.kind = named.kind AND l.principal = named.principal AND named.id IS NOT NULL`.execute(
    tx,
  );
  await sql`
    UPDATE task t SET
      assignee_id = coalesce(t.assignee_id, (SELECT substr(l.principal, 3)::uuid FROM task_identity_link l
        WHERE l.task_id = t.id AND l.kind = 'assignee' AND l.principal ~ '^u:[0-9a-f]' LIMIT 1)),
      form_number = coalesce(t.form_number, (SELECT f.published FROM form f WHERE f.id = t.form_id))
    WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open'`.execute(tx);
  await replaceLeavers(tx, instanceId);
  const { rows } = await sql<{ task_id: string; what: UnknownName['what']; name: string }>`
    SELECT t.id AS task_id, 'form' AS what, t.form_id AS name FROM task t
      WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open' AND t.form_id IS NOT NULL AND t.form_number IS NULL
    UNION ALL SELECT t.id, 'receiver', u.username FROM task t
        JOIN LATERAL (SELECT u.username, u.status FROM ${linkedUsers} k
          JOIN LATERAL (SELECT n.username, n.status FROM app_user n WHERE n.id = k.user_id OFFSET 0) u ON true
          WHERE k.kind IN ('assignee', 'candidate') ORDER BY u.status IN ('active', 'invited') DESC, k.kind LIMIT 1) u ON u.status NOT IN ('active', 'invited')
      WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open' AND NOT EXISTS (SELECT 1 FROM task_identity_link l
        WHERE l.task_id = t.id AND l.kind = 'candidate' AND l.principal LIKE 'g:%')
    UNION ALL SELECT t.id, 'candidate', '' FROM task t WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open'
        AND NOT EXISTS (SELECT 1 FROM task_identity_link l WHERE l.task_id = t.id)
    UNION ALL SELECT t.id, CASE WHEN l.principal LIKE 'g:%' THEN 'group' ELSE 'person' END, substr(l.principal, CASE WHEN l.principal LIKE 'g:%' THEN 3 ELSE 4 END)
      FROM task t JOIN task_identity_link l ON l.task_id = t.id
      WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open' AND (l.principal LIKE 'u:?%'
        OR (l.principal LIKE 'g:%' AND NOT EXISTS (SELECT 1 FROM app_group g WHERE g.id = substr(l.principal, 3))))`.execute(
    tx,
  );
  return rows.map((row) => ({ taskId: row.task_id, what: row.what, name: row.name }));
}

/** The users whom task `t` is linked to. OFFSET 0: under a row-level policy an expression cannot use the key of another table. */
const linkedUsers = sql`(SELECT l.task_id, l.kind, l.principal, substr(l.principal, 3)::uuid AS user_id FROM task_identity_link l
  WHERE l.task_id = t.id AND l.principal ~ '^u:[0-9a-f]' OFFSET 0)`;

/** Gives open tasks of deactivated users to their successors. */
async function replaceLeavers(tx: Tx, instanceId: string): Promise<void> {
  await sql`
    WITH moved AS (
      SELECT k.task_id, k.kind, k.principal, successor_of(k.user_id) AS id
      FROM task t CROSS JOIN LATERAL ${linkedUsers} k
        JOIN LATERAL (SELECT n.status FROM app_user n WHERE n.id = k.user_id OFFSET 0) u ON u.status NOT IN ('active', 'invited')
      WHERE k.kind IN ('assignee', 'candidate') AND t.instance_id = ${instanceId}::uuid AND t.status = 'open'),
    added AS (
      INSERT INTO task_identity_link (task_id, kind, principal, rule)
      SELECT task_id, kind, 'u:' || id, '{"source":"process"}'::jsonb FROM moved WHERE id IS NOT NULL ON CONFLICT DO NOTHING),
    removed AS (
      DELETE FROM task_identity_link l USING moved m
      WHERE m.id IS NOT NULL AND l.task_id = m.task_id AND l.kind = m.kind AND l.principal = m.principal)
    UPDATE task t SET assignee_id = m.id, rev = t.rev + 1 FROM moved m
    WHERE m.id IS NOT NULL AND m.kind = 'assignee' AND t.id = m.task_id`.execute(tx);
}

/** Pins the form of a task whose form was not published when the task was opened; returns null while it is not published. */
export async function pinForm(tx: Tx, taskId: string): Promise<number | null> {
  const { rows } = await sql<{ form_number: number }>`
    UPDATE task t SET form_number = f.published FROM form f
    WHERE t.id = ${taskId}::uuid AND t.form_number IS NULL AND f.id = t.form_id AND f.published IS NOT NULL RETURNING t.form_number`.execute(
    tx,
  );
  return rows[0]?.form_number ?? null;
}

function person(taskId: string, kind: 'assignee' | 'candidate', who: string) {
  const isKey = isUuid(who);
  return { task_id: taskId, kind, username: isKey ? null : who.toLowerCase(), key: isKey ? who : null, group_id: null };
}

/** Converts a due date. One without a time means the whole day: the engine gives its last second, the task stores its last instant. */
function dueOf(due: string | undefined, timeZone: string): { at: string; isDay: boolean } {
  if (due === undefined || due === 'infinity') return { at: 'infinity', isDay: false };
  const instant = Temporal.Instant.from(due);
  const time = instant.toZonedDateTimeISO(timeZone).toPlainTime();
  const isDay = time.hour === 23 && time.minute === 59 && time.second === 59;
  return { at: isDay ? instant.round('second').add({ milliseconds: 999 }).toString() : instant.toString(), isDay };
}
