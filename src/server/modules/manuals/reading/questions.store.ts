import { type RawBuilder, sql } from 'kysely';
import type { ManualQuestion } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { personRef, personRow } from '../../users/index.ts';

type Person = Parameters<typeof personRef>[0];

export interface QuestionRow {
  readonly id: string;
  readonly manual_id: string;
  readonly number: number;
  readonly language_id: string;
  readonly block_id: string;
  readonly quote: string;
  readonly text: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly author: Person;
  readonly task_id: string | null;
  readonly answer: string | null;
  readonly answerer: Person | null;
  readonly answered_at: Date | null;
  readonly public: boolean;
  readonly title: string;
  readonly owner_id: string;
}

/** Returns the questions that match `where` on `manual_question q`, oldest first. */
export async function readQuestions(tx: Tx, where: RawBuilder<unknown>): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    SELECT q.id, q.manual_id, v.number, q.language_id, q.block_id, q.quote, q.text, q.asked_by, q.asked_at, ${personRow('a')} AS author,
      q.task_id, q.answer, ${personRow('b')} AS answerer, q.answered_at, q.public, m.owner_id,
      coalesce((SELECT t.title FROM manual_text t WHERE t.version_id = q.version_id AND t.language_id = q.language_id), m.title) AS title
    FROM manual_question q JOIN manual m ON m.id = q.manual_id JOIN manual_version v ON v.id = q.version_id
      JOIN app_user a ON a.id = q.asked_by LEFT JOIN app_user b ON b.id = q.answered_by
    WHERE ${where} ORDER BY q.asked_at, q.id LIMIT 500`.execute(tx);
  return rows;
}

/** Locks the question until the transaction ends, so that it is answered once. */
export async function lockQuestion(tx: Tx, id: string): Promise<QuestionRow | undefined> {
  await sql`SELECT 1 FROM manual_question WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return (await readQuestions(tx, sql`q.id = ${id}::uuid`))[0];
}

/** Returns the question as the user sees it: its author is visible to the author and to those who may answer. */
export function toQuestion(row: QuestionRow, userId: string, mayAnswer: boolean): ManualQuestion {
  const mine = row.asked_by === userId;
  return {
    id: row.id,
    manualId: row.manual_id,
    number: row.number,
    languageId: row.language_id,
    blockId: row.block_id,
    quote: row.quote,
    text: row.text,
    askedBy: mine || mayAnswer ? personRef(row.author) : null,
    askedAt: row.asked_at.toISOString(),
    answer: row.answer,
    answeredBy: row.answerer && personRef(row.answerer),
    answeredAt: row.answered_at?.toISOString() ?? null,
    public: row.public,
    mine,
  };
}

export interface NewQuestion {
  readonly id: string;
  readonly manualId: string;
  readonly versionId: string;
  readonly languageId: string;
  readonly blockId: string;
  readonly quote: string;
  readonly text: string;
  readonly taskId: string | null;
}

export async function insertQuestion(tx: Tx, question: NewQuestion, now: Date): Promise<void> {
  const { id, manualId, versionId, languageId, blockId, quote, text, taskId } = question;
  await sql`INSERT INTO manual_question (id, manual_id, version_id, language_id, block_id, quote, text, asked_at, task_id)
    VALUES (${id}::uuid, ${manualId}::uuid, ${versionId}::uuid, ${languageId}, ${blockId}, ${quote}, ${text}, ${now}, ${taskId}::uuid)`.execute(
    tx,
  );
}

export interface Answer {
  readonly answer: string;
  readonly public: boolean;
  /** `app_user.id`; null for the user who completed its task. */
  readonly by: string | null;
}

export async function writeAnswer(
  tx: Tx,
  id: string,
  { answer, public: isPublic, by }: Answer,
  now: Date,
): Promise<void> {
  await sql`UPDATE manual_question q SET answer = ${answer}, public = ${isPublic}, answered_at = ${now},
      answered_by = coalesce(${by}::uuid, (SELECT ended_by FROM task WHERE id = q.task_id)) WHERE q.id = ${id}::uuid`.execute(
    tx,
  );
}
