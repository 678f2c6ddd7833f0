import type { Logger } from 'pino';
import { textOf } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { type EmailItem, supportedLanguage } from '../../platform/email-template.ts';
import { enqueue } from '../../platform/outbox.ts';
import { choiceOf, readAddress, readSettings, sealUnsubscribe } from '../notifications/index.ts';
import { namedIn } from '../processes/index.ts';
import { readEmailTask } from '../tasks/index.ts';
import { addAction } from './actions.store.ts';
import { actionExpiry, nextDigest } from './digest.rules.ts';
import {
  findWaiting,
  lockReader,
  markSent,
  notifyDelegates,
  type PendingEmail,
  postpone,
  type TaskNotificationRow,
  takeNotifications,
} from './notifications.store.ts';
import { readResults } from './request-results.ts';
import { composeTaskMail, EMAIL_KINDS, type TaskNotification } from './task-mails.ts';

export interface SendContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly publicUrl: string;
  readonly masterKey: string;
  /** An e-mail is sent after this time without new notifications. */
  readonly gatherSeconds: number;
}

/** Users processed in one run. */
const BATCH = 100;
/** Maximum number of items in an e-mail; only the first of them have buttons. */
const LISTED = 20;
const WITH_BUTTONS = 5;
/** Kinds that also go to the user's delegates, because they share the inbox. */
const INHERITED: readonly string[] = ['assigned', 'delegated', 'dueSoon', 'overdue'];

/**
 * Sends one e-mail to each user with notifications to send. Notifications are marked in the transaction that puts the
 * e-mail into the outbox, so each is sent once, however many servers run and even if one crashes. Returns whether there may
 * be more.
 */
export async function sendTaskMails(context: SendContext): Promise<boolean> {
  const { db, log, clock, gatherSeconds } = context;
  const waiting = await findWaiting(db, { now: clock(), gatherSeconds, limit: BATCH });
  let done = 0;
  for (const one of waiting) {
    try {
      await db.tenantTransaction({ tenantId: one.tenantId, userId: null }, (tx) => sendEmail(tx, context, one));
      done += 1;
    } catch (error) {
      // The other users are still processed; this one is retried on the next run.
      log.error({ err: error, user: one.userId }, 'sending a task e-mail failed');
    }
  }
  return waiting.length === BATCH && done > 0;
}

async function sendEmail(tx: Tx, context: SendContext, { userId, tenantId, timeZone }: PendingEmail): Promise<void> {
  // Two servers with parts of the same notifications would send two e-mails.
  if (!(await lockReader(tx, userId))) return;
  const now = context.clock();
  const today = dayOf(now, timeZone);
  const settings = await readSettings(tx, userId);
  // The completion can still be undone, so the final state of the task is not known yet.
  const notifications = (await takeNotifications(tx, { userId, now, today })).filter(({ status }) => status !== 'held');
  const isNew = (row: TaskNotificationRow) => !row.isGathered;
  const ids = (rows: readonly TaskNotificationRow[]) => rows.map(({ id }) => id);
  const inherited = notifications.filter((row) => isNew(row) && row.forUserId === null && INHERITED.includes(row.kind));
  await notifyDelegates(tx, ids(inherited.filter(({ isStillAssigned }) => isStillAssigned)), { today, timeZone });
  const later = notifications.filter(
    (row) => isNew(row) && row.isStillAssigned && choiceOf(settings, row.kind) === 'daily',
  );
  await postpone(tx, ids(later), nextDigest(now, settings.hour, timeZone));
  const rest = notifications.filter((row) => !later.includes(row));
  await markSent(tx, ids(rest), now);
  const wanted = newestPerTask(rest.filter((row) => row.isStillAssigned && choiceOf(settings, row.kind) !== 'off'));
  const to = wanted.length > 0 ? await readAddress(tx, userId) : null;
  if (!to) return;

  const { languageId, email } = to;
  const place = { db: context.db, tenantId };
  const listed = await inLanguage(tx, place, wanted.slice(0, LISTED), languageId);
  const reader = { db: context.db, tenantId, userId, language: supportedLanguage(languageId), now };
  const results = await readResults(tx, reader, listed);
  const buttons = await makeButtons(tx, context, listed, {
    userId,
    tenantId,
    timeZone,
    languageId,
    now,
    today,
    days: settings.actionDays,
  });
  const kinds = [...new Set(wanted.map(({ kind }) => kind))];
  const token = sealUnsubscribe(context.masterKey, { tenantId, userId, kinds });
  const isDigest = wanted.some(({ isGathered }) => isGathered);
  const mail = composeTaskMail(
    {
      reader: await nameOf(tx, userId),
      isDigest,
      notifications: listed.map((row) =>
        toNotification(row, context.publicUrl, {
          buttons: buttons.of.get(row.id) ?? [],
          result: results.get(row.taskId) ?? null,
        }),
      ),
      more: wanted.length - listed.length,
      until: buttons.until,
      inbox: `${context.publicUrl}/inbox`,
      stop: `${context.publicUrl}/unsubscribe/${token}`,
    },
    languageId,
    timeZone,
  );
  await enqueue(tx, 'mail', {
    to: email,
    userId,
    languageId,
    template: isDigest ? 'task.digest' : 'task.news',
    unsubscribe: `${context.publicUrl}/api/public/notifications/unsubscribe/${token}`,
    // The links of buttons complete tasks: they are not kept in the outbox.
    ...(buttons.of.size > 0 ? { secret: true as const } : {}),
    ...mail,
  });
}

