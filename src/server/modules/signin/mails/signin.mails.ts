import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { formatDayAndTime } from '../../../../shared/locale/dates.ts';
import {
  type EmailContent,
  type RenderedEmail,
  renderEmail,
  supportedLanguage,
} from '../../../platform/email-template.ts';
import { signinMailMessages as messages } from './signin.mails.messages.ts';

type FactorChange = 'secondFactorAdded' | 'secondFactorRemoved' | 'passkeyAdded' | 'passkeyRemoved';

/** An e-mail of the identity service. Links are absolute URLs of the application; `minutes` and `until` are the validity. */
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
  | { readonly kind: 'passwordChanged' | 'refreshTokenReused'; readonly username: string; readonly at: Date }
  | { readonly kind: FactorChange; readonly username: string; readonly at: Date }
  /** `browser` and `system`: product names, null when the client does not say. */
  | {
      readonly kind: 'newSignIn';
      readonly username: string;
      readonly at: Date;
      readonly browser: string | null;
      readonly system: string | null;
      readonly address: string;
    }
  | { readonly kind: 'signInFailures'; readonly username: string; readonly at: Date; readonly address: string }
  /** `left`: backup codes that remain. */
  | { readonly kind: 'backupCodeUsed'; readonly username: string; readonly at: Date; readonly left: number }
  /** To the new address, with the confirmation link. */
  | { readonly kind: 'emailConfirm'; readonly username: string; readonly link: string; readonly until: Date }
  /** To the former address; `email` is the new one, and the link undoes the change. */
  | {
      readonly kind: 'emailRequested' | 'emailChanged';
      readonly username: string;
      readonly email: string;
      readonly link: string;
    };

/**
 * Composes an e-mail in the user's language (English as the fallback), with times in `timeZone`. The subject never
 * contains the code: subjects appear on lock screens and in lists that other people see.
 */
export function composeSigninMail(
  mail: SigninMail,
  languageId: string,
  options: { readonly timeZone: string },
): RenderedEmail {
  const language = supportedLanguage(languageId);
  return renderEmail(contentOf(mail, language, options.timeZone), language);
}

/** Composes a text message with the code. */
export function composeSms(
  { code, minutes }: { readonly code: string; readonly minutes: number },
  languageId: string,
): string {
  return messages.text(supportedLanguage(languageId), 'sms', { code, minutes });
}

function contentOf(mail: SigninMail, language: LanguageId, timeZone: string): EmailContent {
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
    case 'refreshTokenReused':
      return {
        greeting,
        subject: t(`${mail.kind}.subject`),
        intro: t(`${mail.kind}.intro`, { username: mail.username, at: when(mail.at) }),
        notes: [t(`${mail.kind}.you`), t(`${mail.kind}.notYou`)],
      };
    case 'secondFactorAdded':
    case 'secondFactorRemoved':
    case 'passkeyAdded':
    case 'passkeyRemoved':
      return {
        greeting,
        subject: t(`${mail.kind}.subject`),
        intro: t(`${mail.kind}.intro`, { username: mail.username, at: when(mail.at) }),
        notes: [t('secondFactor.you'), t('secondFactor.notYou')],
      };
    case 'newSignIn': {
      const { username, address, browser, system } = mail;
      const client = [browser, system].filter(Boolean).join(', ') || t('newSignIn.unknown');
      return {
        greeting,
        subject: t('newSignIn.subject'),
        intro: t('newSignIn.intro', { username, at: when(mail.at), client, address }),
        notes: [t('newSignIn.you'), t('newSignIn.notYou')],
      };
    }
    case 'signInFailures':
      return {
        greeting,
        subject: t('signInFailures.subject'),
        intro: t('signInFailures.intro', { username: mail.username, at: when(mail.at), address: mail.address }),
        notes: [t('signInFailures.you'), t('signInFailures.notYou')],
      };
    case 'backupCodeUsed':
      return {
        greeting,
        subject: t('backupCodeUsed.subject'),
        intro: t('backupCodeUsed.intro', { username: mail.username, at: when(mail.at) }),
        notes: [t('backupCodeUsed.left', { left: mail.left }), t('secondFactor.notYou')],
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
