import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { personRow } from '../users/index.ts';
import type { PersonColumns } from './requests.store.ts';

export interface MessageRow {
  readonly id: string;
  readonly text: string;
  readonly created_at: Date;
  readonly author: PersonColumns;
  readonly on_behalf_of: PersonColumns | null;
}

const MOST = 1000;

/** Reads the newest thousand messages about a case, oldest first, or one of them. */
export async function readMessages(tx: Tx, caseId: string, id: string | null = null): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT c.id, c.text, c.created_at, ${personRow('a')} AS author, ${personRow('b')} AS on_behalf_of
    FROM comment c JOIN app_user a ON a.id = c.author_id LEFT JOIN app_user b ON b.id = c.on_behalf_of
    WHERE c.owner_kind = 'instance' AND c.owner_id = ${caseId}::uuid AND c.removed_at IS NULL
      ${id === null ? sql`` : sql`AND c.id = ${id}::uuid`}
    ORDER BY c.id DESC LIMIT ${sql.lit(MOST)}`.execute(tx);
  return rows.reverse();
}

export async function insertMessage(
  tx: Tx,
  message: {
    readonly caseId: string;
    readonly authorId: string;
    readonly onBehalfOf: string | null;
    readonly text: string;
    readonly at: Date;
  },
): Promise<string> {
  const id = uuid7();
  const { caseId, authorId, onBehalfOf, text, at } = message;
  await sql`
    INSERT INTO comment (id, owner_kind, owner_id, author_id, on_behalf_of, text, created_at)
    VALUES (${id}::uuid, 'instance', ${caseId}::uuid, ${authorId}::uuid, ${onBehalfOf}::uuid, ${text}, ${at})`.execute(
    tx,
  );
  return id;
}

/** The case of an instance with its requester and starter; undefined if no user requested it. */
export interface CaseOf {
  readonly id: string;
  readonly requesterId: string;
  readonly starterId: string | null;
}

export async function findCase(tx: Tx, instanceId: string): Promise<CaseOf | undefined> {
  const { rows } = await sql<CaseOf>`
    SELECT r.id, r.requester_id AS "requesterId", r.starter_id AS "starterId" FROM process_instance r
    WHERE r.id = (SELECT coalesce(i.root_id, i.id) FROM process_instance i WHERE i.id = ${instanceId}::uuid)
      AND r.requester_id IS NOT NULL`.execute(tx);
  return rows[0];
}

export async function hasConfidentialTask(tx: Tx, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT 1 FROM (SELECT ${caseId}::uuid AS id UNION ALL SELECT c.id FROM process_instance c WHERE c.root_id = ${caseId}::uuid) f
      JOIN task t ON t.instance_id = f.id WHERE t.confidential IS NOT NULL) AS has`.execute(tx);
  return rows[0]!.has;
}

/** Open tasks of a case that are announced; a case can have thousands. */
const TASKS_MAX = 50;

/** Reads the open tasks of a case with the inboxes that contain them. */
export async function readInboxes(tx: Tx, caseId: string): Promise<{ taskId: string; principal: string }[]> {
  const { rows } = await sql<{ taskId: string; principal: string }>`
    SELECT b.task_id AS "taskId", b.principal
    FROM (SELECT t.id FROM (SELECT ${caseId}::uuid AS id UNION ALL SELECT c.id FROM process_instance c WHERE c.root_id = ${caseId}::uuid) f
        JOIN task t ON t.instance_id = f.id WHERE t.status = 'open' ORDER BY t.id LIMIT ${sql.lit(TASKS_MAX)}) o
      JOIN task_inbox b ON b.task_id = o.id`.execute(tx);
  return rows;
}

/** Marks tasks as unread by a user. The policy shows a user only their own marks, so the statement runs as that user. */
export async function markUnread(tx: Tx, userId: string, taskIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ before: string }>`
    SELECT coalesce(current_setting('app.user_id', true), '') AS before`.execute(tx);
  const become = (id: string) => sql`SELECT set_config('app.user_id', ${id}, true)`.execute(tx);
  await become(userId);
  await sql`DELETE FROM task_read WHERE task_id = ANY(${[...taskIds]}::uuid[])`.execute(tx);
  await become(rows[0]!.before);
}
