import { formatDay, formatDayAndTime } from '../../../shared/locale/dates.ts';
import {
  type EmailContent,
  type RenderedEmail,
  renderEmail,
  supportedLanguage,
} from '../../platform/email-template.ts';
import { delegationMailMessages as messages } from './delegations.mails.messages.ts';

/** E-mails about a delegation: to the delegate when it is running, to the delegator when an
 * administrator has entered it, when the delegate was deactivated, and when it has ended. Days are `2026-11-21`. */
export type DelegationMail =
  | {
      readonly kind: 'began' | 'changed';
      readonly owner: string;
      readonly from: string;
      readonly until: string;
      readonly comment: string;
      /** Whether tasks move to the delegate. */
      readonly replaceVerva: boolean;
      readonly link: string;
    }
  | {
      readonly kind: 'entered';
      /** The administrator who entered or changed it for the delegator. */
      readonly by: string;
      readonly delegate: string;
      readonly from: string;
      readonly until: string;
      readonly link: string;
    }
  | {
      /** The delegate was deactivated. */
      readonly kind: 'left';
      readonly delegate: string;
      readonly from: string;
      readonly until: string;
      readonly link: string;
    }
  | {
      readonly kind: 'ended';
      readonly delegate: string;
      readonly from: string;
      readonly until: string;
      /** Newest first; `outcome` in the language of the mail. */
      readonly decisions: readonly { readonly task: string; readonly outcome: string; readonly at: string }[];
      readonly returned: number;
      readonly link: string;
    };

/** Maximum number of decisions in an e-mail; the report lists all. */
const LINES = 20;

/** Composes the e-mail in the recipient's language, with times in the organisation's time zone. */
export function composeDelegationMail(mail: DelegationMail, languageId: string, timeZone: string): RenderedEmail {
  const language = supportedLanguage(languageId);
  const t = (key: Parameters<typeof messages.text>[1], values: Parameters<typeof messages.text>[2] = {}) =>
    messages.text(language, key, values);
  const days = { from: formatDay(mail.from, { language }), until: formatDay(mail.until, { language }) };
  return renderEmail({ greeting: t('greeting'), ...content() }, language);

  function content(): Omit<EmailContent, 'greeting'> {
    if (mail.kind === 'ended') {
      const { decisions, delegate, returned, link } = mail;
      const lines = decisions
        .slice(0, LINES)
        .map(({ task, outcome, at }) =>
          t('ended.line', { task, outcome, time: formatDayAndTime(at, { language, timeZone }) }),
        );
      const more = decisions.length - lines.length;
      return {
        subject: t('ended.subject'),
        intro: `${t('ended.intro', { delegate, ...days })}\n${t('ended.decisions', { count: decisions.length })}`,
        list: more > 0 ? [...lines, t('ended.more', { count: more })] : lines,
        action: { text: t('ended.action'), label: t('ended.link'), link },
        notes: [t('ended.open', { count: returned })],
      };
    }
    if (mail.kind === 'entered') {
      const { by, delegate, link } = mail;
      return {
        subject: t('entered.subject', { by }),
        intro: t('entered.intro', { by, delegate, ...days }),
        action: { text: t('entered.action'), label: t('ended.link'), link },
        notes: [],
      };
    }
    if (mail.kind === 'left') {
      const { delegate, link } = mail;
      return {
        subject: t('left.subject', { delegate }),
        intro: t('left.intro', { delegate, ...days }),
        action: { text: t('left.action'), label: t('ended.link'), link },
        notes: [],
      };
    }
    const { kind, owner, comment, replaceVerva, link } = mail;
    return {
      subject: t(`${kind}.subject`, { owner }),
      intro: t('intro', { owner, ...days }),
      ...(comment ? { list: [t('comment', { comment })] } : {}),
      action: { text: t('inbox.action'), label: t('inbox.link'), link },
      notes: [t(replaceVerva ? 'tasks' : 'noTasks')],
    };
  }
}
