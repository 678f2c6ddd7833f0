import { ALLOWED, allowedValue } from './allowed.ts';

/** What a manual's text needs from its display. */
export interface TextSurroundings {
  /** URL (`blob:`) of an image; rejects if there is none, then its description stays. */
  picture(sha256: string): Promise<string>;
  /** Goes to a block of the text; does not change the page's address. */
  follow(blockId: string): void;
}

/** A tag as the server writes it, or the text up to the next one. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>|[^<]+|</g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;
const ENTITY: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const VOID = new Set(['br', 'hr', 'img']);
/** Marks of a difference; a text itself has none. */
const CHANGED = new Set(['ins', 'del']);

const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITY[name]!);

/**
 * Converts the server's HTML (a section, or a block of a difference) to nodes, checking each element and attribute
 * again. The HTML is not passed to the browser's parser: so no Trusted Types policy is needed, and the parser cannot
 * interpret it differently. Anything not in the server's format is shown as text.
 */
export function manualFragment(html: string, surroundings: TextSurroundings): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const open: (DocumentFragment | HTMLElement)[] = [fragment];
  for (const [token, closing, name, attributes] of html.matchAll(TOKEN)) {
    const parent = open.at(-1)!;
    const isKnown = name !== undefined && (Object.hasOwn(ALLOWED, name) || CHANGED.has(name));
    if (name === undefined) parent.append(plain(token));
    else if (!isKnown) continue;
    else if (closing) {
      if (open.length > 1 && parent.nodeName.toLowerCase() === name) open.pop();
    } else {
      const element = make(name, attributes ?? '');
      equip(element, surroundings);
      parent.append(element);
      if (!VOID.has(name)) open.push(element);
    }
  }
  return fragment;
}

function make(name: string, attributes: string): HTMLElement {
  const element = document.createElement(name);
  for (const [, key, value] of attributes.matchAll(ATTRIBUTE)) {
    const allowed = allowedValue(name, key!, plain(value!));
    if (allowed !== undefined) element.setAttribute(key!, allowed);
    else if (key === 'data-change' && /^(added|removed)$/.test(value!)) element.setAttribute(key, value!);
  }
  return element;
}

/** Links to other sites open in a new tab without a referrer; images are added when loaded. */
function equip(element: HTMLElement, { picture, follow }: TextSurroundings): void {
  if (element instanceof HTMLAnchorElement) {
    const address = element.getAttribute('href') ?? '';
    if (address.startsWith('#')) {
      element.addEventListener('click', (event) => {
        event.preventDefault();
        follow(address.slice(1));
      });
    } else if (/^https?:/.test(address)) {
      element.target = '_blank';
      element.rel = 'noopener noreferrer';
    }
  } else if (element instanceof HTMLImageElement) {
    const sha256 = element.getAttribute('data-image');
    if (sha256) {
      picture(sha256).then(
        (address) => {
          if (address.startsWith('blob:')) element.src = address;
        },
        () => element.setAttribute('data-missing', ''),
      );
    }
  }
}