/** Keeps the most urgent notification of each task; mentions and messages are always kept. */
function newestPerTask(rows: readonly TaskNotificationRow[]): TaskNotificationRow[] {
  const ordered = EMAIL_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
  const known = new Set<string>();
  return ordered.filter(({ kind, taskId }) => {
    if (kind === 'mentioned' || kind.startsWith('request')) return true;
    if (known.has(taskId)) return false;
    known.add(taskId);
    return true;
  });
}

/** Returns notifications with the names of tasks, kinds of case and processes in the language of the e-mail. */
async function inLanguage(
  tx: Tx,
  scope: Parameters<typeof namedIn>[1],
  rows: readonly TaskNotificationRow[],
  languageId: string,
): Promise<TaskNotificationRow[]> {
  const tasks = rows.map(({ task: name, taskKey, process, processKey: key, processNumber: version, caseType }) => ({
    name,
    taskKey,
    process:
      key !== null && version !== null
        ? { key, name: process ?? key, version, ...(caseType === null ? {} : { caseType }) }
        : null,
  }));
  const named = await namedIn(tx, scope, tasks, supportedLanguage(languageId));
  return rows.map((row, index) => {
    const { name, process } = named[index]!;
    const shown = process?.name ?? row.process;
    // A request without a title of its own is named as its kind.
    return { ...row, task: name === row.process ? (shown ?? name) : name, process: shown };
  });
}

function toNotification(
  row: TaskNotificationRow,
  publicUrl: string,
  { buttons, result }: Pick<TaskNotification, 'buttons' | 'result'>,
): TaskNotification {
  const { kind, isConfidential, due, dueIsDay, owner, by } = row;
  return {
    kind,
    task: isConfidential ? null : row.task,
    process: isConfidential ? null : [row.process, row.businessKey].filter(Boolean).join(' · ') || null,
    by: isConfidential ? null : by,
    due: due && !isConfidential ? { at: due, isDay: dueIsDay } : null,
    owner,
    quote: isConfidential ? null : row.quote,
    link: linkOf(row, publicUrl),
    buttons,
    result: row.kind === 'requestEnded' ? result : null,
  };
}

function linkOf({ kind, taskId, manualId, registryId, isRequest }: TaskNotificationRow, publicUrl: string): string {
  if (registryId !== null) return `${publicUrl}/record-form-view?resource=${registryId}&recordId=${taskId}`;
  if (isRequest) return `${publicUrl}/requests/${taskId}`;
  if (manualId === null) return `${publicUrl}/inbox?taskId=${taskId}`;
  // A manager who is not a reader has no page to open for another user's reading.
  return kind === 'lateReading'
    ? `${publicUrl}/manuals`
    : `${publicUrl}/manuals?manualId=${manualId}&readingId=${taskId}`;
}

interface ButtonScope {
  readonly userId: string;
  readonly tenantId: number;
  readonly timeZone: string;
  readonly languageId: string;
  readonly now: Date;
  readonly today: string;
  readonly days: number;
}

/** Creates links for the outcomes available by e-mail, for the first tasks listed, and the earliest expiry of these links. */
async function makeButtons(tx: Tx, context: SendContext, listed: readonly TaskNotificationRow[], scope: ButtonScope) {
  const { userId, tenantId, timeZone, languageId, now, today, days } = scope;
  const viewer = { userId, timeZone, today, now };
  const of = new Map<string, EmailItem['buttons']>();
  let until: Date | null = null;
  for (const row of days > 0 ? listed.slice(0, WITH_BUTTONS) : []) {
    if (row.kind === 'mentioned' || row.kind.startsWith('request') || row.isConfidential || row.manualId !== null)
      continue;
    const emailTask = await readEmailTask(tx, { context, tenantId, viewer, languageId, now }, row.taskId);
    if (!emailTask || emailTask.outcomes.length === 0) continue;
    const expiresAt = actionExpiry(now, days, row.due);
    const buttons = [];
    for (const { id, label, style } of emailTask.outcomes) {
      const secret = await addAction(tx, { taskId: row.taskId, userId, outcome: id, expiresAt });
      const link = `${context.publicUrl}/task-action/${secret}`;
      buttons.push({ label: textOf(label, languageId) || id, link, tone: style });
    }
    of.set(row.id, buttons);
    if (!until || expiresAt < until) until = expiresAt;
  }
  return { of, until };
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const { name, username } = await tx
    .selectFrom('app_user')
    .select(['name', 'username'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name ?? username;
}
