import type { ManualSection } from '../../../shared/contracts/manuals.contract.ts';

/** Sanitised nodes of a part of the text. */
export type Display = (html: string) => DocumentFragment;

/** Words rendered before the first paint, more than a screen. */
const FIRST_WORDS = 700;
/** A longer section is laid out in pieces, so that none exceeds a frame. */
const PIECE_WORDS = 500;
/** Longest work per frame. */
const SLICE_MS = 8;

export interface Drawing {
  /** One for each section, in order. */
  readonly parts: readonly HTMLElement[];
  /** Index of the section of a block; -1 if there is none. */
  sectionOf(blockId: string): number;
  /** Renders a section and its surroundings, and returns the block. */
  reach(blockId: string): HTMLElement | null;
  /** Renders everything left, for example before printing. */
  finish(): void;
  stop(): void;
}

interface Options {
  readonly sections: readonly ManualSection[];
  readonly numbers: readonly string[];
  readonly display: Display;
  /** Block of the last reading position: its surroundings are rendered first. */
  readonly place?: string | undefined;
}

/**
 * Renders a text into `host`: a screen or two at once, the rest when the browser is idle. Distant parts are neither
 * laid out nor painted (`content-visibility`), but the browser's search finds them.
 */
export function drawText(host: HTMLElement, { sections, numbers, display, place }: Options): Drawing {
  const words = sections.map((section) => Math.max(section.words, 12));
  const parts: HTMLElement[] = words.map((count) => {
    const part = document.createElement('div');
    part.className = 'part';
    setHeight(part, count);
    return part;
  });
  const isDrawn = sections.map(() => false);
  let waiting = 0;
  let forget = () => {};

  const draw = (at: number) => {
    const [section, part] = [sections[at], parts[at]];
    if (isDrawn[at] || !section || !part) return;
    isDrawn[at] = true;
    const nodes = display(section.html);
    const heading = section.level > 0 ? nodes.firstElementChild : null;
    if (heading && numbers[at]) heading.setAttribute('data-number', numbers[at]);
    if ((words[at] ?? 0) > PIECE_WORDS * 1.5) {
      part.classList.add('whole');
      part.append(...pieces(nodes));
    } else part.append(nodes);
  };
  const sectionOf = (id: string) => {
    const own = sections.findIndex((section) => section.id === id);
    return own >= 0 ? own : sections.findIndex(({ html }) => html.includes(`id="${id}"`));
  };
  /** One screen before and two after. */
  const around = (at: number) => {
    for (let before = at - 1, count = 0; before >= 0 && count < FIRST_WORDS / 2; before -= 1) {
      draw(before);
      count += words[before] ?? 0;
    }
    for (let after = at, count = 0; after < parts.length && count < FIRST_WORDS; after += 1) {
      draw(after);
      count += words[after] ?? 0;
    }
  };
  const slice = () => {
    const until = performance.now() + SLICE_MS;
    while (waiting < parts.length && performance.now() < until) {
      draw(waiting);
      waiting += 1;
    }
    if (waiting < parts.length) forget = later(slice);
  };

  around(Math.max(0, place ? sectionOf(place) : 0));
  host.replaceChildren(...parts);
  // Sections that become visible before their turn, for example when the scroll bar is dragged.
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) draw(parts.indexOf(target as HTMLElement));
    },
    { rootMargin: '800px' },
  );
  for (const part of parts) near.observe(part);
  forget = later(slice);
  return {
    parts,
    sectionOf,
    reach(id) {
      const at = sectionOf(id);
      if (at < 0) return null;
      around(at);
      return id === 'start' ? (parts[at] ?? null) : host.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`);
    },
    finish() {
      for (let at = 0; at < parts.length; at += 1) draw(at);
    },
    stop() {
      near.disconnect();
      forget();
    },
  };
}

/** Splits long sections into pieces of a few screens, which the browser lays out one by one. */
function pieces(nodes: DocumentFragment): HTMLElement[] {
  const result: HTMLElement[] = [];
  let piece: HTMLElement | undefined;
  let count = 0;
  for (const node of [...nodes.children]) {
    if (!piece || count > PIECE_WORDS) {
      if (piece) setHeight(piece, count);
      piece = document.createElement('div');
      piece.className = 'part';
      result.push(piece);
      count = 0;
    }
    count += (node.textContent?.length ?? 0) / 6;
    piece.append(node);
  }
  if (piece) setHeight(piece, count);
  return result;
}

/** Estimates the height until the first layout, so that scroll bar and jumps are approximately right from the start. */
function setHeight(part: HTMLElement, words: number): void {
  part.style.setProperty('--words', String(Math.round(words)));
}

/** Runs work when the browser is idle; returns the function that cancels it. Safari has no idle callbacks. */
function later(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 500 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, 16);
  return () => clearTimeout(timer);
}
