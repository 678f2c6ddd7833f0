import { createHash } from 'node:crypto';
import { type LanguageId, LOCALES } from '../../../shared/contracts/constants.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { downloadMessages } from './downloads.messages.ts';

const CSS = `:root{color-scheme:light dark}body{margin:15vh auto 0;max-width:440px;padding:0 24px;background:light-dark(#f6f7fa,#11131c);color:light-dark(#1e202a,#eff0f5);
font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif}
h1{margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600}p{margin:0 0 24px;color:light-dark(#4b4e5a,#d1d3dc)}
a{color:light-dark(#403ec0,#acb9fb)}:focus-visible{outline:2px solid light-dark(#5053de,#8d9cf9);outline-offset:2px}`;

/** The page may only be displayed with its own style, and link back to the product. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders the page for a download address that returns no file. `title` gives the reason, in the user's language. */
export function refusalPage(title: string, language: LanguageId): string {
  const t = (key: Parameters<typeof downloadMessages.text>[1]) => escapeHtml(downloadMessages.text(language, key));
  return `<!doctype html>
<html lang="${LOCALES[language]}">
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
