import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageId } from '../../../shared/contracts/constants.ts';
import { formatDayAndTime } from '../../../shared/locale/dates.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
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
  | { readonly kind: 'passwordChanged'; readonly username: string; readonly at: Date };

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One mail as it is read from top to bottom. */
interface Letter {
  readonly subject: string;
  readonly intro: string;
  /** What is to be typed or copied. */
  readonly secret?: string;
  readonly action?: { readonly text: string; readonly label: string; readonly link: string };
  readonly notes: readonly string[];
}

/**
 * The mail in the person's language (English for one that Verva does not speak), its times by the clock of `timeZone`.
 * The subject never holds the code: subjects stand on locked screens and in lists that others look at.
 */
export function composeSigninMail(
  mail: SigninMail,
  languageId: string,
  options: { readonly timeZone: string },
): ComposedMail {
  const language = spoken(languageId);
  const letter = letterOf(mail, language, options.timeZone);
  const greeting = messages.text(language, 'greeting');
  return {
    subject: letter.subject,
    text: asText(greeting, letter),
    html: asHtml(greeting, letter, language),
  };
}

/** The text to a phone. It holds the code: nothing else of it would be read. */
export function composeSms(
  { code, minutes }: { readonly code: string; readonly minutes: number },
  languageId: string,
): string {
  return messages.text(spoken(languageId), 'sms', { code, minutes });
}

function letterOf(mail: SigninMail, language: LanguageId, timeZone: string): Letter {
  const when = (instant: Date) => formatDayAndTime(instant, { language, timeZone });
  const t = (key: Parameters<typeof messages.text>[1], values: Parameters<typeof messages.text>[2] = {}) =>
    messages.text(language, key, values);
  switch (mail.kind) {
    case 'recoveryCode':
      return {
        subject: t('recoveryCode.subject'),
        intro: t('recoveryCode.intro', { username: mail.username }),
        secret: mail.code,
        action: { text: t('recoveryCode.action'), label: t('recoveryCode.link'), link: mail.link },
        notes: [t('recoveryCode.validity', { minutes: mail.minutes }), t('recoveryCode.notYou')],
      };
    case 'temporaryPassword':
      return {
        subject: t('temporaryPassword.subject'),
        intro: t('temporaryPassword.intro', { username: mail.username }),
        secret: mail.password,
        action: { text: t('temporaryPassword.action'), label: t('temporaryPassword.link'), link: mail.link },
        notes: [t('temporaryPassword.validity', { until: when(mail.until) }), t('temporaryPassword.notYou')],
      };
    case 'oneTimePassword':
      return {
        subject: t('oneTimePassword.subject'),
        intro: t('oneTimePassword.intro'),
        secret: mail.code,
        notes: [t('oneTimePassword.validity', { minutes: mail.minutes }), t('oneTimePassword.notYou')],
      };
    case 'passwordChanged':
      return {
        subject: t('passwordChanged.subject'),
        intro: t('passwordChanged.intro', { username: mail.username, at: when(mail.at) }),
        notes: [t('passwordChanged.you'), t('passwordChanged.notYou')],
      };
  }
}

function asText(greeting: string, { intro, secret, action, notes }: Letter): string {
  const parts = [greeting, intro, secret && `    ${secret}`, action && `${action.text}\n${action.link}`, ...notes];
  return `${parts.filter(Boolean).join('\n\n')}\n\nVerva\n`;
}

/**
 * Names no colour of text or page, so that it follows a dark mail program; the two it names are read on both. What is
 * long breaks, so that it also fits a narrow phone.
 */
function asHtml(greeting: string, { subject, intro, secret, action, notes }: Letter, language: LanguageId): string {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = [
    paragraph(greeting),
    paragraph(intro, 'overflow-wrap:anywhere;'),
    secret &&
      `<p style="margin:0 0 24px;padding:16px;border:1px solid #8b8fa3;border-radius:8px;text-align:center;font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;-webkit-user-select:all;user-select:all">${escapeHtml(secret)}</p>`,
    action &&
      `${paragraph(action.text)}<p style="margin:0 0 24px"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#5053de;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    ...notes.map((note) => paragraph(note)),
    '<p style="margin:24px 0 0;font-size:14px;opacity:0.75">Verva</p>',
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif">
<div style="max-width:480px;margin:0 auto">
${body.filter(Boolean).join('\n')}
</div>
</body>
</html>
`;
}

function spoken(languageId: string): LanguageId {
  return LANGUAGES.find((language) => language === languageId) ?? DEFAULT_LANGUAGE;
}
