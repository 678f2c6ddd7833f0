import { titleOf } from './row-elements.ts';
import type { Row, Rows } from './rows.ts';
import { createScrollRate } from './scroll-rate.ts';

/** Titles per text block: a block is shaped, laid out, moved and painted as one. */
const BLOCK_SIZE = 8;

interface Block {
  readonly top: number;
  readonly height: number;
  readonly unread: boolean;
  text: string;
  end: number;
}

export type FastScroll = ReturnType<typeof createFastScroll>;

/** Parts for fast scrolling: the scroll rate and the titles. Loaded after the first scroll. */
export function createFastScroll(onCalm: () => void) {
  return { ...createScrollRate(onCalm), ...createTitles() };
}

/**
 * Titles of rows that pass too fast to be rendered in full, each at its row's position. Hidden from screen readers and
 * pointers; removed when scrolling slows down.
 */
function createTitles() {
  const layer = document.createElement('div');
  layer.className = 'titles';
  layer.ariaHidden = 'true';
  let shown = new Map<string, HTMLElement>();
  /** Position of the title in its row: vertical centre, and distance from the sides. */
  let place: { readonly middle: number; readonly left: number; readonly right: number } | undefined;

  /** At least `count` rows from `first` on, in whole blocks. */
  function span(rows: Rows, first: number, count: number): Row[] {
    const from = first - (first % BLOCK_SIZE);
    return rows.from(from, Math.ceil((first + count - from) / BLOCK_SIZE) * BLOCK_SIZE);
  }

  /** Shows exactly these titles. */
  function show(some: readonly Row[], { heights }: Rows, sample: Element): void {
    if (!place) {
      // The sample has every part; its first sibling is a plain row.
      const plain = sample.parentElement?.firstElementChild ?? sample;
      const name = plain.querySelector('.name') as Element;
      const [row, own] = [plain.getBoundingClientRect(), name.getBoundingClientRect()];
      const middle = (own.top + own.bottom) / 2 - row.top;
      place = { middle, left: own.left - row.left, right: row.right - own.right };
      layer.style.insetInline = `${place.left}px ${place.right}px`;
      sample.closest('.list')?.querySelector('.rows')?.prepend(layer);
    }
    const before = shown;
    shown = new Map();
    const missing: [string, Block][] = [];
    for (const block of blocksOf(some, heights)) {
      const key = `${block.top} ${block.unread} ${block.text}`;
      const own = before.get(key);
      if (own && before.delete(key)) shown.set(key, own);
      else missing.push([key, block]);
    }
    const free = [...before.values()];
    for (const [key, { top, end, height, unread, text }] of missing) {
      const element = free.pop() ?? layer.appendChild(blank());
      const { style } = element;
      element.className = unread ? 'unread' : '';
      style.lineHeight = `${height}px`;
      style.height = `${end - top}px`;
      style.transform = `translateY(${top + place.middle - height / 2}px)`;
      (element.firstChild as Text).data = text;
      shown.set(key, element);
    }
    for (const element of free) element.remove();
  }

  function clear(): void {
    if (!place) return;
    place = undefined;
    shown = new Map();
    layer.replaceChildren();
    layer.remove();
  }

  return { span, show, clear };
}

function blank(): HTMLElement {
  const element = document.createElement('div');
  element.append('');
  return element;
}

/** Consecutive titles with the same spacing and style. */
function blocksOf(rows: readonly Row[], { row, tall }: Rows['heights']): Block[] {
  const blocks: Block[] = [];
  for (const { task, top, isTall, index } of rows) {
    const last = blocks.at(-1);
    const height = isTall ? tall : row;
    const isNew =
      last?.end !== top || last.height !== height || last.unread !== task.unread || index % BLOCK_SIZE === 0;
    const { subject, step } = titleOf(task);
    const name = `${subject}${step ? ` · ${step}` : ''}`.replaceAll('\n', ' ');
    if (isNew) blocks.push({ top, height, unread: task.unread, text: name, end: top + height });
    else {
      last.text += `\n${name}`;
      last.end += height;
    }
  }
  return blocks;
}
