import type { Key, Tab } from './tab.ts';
import { until } from './until.ts';

/** Actions and observations of a user, by CSS selector and visible text or label, including shadow roots. */
export interface Person {
  /** Waits until the element is visible. */
  sees(selector: string, words?: string): Promise<void>;
  /** Waits until the element is no longer visible. */
  misses(selector: string, words?: string): Promise<void>;
  /** Waits until the element is stable and uncovered, and clicks its centre. */
  clicks(selector: string, words?: string): Promise<void>;
  /** Clicks an empty field and types. */
  types(text: string, selector: string, label?: string): Promise<void>;
  presses(key: Key): Promise<void>;
}

export function personAt(tab: Tab): Person {
  const look = async (selector: string, words: string) => {
    const found = await tab.run(find, selector, words, true);
    if (found.length > 1) throw new Error(`${selector} "${words}" could be ${found.map(({ is }) => is).join(', ')}.`);
    return found[0];
  };
  const clicks = async (selector: string, words = '') => {
    let before = '';
    const { x, y } = await until(async () => {
      const spot = await look(selector, words);
      const same = JSON.stringify(spot) === before;
      before = JSON.stringify(spot);
      return spot?.free && same && spot;
    }, `${selector} "${words}" to click on`);
    await tab.clickAt(x, y);
  };
  return {
    sees: async (selector, words = '') =>
      void (await until(
        async () => (await tab.run(find, selector, words, false)).length > 0,
        `${selector} "${words}"`,
      )),
    misses: async (selector, words = '') =>
      void (await until(
        async () => (await tab.run(find, selector, words, false)).length === 0,
        `no ${selector} "${words}"`,
      )),
    clicks,
    types: async (text, selector, label) => {
      await clicks(selector, label);
      await tab.type(text);
    },
    presses: (key) => tab.press(key),
  };
}

/** In the page: returns the visible part of the element and its centre, scrolled into view before a click. */
function find(selector: string, words: string, toClick: boolean) {
  const all = (root: Document | ShadowRoot): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot) : [])),
  ];
  const nameOf = (element: Element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = (element as HTMLInputElement).labels ?? [];
    return (
      ids.map((id) => root.getElementById(id)?.textContent).join(' ') ||
      element.getAttribute('aria-label') ||
      [...labels].map(({ textContent }) => textContent).join(' ') ||
      (element.textContent ?? '')
    ).replace(/\s+/g, ' ');
  };
  const topmost = (x: number, y: number) => {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  return all(document)
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && nameOf(element).includes(words))
    .map((element) => {
      if (toClick) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      const top = topmost(middle.x, middle.y);
      const free = !element.matches(':disabled') && top !== null && (element === top || element.contains(top));
      return { ...middle, free, is: `<${element.localName} class="${element.className}"> ${nameOf(element)}` };
    });
}
