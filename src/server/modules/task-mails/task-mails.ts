import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { formatDay, formatDayAndTime } from '../../../shared/locale/dates.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import {
  type EmailContent,
  type EmailItem,
  type RenderedEmail,
  renderEmail,
  supportedLanguage,
} from '../../platform/email-template.ts';
import { taskMailMessages as messages } from './task-mails.messages.ts';

export type TaskNotificationKind =
  | 'overdue'
  | 'dueSoon'
  | 'delegated'
  | 'assigned'
  | 'mentioned'
  | 'requestReceived'
  | 'requestEnded'
  | 'requestReply'
  | 'offered'
  | 'reading'
  | 'lateReading';

/** Another end than a decision has no outcome. */
export interface RequestResult {
  readonly state: 'outcome' | 'withdrawn' | 'cancelled' | 'failed';
  readonly outcome: string;
}

/** A notification of one task. Texts are in the language of the e-mail. */
export interface TaskNotification {
  readonly kind: TaskNotificationKind;
  /** Null for a confidential task, about which an e-mail reveals nothing. */
  readonly task: string | null;
  /** The process, and the key that distinguishes the case from others. */
  readonly process: string | null;
  /** The user who caused it; for `lateReading`, the user who has not read. */
  readonly by: string | null;
  readonly due: { readonly at: Date; readonly isDay: boolean } | null;
  /** The user whose delegate the recipient is. */
  readonly owner: string | null;
  /** How a request ended. */
  readonly result: RequestResult | null;
  /** Text of the comment that mentions the recipient. */
  readonly quote: string | null;
  readonly link: string;
  readonly buttons: EmailItem['buttons'];
}

export interface TaskMail {
  readonly reader: string;
  readonly isDigest: boolean;
  readonly notifications: readonly TaskNotification[];
  /** Number of notifications not listed in `notifications`. */
  readonly more: number;
  /** Expiry of the buttons. */
  readonly until: Date | null;
  readonly inbox: string;
  /** Address of the unsubscribe page. */
  readonly stop: string;
}

/** In the order of the e-mail. */
export const EMAIL_KINDS: readonly TaskNotificationKind[] = [
  'overdue',
  'dueSoon',
  'delegated',
  'assigned',
  'mentioned',
  'requestEnded',
  'requestReceived',
  'requestReply',
  'reading',
  'lateReading',
  'offered',
];

/** Longer comments are cut; the full text is in Verva. */
const QUOTE_MAX = 500;

/** Composes the e-mail in the recipient's language, with times in the organisation's time zone. */
export function composeTaskMail(mail: TaskMail, languageId: string, timeZone: string): RenderedEmail {
  const language = supportedLanguage(languageId);
  const t = (key: Parameters<typeof messages.text>[1], values: Parameters<typeof messages.text>[2] = {}) =>
    messages.text(language, key, values);
  const { notifications, more, until, isDigest } = mail;
  const count = notifications.length + more;
  const only = count === 1 && !isDigest ? notifications[0]! : undefined;
  const kinds = EMAIL_KINDS.filter((kind) => notifications.some((one) => one.kind === kind));
  const many = isDigest ? 'digest' : 'many';
  return renderEmail(
    {
      greeting: t('greeting'),
      subject: only
        ? t(`${only.kind}.subject`, { task: only.task ?? t('confidential'), name: only.by })
        : t(`${many}.subject`, { count }),
      intro: t(`${only ? only.kind : many}.intro`),
      groups: kinds.map((kind) => ({
        ...(only ? {} : { heading: t(`${kind}.heading`) }),
        items: notifications.filter((one) => one.kind === kind).map(item),
      })),
      ...(only ? {} : { action: { text: t('action'), label: t('link'), link: mail.inbox } }),
      notes: [
        ...(more > 0 ? [t('more', { count: more })] : []),
        ...(until ? [t('buttons', { until: formatDayAndTime(until, { language, timeZone }) })] : []),
      ],
      foot: { text: t('foot.text'), label: t('foot.link'), link: mail.stop },
    } satisfies EmailContent,
    language,
  );

  function item(one: TaskNotification): EmailItem {
    const { task, process, by, due, owner, quote, result } = one;
    const lines = [
      ...(result ? [t(`ended.${result.state}`, { outcome: result.outcome })] : []),
      ...(process ? [process] : []),
      ...(due ? [t('due', { when: written(due, language, timeZone) })] : []),
      ...(by ? [t(one.kind === 'lateReading' ? 'reader' : 'by', { name: by })] : []),
      ...(owner ? [t('behalf', { owner, delegate: mail.reader })] : []),
    ];
    const words = quote && (quote.length > QUOTE_MAX ? `${quote.slice(0, QUOTE_MAX)}…` : quote);
    return {
      title: task ?? t('confidential'),
      link: one.link,
      lines,
      ...(words ? { quote: words } : {}),
      buttons: one.buttons,
    };
  }
}

function written({ at, isDay }: NonNullable<TaskNotification['due']>, language: LanguageId, timeZone: string): string {
  return isDay ? formatDay(dayOf(at, timeZone), { language }) : formatDayAndTime(at, { language, timeZone });
}
