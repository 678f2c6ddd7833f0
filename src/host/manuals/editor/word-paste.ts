/** Converts clipboard content of a word processor to plain headings, paragraphs, lists, tables and bold or italic text. */
export function cleanPaste(html: string): string {
  const body = inertBody(html);
  for (const comment of commentsOf(body)) comment.remove();
  for (const dead of body.querySelectorAll('style, script, meta, link, title, xml, o\\:p')) {
    if (dead.localName === 'o:p' && dead.textContent?.trim()) dead.replaceWith(...dead.childNodes);
    else dead.remove();
  }
  listsOf(body);
  for (const element of body.querySelectorAll<HTMLElement>('*')) formatOf(element);
  for (const element of body.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!KEPT_STYLES.has(name) && !name.startsWith('data-pm')) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

const KEPT_STYLES: ReadonlySet<string> = new Set([
  'id',
  'href',
  'colspan',
  'rowspan',
  'alt',
  'data-image',
  'data-note',
  'width',
  'height',
]);

function commentsOf(body: HTMLElement): readonly Comment[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Comment[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  return found;
}

/** Word writes lists as styled paragraphs: `style="mso-list: l0 level2 lfo1"`, with the bullet in a span to be ignored. */
function listsOf(body: HTMLElement): void {
  const { ownerDocument } = body;
  for (const first of body.querySelectorAll<HTMLElement>('[style*="mso-list"]')) {
    if (!first.isConnected || !levelOf(first)) continue;
    const open: HTMLElement[] = [];
    let item: Element | null = first;
    while (item && levelOf(item)) {
      const next: Element | null = item.nextElementSibling;
      const level = levelOf(item);
      const bullet = item.querySelector('[style*="mso-list"]');
      const tag = /^\s*[\da-z]{1,3}[.)]/i.test(bullet?.textContent ?? item.textContent ?? '') ? 'ol' : 'ul';
      bullet?.remove();
      while (open.length > level) open.pop();
      while (open.length < level) {
        const list = ownerDocument.createElement(tag);
        const parent = open.at(-1);
        if (!parent) item.before(list);
        else (parent.lastElementChild ?? parent.appendChild(ownerDocument.createElement('li'))).append(list);
        open.push(list);
      }
      const entry = ownerDocument.createElement('li');
      entry.append(...item.childNodes);
      open.at(-1)?.append(entry);
      item.remove();
      item = next;
    }
  }
}

function levelOf(element: Element): number {
  const level = /^p$|^h\d$/.test(element.localName) && /mso-list:.*level(\d)/.exec(element.getAttribute('style') ?? '');
  return level ? Number(level[1]) : 0;
}

/** Converts bold and italic styles to marks; `<b style="font-weight:normal">` around everything is not bold. */
function formatOf(element: HTMLElement): void {
  const { fontWeight, fontStyle } = element.style;
  if (element.localName === 'b' && (fontWeight === 'normal' || fontWeight === '400')) {
    element.replaceWith(...element.childNodes);
    return;
  }
  const title = /Heading(\d)|MsoTitle/.exec(element.className);
  if (title && element.localName === 'p') {
    const heading = element.ownerDocument.createElement(`h${Math.min(Number(title[1] ?? 1), 4)}`);
    heading.append(...element.childNodes);
    element.replaceWith(heading);
    return;
  }
  if (element.localName !== 'span') return;
  if (fontWeight === 'bold' || Number(fontWeight) >= 600) wrapIn(element, 'strong');
  if (fontStyle === 'italic') wrapIn(element, 'em');
}

function wrapIn(element: HTMLElement, tag: 'strong' | 'em'): void {
  const around = element.ownerDocument.createElement(tag);
  around.append(...element.childNodes);
  element.append(around);
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string };
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Parses markup into a document that is never rendered: scripts do not run and images are not fetched. Extract only allowed
 * content; never insert its nodes into the page.
 */
function inertBody(html: string): HTMLElement {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('verva-manual', { createHTML: (text) => text });
  const markup = policy?.createHTML(`<body>${html}</body>`) ?? `<body>${html}</body>`;
  return new DOMParser().parseFromString(markup as string, 'text/html').body;
}
