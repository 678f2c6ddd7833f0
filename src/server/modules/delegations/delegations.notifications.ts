import { DEFAULT_LANGUAGE } from '../../../shared/contracts/constants.ts';
import { textOf } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { Tx } from '../../platform/database.ts';
import { supportedLanguage } from '../../platform/email-template.ts';
import { enqueue, enqueueAll } from '../../platform/outbox.ts';
import { choiceOf, readAddress, readSettings } from '../notifications/index.ts';
import { composeDelegationMail, type DelegationMail } from './delegations.mails.ts';
import { decisionsOf, openTasksOf, type ReportScope } from './delegations.report.ts';
import type { DelegationRow } from './delegations.store.ts';

/** The parts of the application needed for notifications. */
export interface NotificationScope extends ReportScope {
  /** Public URL of the application. */
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** Sends live events to both users (and `others`): a delegation was added, changed, started, ended or removed. */
export async function announce(
  tx: Tx,
  { id, userId, delegateUserId }: Pick<DelegationRow, 'id' | 'userId' | 'delegateUserId'>,
  others: readonly string[] = [],
): Promise<void> {
  const principals = [...new Set([userId, delegateUserId, ...others])].map((one) => `u:${one}`);
  // The first event makes the server re-evaluate which events a browser receives; only then does the second reach it.
  await enqueueAll(tx, 'live', [
    { principals, type: 'delegation.changed', data: { id } },
    { principals, type: 'inbox.count', data: {} },
  ]);
}

/** E-mails the delegate that a delegation is running, or that it has changed. */
export async function notifyDelegate(
  tx: Tx,
  scope: NotificationScope,
  row: DelegationRow,
  kind: 'began' | 'changed',
): Promise<void> {
  const { startDate: from, endDate: until, comment, replaceVerva } = row;
  const link = `${scope.publicUrl}/inbox`;
  await send(tx, scope, row.delegateUserId, { kind, owner: row.user.name, from, until, comment, replaceVerva, link });
}

/** E-mails the delegator that an administrator has entered or changed a delegation (ADM-07). */
export async function notifyOfEntry(
  tx: Tx,
  scope: NotificationScope,
  { userId, delegate, startDate: from, endDate: until }: DelegationRow,
  by: string,
): Promise<void> {
  const link = `${scope.publicUrl}/delegations`;
  await send(tx, scope, userId, { kind: 'entered', by, delegate: delegate.name, from, until, link });
}

/** E-mails the delegator the decisions made during the absence (BEY-02). */
export async function notifyDelegator(tx: Tx, scope: NotificationScope, row: DelegationRow): Promise<void> {
  const language = supportedLanguage((await readAddress(tx, row.userId))?.languageId ?? DEFAULT_LANGUAGE);
  const decisions = await decisionsOf(tx, scope, row, scope.timeZone, language);
  const viewer = {
    userId: row.userId,
    timeZone: scope.timeZone,
    today: dayOf(scope.now, scope.timeZone),
    now: scope.now,
  };
  const { count } = await openTasksOf(tx, viewer, row);
  await send(tx, scope, row.userId, (languageId) => ({
    kind: 'ended',
    delegate: row.delegate.name,
    from: row.startDate,
    until: row.endDate,
    decisions: decisions.map(({ task, outcomeLabel, outcome, at }) => ({
      task: task?.name ?? '',
      outcome: textOf(outcomeLabel, languageId) || (outcome ?? ''),
      at,
    })),
    returned: count,
    link: `${scope.publicUrl}/delegations`,
  }));
}

/** E-mails the delegator that the delegate has been deactivated, and that the delegation has ended or does not begin. */
export async function notifyOfLeaver(
  tx: Tx,
  scope: NotificationScope,
  { userId, delegate, startDate: from, endDate: until }: DelegationRow,
): Promise<void> {
  const link = `${scope.publicUrl}/delegations`;
  await send(tx, scope, userId, { kind: 'left', delegate: delegate.name, from, until, link });
}

async function send(
  tx: Tx,
  { timeZone }: NotificationScope,
  userId: string,
  mail: DelegationMail | ((languageId: string) => DelegationMail),
): Promise<void> {
  const to = await readAddress(tx, userId);
  if (!to || choiceOf(await readSettings(tx, userId), 'standIn') === 'off') return;
  const languageId = to.languageId || DEFAULT_LANGUAGE;
  const wanted = typeof mail === 'function' ? mail(languageId) : mail;
  const composed = composeDelegationMail(wanted, languageId, timeZone);
  await enqueue(tx, 'mail', { to: to.email, userId, languageId, template: `delegation.${wanted.kind}`, ...composed });
}
