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

/** Width in pixels of three characters and an ellipsis: a text that is cut shorter says nothing. */
const LEAST_SHOWN = 30;

/**
 * Returns the faults that a text of another length or another width makes at this moment: what `clippedParts` finds, texts
 * of which an ellipsis leaves less than LEAST_SHOWN, texts that touch the edge of the page, controls that something else
 * covers, and on phones and tablets tables that are wider than the page shows.
 */
export async function misfits(page: Page): Promise<string[]> {
  const starvedOrCovered = await page.evaluate((least) => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      `${element.localName}.${element.className} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}`;
    const parentOf = (element: Element): Element | null =>
      element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    const isInside = (element: Element, outer: Element) => {
      for (let at: Element | null = element; at; at = parentOf(at)) if (at === outer) return true;
      return false;
    };
    const deepest = (x: number, y: number): Element | null => {
      let at = document.elementFromPoint(x, y);
      while (at?.shadowRoot) {
        const inner = at.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === at) break;
        at = inner;
      }
      return at;
    };
    /** Whether only screen readers perceive the element: a container is one pixel wide. */
    const isForReaders = (element: Element) => {
      for (let at: Element | null = element; at; at = parentOf(at)) {
        const { width, height } = at.getBoundingClientRect();
        if (width <= 2 && height <= 2 && getComputedStyle(at).overflowX === 'hidden') return true;
      }
      return false;
    };
    /** Whether the element is in a bar that stays in sight while what is below it scrolls. */
    const isInStickyBar = (element: Element) => {
      for (let at: Element | null = element; at; at = parentOf(at))
        if (getComputedStyle(at).position === 'sticky') return true;
      return false;
    };
    /** Whether the point is scrolled out of sight of one of the element's containers. */
    const isScrolledAway = (element: Element, x: number, y: number) => {
      for (let at = parentOf(element); at; at = parentOf(at)) {
        const { overflowX, overflowY } = getComputedStyle(at);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const { left, right, top, bottom } = at.getBoundingClientRect();
        // A point at the edge belongs to what is beside it.
        if (x < left || x >= right - 0.5 || y < top || y >= bottom - 0.5) return true;
      }
      return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    };
    /** A modal dialog, of the page or of an element, covers everything else. */
    const hasModal = (root: Document | ShadowRoot): boolean =>
      [...root.querySelectorAll('*')].some(
        (element) => element.matches('dialog:modal') || (element.shadowRoot !== null && hasModal(element.shadowRoot)),
      );
    const modal = hasModal(document);
    const edge = document.querySelector('#main')?.getBoundingClientRect().left;
    const touchesEdge = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, width } = range.getBoundingClientRect();
      return edge !== undefined && width > 0 && left >= edge && left < edge + 4;
    };
    const look = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const style = getComputedStyle(element);
        const isText = element.firstChild?.nodeType === Node.TEXT_NODE && element.textContent?.trim() !== '';
        if (
          isText &&
          style.textOverflow === 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth < least &&
          element.clientWidth > 2 &&
          !isForReaders(element)
        )
          found.push(`${element.clientWidth} pixels are left of: ${nameOf(element)}`);
        if (isText && touchesEdge(element.firstChild!) && !isForReaders(element))
          found.push(`touches the edge of the page: ${nameOf(element)}`);
        if (element.matches('table.tbl') && innerWidth < 1024) {
          for (let box: Element | null = element; box; box = parentOf(box))
            if (
              box.scrollWidth > box.clientWidth + 1 &&
              box.clientWidth > 2 &&
              getComputedStyle(box).overflowX !== 'visible'
            )
              found.push(`${box.scrollWidth - box.clientWidth} pixels of a table are out of sight: ${nameOf(element)}`);
        }
        if (modal || !element.matches('button, a[href], input, select, textarea, [role=button], [role=combobox]'))
          continue;
        if (style.pointerEvents === 'none') continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width <= 2 || height <= 2) continue;
        const [x, y] = [left + width / 2, top + height / 2];
        if (isScrolledAway(element, x, y)) continue;
        const above = deepest(x, y);
        // A label that contains its control counts as the control.
        const label = element.closest('label');
        if (
          above &&
          !isInStickyBar(above) &&
          !isInside(above, element) &&
          !isInside(element, above) &&
          !(label && isInside(above, label))
        )
          found.push(`covered by ${above.localName}.${above.className}: ${nameOf(element)}`);
      }
    };
    look(document);
    return found;
  }, LEAST_SHOWN);
  return [...(await clippedParts(page)), ...new Set(starvedOrCovered)];
}

/** Collects texts from the server's responses: names of people and things, which are not in any catalogue. */
export function listenToAnswers(page: Page): ReadonlySet<string> {
  const texts = new Set<string>();
  const take = (value: unknown): void => {
    if (typeof value === 'string')
      for (const line of value.replaceAll(/<[^>]*>/g, '\n').split('\n')) texts.add(plain(line));
    else if (typeof value === 'object' && value !== null) {
      // The names of an option's properties are data too.
      if ('properties' in value) take(Object.keys(value.properties ?? {}));
      Object.values(value).forEach(take);
    }
  };
  page.on('response', (answer) => {
    // Texts of the product; those of the organisation's configuration are data.
    if (!answer.headers()['content-type']?.includes('json') || /\/i18n\/(?!configuration)/.test(answer.url())) return;
    // The page may have navigated; then the response is no longer available.
    answer.json().then(take, () => undefined);
  });
  return texts;
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
const CALENDAR =
  /(?<!\p{L})((Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?|Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sept?(ember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?|(in )?\d+ (minute|hour|day)s?( ago)?|[kMG]?B|English|Eesti|Русский|简体中文|Verva)(?!\p{L})/gu;

/**
 * Whether a text is data rather than a text of the product: from a response, a date or number, initials, the own name
 * of a language.
 */
export function isData(text: string, answers: ReadonlySet<string>): boolean {
  const words = text
    .replaceAll(CALENDAR, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  if (/^https?:\/\/\S+$/.test(text) || !/\p{L}{3}/u.test(words) || /[\u4e00-\u9fff]/.test(words)) return true;
  const isKnown = (wanted: string) =>
    [...answers].some((one) => one.includes(wanted) || (wanted.includes(one) && one.length > wanted.length / 2));
  // Options of a field are listed with commas, the position of a user with dots; shares follow their names.
  const parts = (separator: string) =>
    plain(text)
      .replace(/ \d+ ?%$/, '')
      .split(separator);
  return isKnown(plain(text)) || parts(', ').every(isKnown) || parts(' · ').every(isKnown);
}
