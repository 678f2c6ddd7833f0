import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { formatDayAndTime } from '../../../../shared/locale/dates.ts';
import {
  type EmailContent,
  type RenderedEmail,
  renderEmail,
  supportedLanguage,
} from '../../../platform/email-template.ts';
import { signinMailMessages as messages } from './signin.mails.messages.ts';

/** What the identity service tells a person by mail. Links are absolute addresses of the application; `minutes` and `until` say how long it is good for. */
export type SigninMail =
  | {
      readonly kind: 'recoveryCode';
      readonly username: string;
      readonly code: string;
      /** `/login?code=…&username=…` of the application. */
      readonly link: string;
      readonly minutes: number;
    }
  | {
      readonly kind: 'temporaryPassword';
      readonly username: string;
      readonly password: string;
      readonly link: string;
      readonly until: Date;
    }
  | { readonly kind: 'oneTimePassword'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'passwordChanged'; readonly username: string; readonly at: Date }
  /** To the new address, which confirms by the link. */
  | { readonly kind: 'emailConfirm'; readonly username: string; readonly link: string; readonly until: Date }
  /** To the former address; `email` is the new one, and the link takes the change back. */
  | {
      readonly kind: 'emailRequested' | 'emailChanged';
      readonly username: string;
      readonly email: string;
      readonly link: string;
    };

/**
 * The mail in the person's language (English for one that Verva does not speak), its times by the clock of `timeZone`.
 * The subject never holds the code: subjects stand on locked screens and in lists that others look at.
 */
export function composeSigninMail(
  mail: SigninMail,
  languageId: string,
  options: { readonly timeZone: string },
): RenderedEmail {
  const language = supportedLanguage(languageId);
  return renderEmail(letterOf(mail, language, options.timeZone), language);
}

/** The text to a phone. It holds the code: nothing else of it would be read. */
export function composeSms(
  { code, minutes }: { readonly code: string; readonly minutes: number },
  languageId: string,
): string {
  return messages.text(supportedLanguage(languageId), 'sms', { code, minutes });
}

function letterOf(mail: SigninMail, language: LanguageId, timeZone: string): EmailContent {
  const when = (instant: Date) => formatDayAndTime(instant, { language, timeZone });
  const t = (key: Parameters<typeof messages.text>[1], values: Parameters<typeof messages.text>[2] = {}) =>
    messages.text(language, key, values);
  const greeting = t('greeting');
  switch (mail.kind) {
    case 'recoveryCode':
      return {
        greeting,
        subject: t('recoveryCode.subject'),
        intro: t('recoveryCode.intro', { username: mail.username }),
        secret: mail.code,
        action: { text: t('recoveryCode.action'), label: t('recoveryCode.link'), link: mail.link },
        notes: [t('recoveryCode.validity', { minutes: mail.minutes }), t('recoveryCode.notYou')],
      };
    case 'temporaryPassword':
      return {
        greeting,
        subject: t('temporaryPassword.subject'),
        intro: t('temporaryPassword.intro', { username: mail.username }),
        secret: mail.password,
        action: { text: t('temporaryPassword.action'), label: t('temporaryPassword.link'), link: mail.link },
        notes: [t('temporaryPassword.validity', { until: when(mail.until) }), t('temporaryPassword.notYou')],
      };
    case 'oneTimePassword':
      return {
        greeting,
        subject: t('oneTimePassword.subject'),
        intro: t('oneTimePassword.intro'),
        secret: mail.code,
        notes: [t('oneTimePassword.validity', { minutes: mail.minutes }), t('oneTimePassword.notYou')],
      };
    case 'passwordChanged':
      return {
        greeting,
        subject: t('passwordChanged.subject'),
        intro: t('passwordChanged.intro', { username: mail.username, at: when(mail.at) }),
        notes: [t('passwordChanged.you'), t('passwordChanged.notYou')],
      };
    case 'emailConfirm':
      return {
        greeting,
        subject: t('emailConfirm.subject'),
        intro: t('emailConfirm.intro', { username: mail.username }),
        action: { text: t('emailConfirm.action'), label: t('emailConfirm.link'), link: mail.link },
        notes: [t('emailConfirm.validity', { until: when(mail.until) }), t('emailConfirm.notYou')],
      };
    case 'emailRequested':
    case 'emailChanged':
      return {
        greeting,
        subject: t(`${mail.kind}.subject`),
        intro: t(`${mail.kind}.intro`, { username: mail.username, email: mail.email }),
        action: { text: t('emailUndo.action'), label: t('emailUndo.link'), link: mail.link },
        notes: [t('emailUndo.you')],
      };
  }
}
