import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageId } from '../../shared/contracts/constants.ts';
import { escapeHtml } from './escape-html.ts';

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One mail as it is read from top to bottom. */
export interface Letter {
  readonly subject: string;
  /** The words that every mail of this language begins with. */
  readonly greeting: string;
  readonly intro: string;
  /** What is to be typed or copied. */
  readonly secret?: string;
  readonly action?: { readonly text: string; readonly label: string; readonly link: string };
  /** What happened, a line each. */
  readonly list?: readonly string[];
  readonly notes: readonly string[];
}

/** The language a mail is written in: the person's, English for one that Verva does not speak. */
export function spokenLanguage(languageId: string): LanguageId {
  return LANGUAGES.find((language) => language === languageId) ?? DEFAULT_LANGUAGE;
}

/** The mail as text and as HTML that say the same. */
export function renderLetter(letter: Letter, language: LanguageId): ComposedMail {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter, language) };
}

function asText({ greeting, intro, secret, list, action, notes }: Letter): string {
  const lines = list?.map((line) => `- ${line}`).join('\n');
  const parts = [
    greeting,
    intro,
    secret && `    ${secret}`,
    lines,
    action && `${action.text}\n${action.link}`,
    ...notes,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n\nVerva\n`;
}

/**
 * Names no colour of text or page, so that it follows a dark mail program; the two it names are read on both. What is
 * long breaks, so that it also fits a narrow phone.
 */
function asHtml({ subject, greeting, intro, secret, list, action, notes }: Letter, language: LanguageId): string {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = [
    paragraph(greeting),
    paragraph(intro, 'overflow-wrap:anywhere;'),
    secret &&
      `<p style="margin:0 0 24px;padding:16px;border:1px solid #8b8fa3;border-radius:8px;text-align:center;font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;-webkit-user-select:all;user-select:all">${escapeHtml(secret)}</p>`,
    list &&
      list.length > 0 &&
      `<ul style="margin:0 0 16px;padding-left:20px;overflow-wrap:anywhere">${list.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
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
