import type { Page } from 'playwright-core';
import { CLOSE, OPEN } from './pseudo.ts';

export interface ShownText {
  readonly text: string;
  /** Position: tag, class, and for attributes their name. */
  readonly where: string;
}

/** Returns all texts that the page contains at this moment, including shadow roots and labels for screen readers. */
export function shownTexts(page: Page): Promise<ShownText[]> {
  return page.evaluate(() => {
    const found: ShownText[] = [];
    const nameOf = (element: Element) => `${element.localName}.${element.className}`;
    const look = (root: Document | ShadowRoot | Element) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        if (/^(script|style|template|noscript)$/.test(element.localName) || !element.checkVisibility()) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']) {
          const text = element.getAttribute(name)?.trim();
          if (text) found.push({ text, where: `${nameOf(element)} ${name}` });
        }
        for (const node of element.childNodes) {
          const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
          if (text) found.push({ text, where: nameOf(element) });
        }
      }
    };
    look(document);
    return found;
  });
}

/** Returns the text outside the pseudo language's brackets, which may be nested. */
export function outside(text: string): string {
  const innermost = new RegExp(`${OPEN}[^${OPEN}${CLOSE}]*${CLOSE}`, 'g');
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(innermost, ' ');
  }
  return rest.trim();
}

/**
 * Returns the parts that overflow at this moment: the page itself, or texts that are clipped without an ellipsis or lie
 * outside their container.
 */
export function clippedParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const width = innerWidth;
    const page = document.scrollingElement!;
    if (page.scrollWidth > width) found.push(`the page is ${page.scrollWidth} wide`);
    const parentOf = (element: Element): Element | null =>
      element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    const look = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        const says = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
        );
        if (!says || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(element);
        const text = range.getBoundingClientRect();
        // Texts for screen readers only are one pixel wide.
        const own = element.getBoundingClientRect();
        if (text.width === 0 || own.width <= 2 || own.height <= 2) continue;
        for (let box: Element | null = element; box; box = parentOf(box)) {
          const style = getComputedStyle(box);
          const { left, right, bottom, width: wide, height } = box.getBoundingClientRect();
          if (wide <= 2 && height <= 2) break;
          const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
          const says = `${element.localName}.${element.className} in ${box.localName}.${box.className}: ${element.textContent?.trim().slice(0, 80)}`;
          if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.position === 'fixed') break;
          if (style.textOverflow === 'ellipsis' && cuts) break;
          if (style.webkitLineClamp !== 'none') break;
          const isOver = style.overflowY === 'hidden' && text.bottom > bottom + 2 && text.top < bottom;
          if (
            (cuts && isOver) ||
            ((cuts || box === document.body) && (text.right > right + 1 || text.left < left - 1))
          ) {
            found.push(`cut: ${says}`);
            break;
          }
        }
      }
    };
    look(document);
    return [...new Set(found)];
  });
}

/** Collects texts from the server's responses: names of people and things, which are not in any catalogue. */
export function listenToAnswers(page: Page): ReadonlySet<string> {
  const texts = new Set<string>();
  const take = (value: unknown): void => {
    if (typeof value === 'string')
      for (const line of value.replaceAll(/<[^>]*>/g, '\n').split('\n')) texts.add(plain(line));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take);
  };
  page.on('response', (answer) => {
    if (!answer.headers()['content-type']?.includes('json') || answer.url().includes('/i18n/')) return;
    // The page may have navigated; then the response is no longer available.
    answer.json().then(take, () => undefined);
  });
  return texts;
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
const CALENDAR =
  /\b((Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?|Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sept?(ember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?|(in )?\d+ (minute|hour|day)s?( ago)?|[kMG]?B|English|Eesti|Русский|简体中文|Verva)\b/g;

/**
 * Whether a text is data rather than a text of the product: from a response, a date or number, initials, the own name
 * of a language.
 */
export function isData(text: string, answers: ReadonlySet<string>): boolean {
  const words = text
    .replaceAll(CALENDAR, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  if (!/\p{L}{3}/u.test(words) || /[\u4e00-\u9fff]/.test(words)) return true;
  const wanted = plain(text);
  return [...answers].some((one) => one.includes(wanted) || (wanted.includes(one) && one.length > wanted.length / 2));
}
