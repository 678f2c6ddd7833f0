import { MOBILE_MAX_WIDTH } from '../../../shared/contracts/constants.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { PAGE_STYLE } from '../../platform/page-style.ts';
import type { OutboxItem } from './outbox.store.ts';

const STATES: Readonly<Record<OutboxItem['state'], string>> = {
  waiting: 'Waiting',
  queued: 'Under way',
  sent: 'Sent',
  stored: 'Not sent: kept here',
  failed: 'Failed',
};

/** Renders the page, in English like the server's log, because its readers are developers. */
export function outboxPage(items: readonly OutboxItem[], to: string): string {
  const nothing = to ? `Nothing was written to ${escapeHtml(to)}.` : 'Nothing was written yet.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Outbox of this server</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/dev/outbox.css">
<script src="/dev/outbox.js" defer></script>
</head>
<body>
<header>
<h1>Outbox of this server</h1>
<p>Mails and texts to phones that Verva has written, the newest first. New ones appear by themselves. Only this machine sees this page, and a server in production does not have it.</p>
<form action="/dev/outbox" role="search">
<label for="to">To</label>
<input id="to" name="to" type="search" value="${escapeHtml(to)}" placeholder="address or number" autocomplete="off" spellcheck="false">
<button>Show</button>
</form>
</header>
<main>
<p class="nothing"${items.length > 0 ? ' hidden' : ''}>${nothing}</p>
<div id="items" aria-live="polite">
${items.map(card).join('\n')}
</div>
</main>
</body>
</html>
`;
}

function card(item: OutboxItem, index: number): string {
  const { id, medium, tenant, to, subject, text, html, at, state } = item;
  const title = subject || text.slice(0, 120) || 'Empty';
  const addressees = escapeHtml(to.join(', '));
  const time = `<time datetime="${at.toISOString()}">${escapeHtml(at.toLocaleString('sv-SE'))}</time>`;
  const words =
    text === '' ? '<p class="emptied">Its text was emptied when it left.</p>' : `<pre>${linked(text)}</pre>`;
  const body =
    html === null
      ? words
      : `<iframe src="/dev/outbox/${id}" title="${escapeHtml(title)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details class="plain"><summary>As text</summary>${words}</details>`;
  return `<details class="item" id="i-${id}"${index === 0 ? ' open' : ''}>
<summary><span class="medium ${medium.toLowerCase()}">${medium === 'EMAIL' ? 'Mail' : 'Text'}</span>
<span class="title">${escapeHtml(title)}</span>
<span class="meta"><span>${addressees}</span><span>${escapeHtml(tenant)}</span>${time}<span class="state">${STATES[state]}</span></span></summary>
${body}
</details>`;
}

/** Turns the addresses in a text into links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');
}

/** Renders the e-mail for the frame; its links open in a new tab. */
export function framed(html: string): string {
  const base = '<base target="_blank">';
  return html.includes('<head>') ? html.replace('<head>', `<head>${base}`) : base + html;
}

export const OUTBOX_CSS = `
${PAGE_STYLE}:root { --control: #878a96; --soft: light-dark(#e7ebff, #212365); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 800px; padding: 32px 24px 64px; background: var(--canvas); color: var(--text);
  font: 14px/20px var(--font); }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
header p { margin: 4px 0 16px; color: var(--quiet); max-width: 66ch; }
form { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; }
label { color: var(--quiet); }
input, button { font: inherit; height: 32px; border-radius: 6px; }
input { flex: 1; min-width: 0; max-width: 360px; padding: 0 8px; border: 1px solid var(--control); background: var(--surface); color: inherit; }
button { padding: 0 16px; border: 0; background: var(--brand); color: #fff; font-weight: 600; cursor: pointer; }
button:hover { background: var(--pressed); }
.nothing { padding: 48px 16px; text-align: center; color: var(--quiet); border: 1px dashed var(--line); border-radius: 10px; overflow-wrap: anywhere; }
.item { margin: 0 0 12px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.item > summary { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; align-items: center; padding: 12px 16px; cursor: pointer; list-style: none; border-radius: 10px; }
.item > summary::-webkit-details-marker { display: none; }
.item > summary:hover { background: light-dark(#fafbfd, #30323e); }
.item[open] > summary { border-radius: 10px 10px 0 0; border-bottom: 1px solid var(--line); }
.medium { grid-row: span 2; align-self: start; min-width: 44px; padding: 2px 8px; border-radius: 4px; background: var(--soft); color: var(--link); font-size: 12px; line-height: 16px; font-weight: 600; text-align: center; }
.title { font-weight: 600; overflow-wrap: anywhere; }
.meta { display: flex; flex-wrap: wrap; gap: 0 12px; color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
iframe { display: block; width: 100%; height: 520px; border: 0; background: var(--surface); }
.plain { border-top: 1px solid var(--line); }
.plain > summary { padding: 8px 16px; color: var(--quiet); cursor: pointer; }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/20px ui-monospace, Menlo, Consolas, monospace; }
a { color: var(--link); }
.emptied { margin: 0; padding: 16px; color: var(--quiet); }
@media (max-width: ${MOBILE_MAX_WIDTH}px) { body { padding: 16px 16px 48px; } input, button { height: 44px; font-size: 16px; } }
`;

/** Polls every two seconds while the page is visible, and adds new items without affecting open ones. */
export const OUTBOX_JS = `
const items = document.getElementById('items');
async function look() {
  if (document.visibilityState !== 'visible') return;
  const response = await fetch(location.href).catch(() => undefined);
  if (!response || !response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  let place = items.firstElementChild;
  for (const item of fresh.querySelectorAll('.item')) {
    const known = document.getElementById(item.id);
    if (known) {
      known.querySelector('.state').textContent = item.querySelector('.state').textContent;
      place = known.nextElementSibling;
    } else {
      item.open = items.childElementCount === 0;
      items.insertBefore(document.adoptNode(item), place);
    }
  }
  document.querySelector('.nothing').hidden = items.childElementCount > 0;
}
setInterval(look, 2000);
document.addEventListener('visibilitychange', look);
`;
