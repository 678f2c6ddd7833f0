import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  answerManualQuestion,
  askManualQuestion,
  getManualQuestions,
} from '../../../../shared/contracts/manuals.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { renderEmail, supportedLanguage } from '../../../platform/email-template.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { assertUuid, uuid7 } from '../../../platform/uuid.ts';
import { readAddress } from '../../notifications/index.ts';
import { scopeOf, startInstance } from '../../processes/index.ts';
import { completeExternally } from '../../tasks/index.ts';
import { questionMessages } from './questions.messages.ts';
import { provideQuestionProcess, QUESTION_PROCESS } from './questions.process.ts';
import {
  insertQuestion,
  lockQuestion,
  type QuestionRow,
  readQuestions,
  toQuestion,
  writeAnswer,
} from './questions.store.ts';
import { isAuthor, readableVersion } from './reading.rights.ts';
import { languageFor } from './reading.text.ts';

const TASK_NAME_MAX = 200;

/** BEY-15: questions about a paragraph, each a task of the manual's owner; the answer is stored with the paragraph. */
export function questionRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getManualQuestions, async ({ tx, session, params }) => {
    const { manualId, ownerId } = await readableVersion(tx, session, params.id, undefined);
    const mayAnswer = isAuthor(session) || ownerId === session.userId;
    const mine = sql`(${mayAnswer} OR q.asked_by = me() OR (q.public AND q.answered_at IS NOT NULL))`;
    const rows = await readQuestions(tx, sql`q.manual_id = ${manualId}::uuid AND ${mine}`);
    return rows.map((row) => toQuestion(row, session.userId, mayAnswer));
  });

  serve(app, context, askManualQuestion, async (call) => {
    const { tx, session, params, body, now } = call;
    const version = await readableVersion(tx, session, params.id, undefined);
    const { manualId, versionId, code } = version;
    const { languageId } = await languageFor(tx, version, body.languageId);
    const { rows } = await sql<{ title: string; owner: string }>`
      SELECT coalesce((SELECT title FROM manual_text WHERE version_id = ${versionId}::uuid AND language_id = ${languageId}), m.title) AS title,
        u.username AS owner FROM manual m JOIN app_user u ON u.id = m.owner_id WHERE m.id = ${manualId}::uuid`.execute(
      tx,
    );
    const { title, owner } = rows[0]!;
    const scope = scopeOf(call);
    await provideQuestionProcess(tx, scope);
    const id = uuid7();
    const { tasks } = await startInstance(tx, scope, {
      key: QUESTION_PROCESS,
      businessKey: code,
      variables: {
        questionId: id,
        owner,
        manual: title.slice(0, TASK_NAME_MAX),
        quote: body.quote,
        question: body.text.trim(),
        link: addressOf(context, manualId, body.blockId),
      },
    });
    const question = {
      ...body,
      languageId,
      text: body.text.trim(),
      id,
      manualId,
      versionId,
      taskId: tasks[0]?.id ?? null,
    };
    await insertQuestion(tx, question, now);
    const [row] = await readQuestions(tx, sql`q.id = ${id}::uuid`);
    return toQuestion(row!, session.userId, false);
  });

  serve(app, context, answerManualQuestion, async (call) => {
    const { tx, session, params, body, now } = call;
    const manualId = assertUuid(params.id, 'manual.not_found');
    const question = await lockQuestion(tx, assertUuid(params.questionId, 'question.not_found'));
    const mayAnswer = question && (isAuthor(session) || question.owner_id === session.userId);
    if (!mayAnswer || question.manual_id !== manualId) throw new AppError('question.not_found');
    if (question.answerer) throw new AppError('question.answered', { name: question.answerer.name ?? '' });
    const answer = { answer: body.answer.trim(), public: body.public, by: session.userId };
    await settle(tx, context.config, question, answer, now);
    const values = { answer: answer.answer, forAll: answer.public };
    if (question.task_id) await completeExternally(call, question.task_id, { outcome: 'answer', values });
    const [row] = await readQuestions(tx, sql`q.id = ${question.id}::uuid`);
    return toQuestion(row!, session.userId, true);
  });
}

/** Process action that runs when the task is completed in an inbox; does nothing when the question was answered at the paragraph. */
export function answerByTask(config: Pick<AppContext['config'], 'publicUrl'>) {
  return async (tx: Tx, input: Readonly<Record<string, unknown>>, now: Date): Promise<void> => {
    const question = await lockQuestion(tx, assertUuid(String(input.questionId), 'question.not_found'));
    if (!question || question.answered_at) return;
    await settle(tx, config, question, { answer: String(input.answer), public: input.public === true, by: null }, now);
  };
}

async function settle(
  tx: Tx,
  config: Pick<AppContext['config'], 'publicUrl'>,
  question: QuestionRow,
  answer: Parameters<typeof writeAnswer>[2],
  now: Date,
): Promise<void> {
  await writeAnswer(tx, question.id, answer, now);
  const answered = (await readQuestions(tx, sql`q.id = ${question.id}::uuid`))[0]!;
  const data = { manualId: question.manual_id, questionId: question.id };
  await enqueue(tx, 'live', { principals: [`u:${question.asked_by}`], type: 'question.answered', data });
  if (answered.answerer?.id !== question.asked_by) await mailAnswer(tx, config, answered);
}

async function mailAnswer(
  tx: Tx,
  config: Pick<AppContext['config'], 'publicUrl'>,
  question: QuestionRow,
): Promise<void> {
  const to = await readAddress(tx, question.asked_by);
  if (!to) return;
  const language = supportedLanguage(to.languageId);
  const t = (key: Parameters<typeof questionMessages.text>[1], values: Record<string, string> = {}) =>
    questionMessages.text(language, key, values);
  const name = question.answerer?.name ?? question.answerer?.username ?? '';
  const manual = question.title;
  const mail = renderEmail(
    {
      subject: t('subject', { manual }),
      greeting: t('greeting'),
      intro: t('intro', { manual, name }),
      list: [t('question', { text: question.text }), t('answer', { text: question.answer ?? '' })],
      action: {
        text: t('action'),
        label: t('link'),
        link: addressOf({ config }, question.manual_id, question.block_id),
      },
      notes: [],
    },
    language,
  );
  const about = { to: to.email, userId: question.asked_by, template: 'manual.answer', languageId: language };
  await enqueue(tx, 'mail', { ...about, ...mail }, { dedupeKey: `manual.answer:${question.id}` });
}

/** Returns the address of the paragraph in the application. */
function addressOf(
  { config }: { readonly config: Pick<AppContext['config'], 'publicUrl'> },
  manualId: string,
  blockId: string,
) {
  return `${config.publicUrl}/manuals?manualId=${manualId}#${encodeURIComponent(blockId)}`;
}
