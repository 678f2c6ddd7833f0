import type { ManualSection } from '../../../shared/contracts/manuals.contract.ts';

/** Clean nodes of a part of the text. */
export type Display = (html: string) => DocumentFragment;

/** Words that fill more than a screen: so many are drawn before anything is shown. */
const FIRST_WORDS = 700;
/** A longer section is laid out in pieces, so that none of them keeps a frame. */
const PIECE_WORDS = 500;
/** Longest work between two frames. */
const SLICE_MS = 8;

export interface Drawing {
  /** One for each section, in order. */
  readonly parts: readonly HTMLElement[];
  /** The section in which a block stands; -1: in none. */
  sectionOf(blockId: string): number;
  /** Draws a section, what stands around it, and gives the block. */
  reach(blockId: string): HTMLElement | null;
  /** Draws all that is left, as before printing. */
  finish(): void;
  stop(): void;
}

interface Options {
  readonly sections: readonly ManualSection[];
  readonly numbers: readonly string[];
  readonly display: Display;
  /** Block where the reader was: what stands around it comes first. */
  readonly place?: string | undefined;
}

/**
 * Puts a text into `host`, as much as a screen or two at once and the rest when the browser has time. What is far away is
 * neither laid out nor painted (`content-visibility`), but the browser's own search finds it.
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
  /** A screen before and two after. */
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
  // Those that come into view before their turn, as when somebody drags the scroll bar.
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

/** Long sections in pieces of some screens each, which the browser lays out one by one. */
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

/** A guess at the height until it was laid out once: scroll bar and jumps are about right from the start. */
function setHeight(part: HTMLElement, words: number): void {
  part.style.setProperty('--words', String(Math.round(words)));
}

/** Runs it when the browser has time; returns how to let it be. Safari knows no such time. */
function later(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(work, { timeout: 500 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, 16);
  return () => clearTimeout(timer);
}
