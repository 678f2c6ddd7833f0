import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { ApiError, type call } from '../../shared/api/index.ts';
import { type ManualText, type Reading, saveReadingProgress } from '../../shared/contracts/manuals.contract.ts';
import { isThrough, type ReadingState, reachedBy, type Seen } from './manual.rules.ts';

/** Delay after the last scrolling before the reading position is saved. */
const SAVE_MS = 1500;

interface Options {
  readonly send: typeof call;
  /** The reading shown with what has been read; null without a reading. */
  readonly shownReading: ReadonlySignal<
    (ReadingState & { readonly text: ManualText; readonly reading: Reading }) | null
  >;
  readonly reached: Signal<number>;
  readonly seenChanges: Signal<ReadonlySet<number>>;
  readonly openedHere: Signal<ReadonlySet<string>>;
  /** Whether the user still has to read this text. */
  readonly isPending: () => boolean;
  readonly put: (reading: Reading) => void;
  readonly refresh: () => Promise<void>;
}

/** How far a reading has progressed, saved a moment after the last change. */
export function createReadingProgress(options: Options) {
  const { send, shownReading, reached, seenChanges, openedHere, isPending, put, refresh } = options;
  let saving: ReturnType<typeof setTimeout> | undefined;
  let place: string | undefined;
  let isKept = true;

  /** Records the visible part of the text; `at` is the block at its top. */
  function see(part: Seen, at: string | undefined): void {
    const next = reachedBy(reached.peek(), part);
    if (next === reached.peek() && at === place) return;
    reached.value = next;
    place = at ?? place;
    changed();
  }

  function seeChange(index: number): void {
    if (seenChanges.peek().has(index)) return;
    seenChanges.value = new Set(seenChanges.peek()).add(index);
    changed();
  }

  function changed(): void {
    if (!isPending()) return;
    isKept = false;
    clearTimeout(saving);
    saving = setTimeout(flush, SAVE_MS);
  }

  /** Saves the reading position at once. After a failure it is sent with the next change. */
  async function flush(): Promise<void> {
    clearTimeout(saving);
    const now = shownReading.peek();
    if (isKept || !now || !isPending()) return;
    isKept = true;
    const { reading, changes: of } = now;
    const progress = reading.asks === 'changes' && of ? of.read / Math.max(1, of.all) : now.reached;
    try {
      await keep({
        ...(place ? { place } : {}),
        progress: Math.min(1, Math.round(progress * 1000) / 1000),
        ...(isThrough({ ...now, text: { ...now.text, requireScroll: true } }) ? { scrolled: true } : {}),
      });
    } catch (error) {
      isKept = false;
      if (error instanceof ApiError && error.status === 409) await refresh();
    }
  }

  async function keep(body: { place?: string; progress?: number; scrolled?: true; opened?: string }): Promise<void> {
    const now = shownReading.peek();
    if (!now) return;
    const { reading, text } = now;
    const kept = await send(saveReadingProgress, {
      params: { id: reading.id },
      body: { ...body, languageId: text.languageId },
    });
    if (isPending()) put(kept);
  }

  /** Records at once that an attachment was opened (MAN-07). */
  async function open(id: string): Promise<void> {
    openedHere.value = new Set(openedHere.peek()).add(id);
    if (isPending()) await keep({ opened: id }).catch(() => undefined);
  }

  return { see, seeChange, flush, keep, open };
}
