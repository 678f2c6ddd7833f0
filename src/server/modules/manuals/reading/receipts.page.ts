import { createHash } from 'node:crypto';
import { type LanguageId, PRIMARY_COLOUR } from '../../../../shared/contracts/constants.ts';
import { languageName } from '../../../../shared/contracts/language-name.ts';
import { formatDay, formatDayAndTime } from '../../../../shared/locale/dates.ts';
import { localeOf } from '../../../../shared/locale/language.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { PAGE_STYLE } from '../../../platform/page-style.ts';
import { receiptMessages } from './receipts.messages.ts';
import type { PublicReceipt } from './receipts.public.ts';

const CSS = `${PAGE_STYLE}:root{--line:light-dark(#dfe1ea,#333746)}*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--canvas);color:var(--text);
font:16px/24px var(--font)}
header{padding:24px;font-weight:600;display:flex;gap:8px;align-items:center}
main{width:100%;max-width:600px;margin:24px auto;padding:0 24px;flex:1}
.card{background:light-dark(#fff,#1a1d28);border:1px solid var(--line);border-radius:16px;padding:32px}
.mark{width:56px;height:56px;border-radius:50%;display:block;margin-bottom:16px}
.ok .mark{background:light-dark(#e2f5e4,#16351c);color:light-dark(#1c6b2a,#7ddb8b)}
.bad .mark{background:light-dark(#fde7e7,#431a1c);color:light-dark(#a41c24,#ff9a9c)}
.none .mark{background:light-dark(#eceef4,#2a2e3b);color:var(--quiet)}
h1{margin:0 0 8px;font-size:24px;line-height:32px;font-weight:600}p{margin:0;color:var(--quiet)}
dl{margin:24px 0;padding:24px 0 0;border-top:1px solid var(--line);display:grid;grid-template-columns:minmax(120px,max-content) 1fr;gap:8px 24px}
dt{color:light-dark(#5a5e6c,#b3b6c4)}dd{margin:0;overflow-wrap:anywhere}.hash{font:13px/20px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.small{font-size:14px;line-height:20px}
@media(max-width:480px){.card{padding:24px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:12px}}`;

/** The page loads nothing except its own style. */
export const VERIFY_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The result for an address: a receipt, an unknown hash, or a failed query. */
export type Verified = PublicReceipt | 'unknown' | 'failed';

const LOGO = `<svg width="28" height="28" viewBox="0 0 26 26" aria-hidden="true"><path d="M3.2 9.2 10 21.4c.8 1.4 2.8 1.4 3.6 0l.9-1.7L8.4 7.6A2.1 2.1 0 0 0 6.6 6.5H4.8A1.8 1.8 0 0 0 3.2 9.2Z" fill="#a3a8f5"/><path d="M10.2 21.7c.8 1.1 2.7 1 3.4-.3L23 4.9A1.8 1.8 0 0 0 21.4 2.2h-2.2a2.1 2.1 0 0 0-1.8 1.1l-7 12.6a5 5 0 0 0-.2 5.8Z" fill="${PRIMARY_COLOUR}"/></svg>`;
const MARKS = {
  ok: '<path d="m17 29 8 8 15-17" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
  bad: '<path d="m20 20 16 16m0-16L20 36" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
  none: '<path d="M28 17v14m0 7v.1" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/>',
};

/** Renders the public page of a receipt in a supported language; `hash` comes from the address. */
export function verifyPage(verified: Verified, hash: string, language: LanguageId): string {
  const t = (key: Parameters<typeof receiptMessages.text>[1], values?: Record<string, string>) =>
    escapeHtml(receiptMessages.text(language, key, values));
  const { kind, tone } = outcomeOf(verified);
  const row = (label: string, value: string, isHash = false) =>
    `<dt>${label}</dt><dd${isHash ? ' class="hash"' : ''}>${value}</dd>`;
  const facts = () => {
    if (typeof verified === 'string') return '';
    const { organisation, manualCode, number, languageId, confirmedAt, textSha256, seq, anchored, via } = verified;
    const time = formatDayAndTime(confirmedAt, { language, timeZone: 'UTC' });
    return `<dl>
${row(t('organisation'), escapeHtml(organisation))}
${row(t('manual'), escapeHtml(manualCode))}
${row(t('version'), String(number))}
${row(t('language'), escapeHtml(languageName(languageId)))}
${row(t('confirmedAt'), t('page.utc', { time }))}
${via ? row(t('via'), t('via.client', via)) : ''}
${row(t('seq'), String(seq))}
${row(t('page.anchored'), anchored === null ? t('page.anchored.not') : escapeHtml(formatDay(anchored, { language })))}
${row(t('textSha256'), escapeHtml(textSha256), true)}
${row(t('hash'), escapeHtml(hash), true)}
</dl>
<p class="small">${t('page.who')}</p>`;
  };
  return `<!doctype html>
<html lang="${localeOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t(`page.${kind}`)} · Verva</title>
<style>${CSS}</style>
</head>
<body>
<header>${LOGO}Verva</header>
<main>
<div class="card ${tone}">
<svg class="mark" viewBox="0 0 56 56" aria-hidden="true">${MARKS[tone]}</svg>
<h1>${t(`page.${kind}`)}</h1>
<p>${t(`page.${kind}.text`)}</p>
${facts()}
</div>
</main>
</body>
</html>
`;
}

function outcomeOf(verified: Verified): {
  readonly kind: 'valid' | 'changed' | 'broken' | 'unknown' | 'failed';
  readonly tone: keyof typeof MARKS;
} {
  if (typeof verified === 'string') return { kind: verified, tone: 'none' };
  if (!verified.valid) return { kind: 'changed', tone: 'bad' };
  return verified.chain === 'ok' ? { kind: 'valid', tone: 'ok' } : { kind: 'broken', tone: 'bad' };
}
