import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getMailedAction, useMailedAction } from '../../../shared/contracts/task-action.contract.ts';
import type { Outcome } from '../../../shared/contracts/tasks.contract.ts';
import { textOf } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { isAccountOpen } from '../../platform/auth/account.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { supportedLanguage } from '../../platform/email-template.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { toInstant } from '../../platform/instants.ts';
import { namedBy, withKinds } from '../processes/index.ts';
import { assertMayActByEmail, completeByMail, type EmailScope, type EmailTask, readEmailTask } from '../tasks/index.ts';
import { type ActionPlace, type ActionRow, findAction, markUsed, readAction } from './actions.store.ts';
import { taskMailMessages } from './task-mails.messages.ts';

/** The action behind the link of an e-mail, after checking that the link can still be used. */
interface Opened {
  readonly tx: Tx;
  readonly action: ActionRow;
  readonly emailTask: EmailTask;
  readonly outcome: Outcome;
  readonly onBehalfOf: string | null;
  readonly scope: EmailScope;
}

/** PUB-04: the buttons of an e-mail. GET changes nothing, however often a mail scanner follows the link. */
export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getMailedAction, async ({ params, request, reply, now }) => {
    keepSecret(reply);
    return open(context, request, params.taskActionId, now, false, async (opened) => {
      const { action, emailTask, outcome, onBehalfOf } = opened;
      const { row } = emailTask.task;
      return {
        ...(await namesOf(opened)),
        outcome: labelOf(outcome, action.languageId),
        style: outcome.style,
        comment: outcome.comment,
        person: action.name,
        onBehalfOf,
        due: toInstant(row.due_at),
        expires: action.expiresAt.toISOString(),
        used: false as const,
        ...readerOf(opened),
      };
    });
  });

  serve(app, context, useMailedAction, async ({ params, body, request, reply, now }) => {
    keepSecret(reply);
    const secret = params.taskActionId;
    return open(context, request, secret, now, true, async (opened) => {
      const { tx, action, emailTask, outcome, scope } = opened;
      const wanted = { outcome: outcome.id, comment: body?.comment };
      await completeByMail(tx, scope, emailTask, wanted, (note) => reply.raw.once('finish', () => void note()));
      await markUsed(tx, secret, now);
      const label = labelOf(outcome, action.languageId);
      const { taskName } = await namesOf(opened);
      const language = supportedLanguage(action.languageId);
      return {
        message: taskMailMessages.text(language, 'done', { task: taskName, outcome: label }),
        taskName,
        outcome: label,
        done: true as const,
        ...readerOf(opened),
      };
    });
  });
}

/** The address contains the secret: it must not be sent as a referrer to other pages, nor the response cached. */
function keepSecret(reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
}

/** Runs the work for a usable link in its user's name. Throws the reason if the link cannot be used. */
async function open<T>(
  context: AppContext,
  request: FastifyRequest,
  secret: string,
  now: Date,
  lock: boolean,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const place = await findAction(context.db, secret);
  if (!place) throw new AppError('task_action.not_found');
  if (!place.isActive) throw new AppError('tenant.suspended', { tenant: place.tenantName });
  if (!(await isAccountOpen(context.db, place))) throw new AppError('access.denied');
  const { tenantId, userId, timeZone } = place;
  return context.db.tenantTransaction({ tenantId, userId, requestId: request.id, via: 'mail' }, async (tx) => {
    const action = await readAction(tx, secret, lock);
    if (!action) throw new AppError('task_action.not_found');
    request.reader = { languageId: supportedLanguage(action.languageId), timeZone };
    if (action.status !== 'active' && action.status !== 'invited') throw new AppError('access.denied');
    const scope = scopeOf(context, place, action, now);
    const emailTask = await readEmailTask(tx, scope, action.taskId, lock);
    if (!emailTask) throw new AppError('task_action.not_found');
    if (action.usedAt) throw usedBefore(action, emailTask, (await namesOf({ tx, scope, emailTask })).taskName);
    if (action.expiresAt <= now) throw new AppError('task_action.expired', { time: action.expiresAt.toISOString() });
    const acting = assertMayActByEmail(emailTask);
    const outcome = emailTask.outcomes.find(({ id }) => id === action.outcome);
    if (!outcome) throw new AppError('task_action.sign_in', {}, { taskId: action.taskId });
    const owner = acting.via === 'delegation' ? emailTask.task.people.get(acting.userId) : undefined;
    return work({ tx, action, emailTask, outcome, scope, onBehalfOf: owner?.name ?? null });
  });
}

function scopeOf(context: AppContext, { tenantId, userId, timeZone }: ActionPlace, action: ActionRow, now: Date) {
  const { languageId } = action;
  return { context, tenantId, viewer: { userId, timeZone, today: dayOf(now, timeZone), now }, languageId, now };
}

/** Describes a second visit: by whom, when, and with which outcome the link was used. */
function usedBefore(action: ActionRow, emailTask: EmailTask, taskName: string): AppError {
  const { task, offered } = emailTask;
  const { name, username: id, usedAt, languageId } = action;
  const time = usedAt!.toISOString();
  const chosen = offered.find((one) => one.id === action.outcome);
  const outcome = chosen ? labelOf(chosen, languageId) : action.outcome;
  const owner = task.row.on_behalf_of === null ? null : (task.people.get(task.row.on_behalf_of) ?? null);
  return new AppError(
    'task_action.used',
    { name, time, outcome },
    { by: { id, name }, at: time, outcome, onBehalfOf: owner, taskName },
  );
}

/** Names of the task and its kind of case or process in the language of the e-mail. */
async function namesOf({ tx, scope, emailTask }: Pick<Opened, 'tx' | 'scope' | 'emailTask'>) {
  const { task, definition } = emailTask;
  const { process_key: key, process_number: version, name, node_id: taskKey, case_type_id: caseType } = task.row;
  const process = { key, name: task.row.process_name ?? key, version, ...(caseType === null ? {} : { caseType }) };
  const language = supportedLanguage(scope.languageId);
  const place = { db: scope.context.db, tenantId: scope.tenantId };
  const [named] = await withKinds(tx, place, [namedBy({ name, taskKey, process }, definition, language)], language);
  return { taskName: named!.name, processName: named!.process.name };
}

function readerOf({ action, scope }: Opened) {
  return { languageId: supportedLanguage(action.languageId), timeZone: scope.viewer.timeZone };
}

function labelOf({ id, label }: Pick<Outcome, 'id' | 'label'>, languageId: string): string {
  return textOf(label, languageId) || id;
}
