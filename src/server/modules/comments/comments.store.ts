import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { personRow } from '../users/index.ts';

interface PersonColumns {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
}

export interface CommentRow {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly removedAt: Date | null;
  readonly version: number;
  readonly author: PersonColumns;
  readonly onBehalfOf: PersonColumns | null;
  readonly removedBy: PersonColumns | null;
  readonly mentions: readonly PersonColumns[] | null;
}

/** The task or record that comments are about. */
export interface CommentOwner {
  readonly kind: 'task' | 'record';
  readonly id: string;
}

/** Replaces the text of a removed comment. */
const REMOVED_TEXT = '–';
const MOST = 1000;

/** Returns the newest thousand comments of a task or record in order of creation, or one of them. */
export async function readComments(
  tx: Tx,
  owner: CommentOwner,
  commentId: string | null = null,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    SELECT c.id, c.author_id AS "authorId", c.text, c.created_at AS "createdAt", c.edited_at AS "editedAt", c.removed_at AS "removedAt", c.version,
      ${personRow('a')} AS author, ${personRow('b')} AS "onBehalfOf",
      ${personRow('r')} AS "removedBy",
      (SELECT jsonb_agg(${personRow('u')} ORDER BY u.name) FROM mention m JOIN app_user u ON u.id = m.user_id WHERE m.comment_id = c.id) AS mentions
    FROM comment c JOIN app_user a ON a.id = c.author_id LEFT JOIN app_user b ON b.id = c.on_behalf_of LEFT JOIN app_user r ON r.id = c.removed_by
    WHERE c.owner_kind = ${owner.kind} AND c.owner_id = ${owner.id}::uuid ${commentId === null ? sql`` : sql`AND c.id = ${commentId}::uuid`}
    ORDER BY c.id DESC LIMIT ${sql.lit(MOST)}`.execute(tx);
  return rows.reverse();
}

interface NewComment {
  readonly owner: CommentOwner;
  readonly authorId: string;
  readonly onBehalfOf: string | null;
  readonly text: string;
  readonly at: Date;
}

export async function insertComment(tx: Tx, { owner, authorId, onBehalfOf, text, at }: NewComment): Promise<string> {
  const id = uuid7();
  await sql`
    INSERT INTO comment (id, owner_kind, owner_id, record_id, author_id, on_behalf_of, text, created_at)
    VALUES (${id}::uuid, ${owner.kind}, ${owner.id}::uuid, ${owner.kind === 'record' ? owner.id : null}::uuid, ${authorId}::uuid, ${onBehalfOf}::uuid, ${text}, ${at})`.execute(
    tx,
  );
  return id;
}

/** Updates a comment; false when another window removed or changed it meanwhile. */
export async function updateComment(tx: Tx, id: string, version: number, text: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE comment SET text = ${text}, edited_at = ${at}
    WHERE id = ${id}::uuid AND version = ${version} AND removed_at IS NULL RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Removes the text of a comment and keeps its row. */
export async function blankComment(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await sql`
    UPDATE comment SET text = ${REMOVED_TEXT}, removed_at = ${at}, removed_by = ${by}::uuid
    WHERE id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
  await sql`DELETE FROM mention WHERE comment_id = ${id}::uuid`.execute(tx);
}

/** Sets the users mentioned in a comment; returns those who were not mentioned before. */
export async function setMentions(tx: Tx, commentId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    WITH gone AS (DELETE FROM mention WHERE comment_id = ${commentId}::uuid AND NOT user_id = ANY(${[...userIds]}::uuid[]))
    INSERT INTO mention (comment_id, user_id) SELECT ${commentId}::uuid, x FROM unnest(${[...userIds]}::uuid[]) x
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}
