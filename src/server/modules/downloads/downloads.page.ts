import { createHash } from 'node:crypto';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { localeOf } from '../../../shared/locale/language.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { PAGE_STYLE } from '../../platform/page-style.ts';
import { downloadMessages } from './downloads.messages.ts';

const CSS = `${PAGE_STYLE}body{margin:15vh auto 0;max-width:440px;padding:0 24px;background:var(--canvas);color:var(--text);
font:16px/24px var(--font)}
h1{margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600}p{margin:0 0 24px;color:var(--quiet)}
a{color:var(--link)}`;

/** The page may only be displayed with its own style, and link back to the product. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders the page for a download address that returns no file. `title` gives the reason, in the user's language. */
export function refusalPage(title: string, language: LanguageId): string {
  const t = (key: Parameters<typeof downloadMessages.text>[1]) => escapeHtml(downloadMessages.text(language, key));
  return `<!doctype html>
<html lang="${localeOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${CSS}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${t('download.once')}</p>
<a href="/">${t('download.back')}</a>
</main>
</body>
</html>
`;
}
