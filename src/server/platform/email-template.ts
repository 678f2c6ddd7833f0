import { DEFAULT_LANGUAGE, type LanguageId, PRIMARY_COLOUR } from '../../shared/contracts/constants.ts';
import { languageOf } from '../../shared/locale/language.ts';
import { escapeHtml } from './escape-html.ts';

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An item in a notification e-mail, with its actions. */
export interface EmailItem {
  readonly title: string;
  readonly link: string;
  readonly lines: readonly string[];
  /** Text written by a user. */
  readonly quote?: string;
  readonly buttons: readonly {
    readonly label: string;
    readonly link: string;
    readonly tone: 'primary' | 'neutral' | 'danger';
  }[];
}

const LINE_COLOUR = '#8b8fa3';

/** Related items; the heading is omitted when there is only one group. */
interface EmailGroup {
  readonly heading?: string;
  readonly items: readonly EmailItem[];
}

/** The content of one e-mail, in reading order. */
export interface EmailContent {
  readonly subject: string;
  /** The greeting that starts every e-mail in this language. */
  readonly greeting: string;
  readonly intro: string;
  /** A code or password to type or copy. */
  readonly secret?: string;
  readonly action?: { readonly text: string; readonly label: string; readonly link: string };
  /** Events, one per line. */
  readonly list?: readonly string[];
  readonly groups?: readonly EmailGroup[];
  readonly notes: readonly string[];
  /** Footer in small type: why the recipient gets this e-mail, and how to unsubscribe. */
  readonly foot?: { readonly text: string; readonly label: string; readonly link: string };
}

/** Returns the language of an e-mail: the user's, or English if Verva does not support it. */
export function supportedLanguage(languageId: string): LanguageId {
  return languageOf(languageId) ?? DEFAULT_LANGUAGE;
}

/** Renders the e-mail as text and as HTML with the same content. */
export function renderEmail(content: EmailContent, language: LanguageId): RenderedEmail {
  return { subject: content.subject, text: asText(content), html: asHtml(content, language) };
}

function asText({ greeting, intro, secret, list, groups = [], action, notes, foot }: EmailContent): string {
  const lines = list?.map((line) => `- ${line}`).join('\n');
  const parts = [
    greeting,
    intro,
    secret && `    ${secret}`,
    lines,
    ...groups.flatMap(({ heading, items }) => [heading && `== ${heading} ==`, ...items.map(itemAsText)]),
    action && `${action.text}\n${action.link}`,
    ...notes,
  ];
  const end = foot ? `\n\n${foot.text}\n${foot.label}: ${foot.link}\n` : '\n';
  return `${parts.filter(Boolean).join('\n\n')}\n\nVerva${end}`;
}

function itemAsText({ title, link, lines, quote, buttons }: EmailItem): string {
  return [
    title,
    ...lines.map((line) => `  ${line}`),
    ...(quote === undefined ? [] : quote.split('\n').map((line) => `  > ${line}`)),
    `  ${link}`,
    ...buttons.map((button) => `  [${button.label}] ${button.link}`),
  ].join('\n');
}

/**
 * Sets no colour for text or page, so that it follows a dark mail program; the two colours it sets are readable on both.
 * Long words break, so that it fits a narrow phone.
 */
function asHtml(
  { subject, greeting, intro, secret, list, groups = [], action, notes, foot }: EmailContent,
  language: LanguageId,
): string {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`;
  const body = [
    paragraph(greeting),
    paragraph(intro, 'overflow-wrap:anywhere;'),
    secret &&
      `<p style="margin:0 0 24px;padding:16px;border:1px solid ${LINE_COLOUR};border-radius:8px;text-align:center;font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;-webkit-user-select:all;user-select:all">${escapeHtml(secret)}</p>`,
    list &&
      list.length > 0 &&
      `<ul style="margin:0 0 16px;padding-left:20px;overflow-wrap:anywhere">${list.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
    ...groups.flatMap(({ heading, items }) => [
      heading && `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(heading)}</h2>`,
      ...items.map(itemAsHtml),
    ]),
    action &&
      `${paragraph(action.text)}<p style="margin:0 0 24px"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${PRIMARY_COLOUR};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    ...notes.map((note) => paragraph(note)),
    '<p style="margin:24px 0 0;font-size:14px;opacity:0.75">Verva</p>',
    foot &&
      `<p style="margin:8px 0 0;font-size:14px;opacity:0.75">${escapeHtml(foot.text)} <a href="${escapeHtml(foot.link)}" style="color:inherit">${escapeHtml(foot.label)}</a></p>`,
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

const filled = (colour: string) => `background:${colour};color:#ffffff;border:1px solid ${colour}`;

/** Button colours, readable on light and dark backgrounds. */
const TONES = {
  primary: filled(PRIMARY_COLOUR),
  danger: filled('#c62f3e'),
  neutral: `color:inherit;border:1px solid ${LINE_COLOUR}`,
} as const;

function itemAsHtml({ title, link, lines, quote, buttons }: EmailItem): string {
  const small = lines.map((line) => `<div style="font-size:14px;opacity:0.85">${escapeHtml(line)}</div>`).join('');
  const words =
    quote === undefined
      ? ''
      : `<blockquote style="margin:12px 0 0;padding:0 0 0 12px;border-left:3px solid ${LINE_COLOUR};white-space:pre-line">${escapeHtml(quote)}</blockquote>`;
  const buttonRow = buttons
    .map(
      (button) =>
        `<a href="${escapeHtml(button.link)}" style="display:inline-block;margin:12px 8px 0 0;padding:8px 16px;border-radius:8px;font-weight:600;text-decoration:none;${TONES[button.tone]}">${escapeHtml(button.label)}</a>`,
    )
    .join('');
  return `<div style="margin:0 0 12px;padding:16px;border:1px solid ${LINE_COLOUR};border-radius:8px;overflow-wrap:anywhere"><a href="${escapeHtml(link)}" style="color:inherit;font-weight:600">${escapeHtml(title)}</a>${small}${words}${buttonRow && `<div>${buttonRow}</div>`}</div>`;
}
