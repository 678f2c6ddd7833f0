import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { formatDayAndTime } from '../../../shared/locale/dates.ts';
import { type RenderedEmail, renderEmail } from '../../platform/email-template.ts';
import { alertMessages } from './alerts.messages.ts';
import type { DescribedAlert } from './alerts.store.ts';

interface MailScope {
  readonly language: LanguageId;
  readonly timeZone: string;
  readonly publicUrl: string;
  /** Address of the unsubscribe page. */
  readonly stop: string;
}

/** Composes the e-mail of an alert, whose texts are in the recipient's language. */
export function composeAlertMail(
  alert: DescribedAlert,
  { language, timeZone, publicUrl, stop }: MailScope,
): RenderedEmail {
  const t = (key: Parameters<typeof alertMessages.text>[1], values: Parameters<typeof alertMessages.text>[2] = {}) =>
    alertMessages.text(language, key, values);
  return renderEmail(
    {
      greeting: t('mail.greeting'),
      subject: t('mail.subject', { title: alert.title }),
      intro: alert.text,
      action: { text: t('mail.action'), label: t('mail.link'), link: `${publicUrl}${alert.path}` },
      notes: [t('mail.at', { at: formatDayAndTime(alert.at, { language, timeZone }) }), t('mail.why')],
      foot: { text: t('mail.foot'), label: t('mail.stop'), link: stop },
    },
    language,
  );
}
