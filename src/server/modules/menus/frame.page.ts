import { createHash } from 'node:crypto';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { FramedPage } from '../../../shared/contracts/menu.rules.ts';
import { localeOf } from '../../../shared/locale/language.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { PAGE_STYLE } from '../../platform/page-style.ts';
import { frameMessages } from './frame.messages.ts';

const CSS =
  'html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}' +
  `${PAGE_STYLE}p{margin:0;padding:24px;color:var(--quiet);font:15px/22px var(--font)}`;
const STYLE = `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`;
const REST = `default-src 'none'; style-src ${STYLE}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/** The policy lets the frame show one origin only, also after a redirect. */
export const framePolicy = ({ url }: FramedPage): string => `${REST}; frame-src ${new URL(url).origin}`;
export const EXPIRED_POLICY = REST;

/**
 * Renders the document between the application and the page of another system. That page never gets the application's
 * origin, and cannot navigate the application.
 */
export function framePage({ url, allow }: FramedPage): string {
  const sandbox = ['scripts', ...allow].map((name) => `allow-${name}`).join(' ');
  const title = escapeHtml(new URL(url).host);
  return page(
    title,
    `<iframe src="${escapeHtml(url)}" title="${title}" sandbox="${sandbox}" allow="" referrerpolicy="no-referrer"></iframe>`,
  );
}

/** Renders what an address that is no longer valid shows. */
export function expiredPage(language: LanguageId): string {
  const text = escapeHtml(frameMessages.text(language, 'expired'));
  return page(text, `<p>${text}</p>`, localeOf(language));
}

const page = (title: string, body: string, language?: string) => `<!doctype html>
<html${language ? ` lang="${language}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${CSS}</style>
</head>
<body>${body}</body>
</html>
`;
