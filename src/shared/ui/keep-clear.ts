/** What a user can press. */
const ACTIONS = 'button, a[href], input, select, textarea, [role=tab]';
const GAP = 8;

/**
 * Moves a fixed card vertically so that it covers no action of the page, starting from its place in the style sheet.
 * Actions that scroll, such as the rows of a list, do not count: the user can scroll them out from under the card.
 * Without a free place the card stays where it is.
 */
export function keepClear(card: HTMLElement): void {
  card.style.translate = '';
  const own = card.getBoundingClientRect();
  const obstacles = [...fixedActions(document)]
    .filter((element) => !card.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, width }) => width > 0 && left < own.right + GAP && right > own.left - GAP);
  const direction = own.top < innerHeight / 2 ? 1 : -1;
  const otherEdge = innerHeight - own.bottom;
  const here = freeFrom(own.top, own.height, obstacles, direction);
  const there = freeFrom(otherEdge, own.height, obstacles, direction === 1 ? -1 : 1);
  const isNearer = there !== null && (here === null || Math.abs(there - otherEdge) < Math.abs(here - own.top));
  const top = isNearer ? there : here;
  if (top !== null && top !== own.top) card.style.translate = `0 ${top - own.top}px`;
}

/** The first free top from `top` on, moving in a direction; null if there is none in that half of the window. */
function freeFrom(top: number, height: number, obstacles: readonly DOMRect[], direction: 1 | -1): number | null {
  for (;;) {
    const hit = obstacles.find((one) => one.top < top + height + GAP && one.bottom > top - GAP);
    if (!hit) return top;
    const next = direction === 1 ? hit.bottom + GAP + 1 : hit.top - GAP - 1 - height;
    if (next < GAP || next + height > innerHeight - GAP) return null;
    top = next;
  }
}

function* fixedActions(root: Document | ShadowRoot): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot) yield* fixedActions(element.shadowRoot);
    if (element.matches(ACTIONS) && !scrolls(element)) yield element;
  }
}

/** Whether an element scrolls with a box, in the page or in a shadow root. A sticky bar does not. */
function scrolls(element: Element): boolean {
  let at: Element | null = element;
  while (at) {
    if (getComputedStyle(at).position === 'sticky') return false;
    const parent: Element | null = at.assignedSlot ?? at.parentElement ?? hostOf(at);
    if (!parent || parent === document.body || parent === document.documentElement) return false;
    if (parent.scrollHeight > parent.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(parent).overflowY))
      return true;
    at = parent;
  }
  return false;
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
