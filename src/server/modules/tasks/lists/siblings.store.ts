import { sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import { toInstant } from '../../../platform/instants.ts';
import type { Viewer } from '../../inbox/index.ts';
import { loadDefinition, namedBy, scopeOf } from '../../processes/index.ts';
import { personRef } from '../../users/index.ts';
import { type Caller, isVisible, type LinkRow } from '../access/tasks.rules.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import type { TaskCall } from '../access/visible-task.ts';

export interface Sibling {
  readonly id: string;
  readonly name: string;
  readonly assignee: UserRef | null;
  readonly mayOpen: boolean;
  readonly due: string | null;
}

/** Returns the other open tasks of the same instance (TSK-11). For tasks that the caller may not open, only name and assignee. */
export async function readOpenTasks(
  call: TaskCall,
  viewer: Viewer,
  task: LoadedTask,
  language: LanguageId,
): Promise<Sibling[]> {
  const { tx, session } = call;
  const { rows } = await sql<{
    id: string;
    name: string;
    node_id: string;
    due_at: Date | null;
    assignee_id: string | null;
    owner_id: string | null;
    confidential: string | null;
    username: string | null;
    person: string | null;
    avatar: string | null;
    links: LinkRow[] | null;
  }>`
    SELECT t.id, t.name, t.node_id, t.due_at, t.assignee_id, t.owner_id, t.confidential, u.username, u.name AS person, u.avatar_file_id AS avatar,
      (SELECT jsonb_agg(jsonb_build_object('kind', l.kind, 'principal', l.principal)) FROM task_identity_link l WHERE l.task_id = t.id) AS links
    FROM task t LEFT JOIN app_user u ON u.id = t.assignee_id
    WHERE t.instance_id = ${task.row.instance_id}::uuid AND t.status = 'open' AND t.id <> ${task.row.id}::uuid ORDER BY t.due_at, t.id LIMIT 200`.execute(
    tx,
  );
  const caller: Caller = { ...task.caller, userId: viewer.userId };
  const seesAll = session.isAdmin || session.groups.includes('alltasks');
  const { process_key, process_number } = task.row;
  const definition = await loadDefinition(tx, scopeOf(call), process_key, process_number);
  return rows.map((row) => {
    const rights = {
      id: row.id,
      assigneeId: row.assignee_id,
      ownerId: row.owner_id,
      endedBy: null,
      confidential: row.confidential,
      delegated: null,
      links: row.links ?? [],
    };
    const mayOpen = seesAll || isVisible(rights, caller);
    const assignee =
      row.assignee_id === null || row.username === null
        ? null
        : personRef({ id: row.assignee_id, username: row.username, name: row.person, avatar: row.avatar });
    const { name } = namedBy({ name: row.name, taskKey: row.node_id, process: null }, definition, language);
    return { id: row.id, name, assignee, mayOpen, due: mayOpen ? toInstant(row.due_at) : null };
  });
}
