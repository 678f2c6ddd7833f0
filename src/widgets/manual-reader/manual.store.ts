import { computed, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import {
  getManualDifference,
  getManualText,
  getReading,
  type ManualDifference,
  type ManualText,
  type Reading,
} from '../../shared/contracts/manuals.contract.ts';
import { createConfirmation } from './confirmation.store.ts';
import { missingOf, unopened } from './manual.rules.ts';
import { readingOf } from './reading-of.ts';
import { createReadingProgress } from './reading-progress.store.ts';

export type ManualState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** `reading` is null for users who need not read it; `mine` is false for authors viewing another user's reading. */
  | { readonly status: 'ready'; readonly text: ManualText; readonly reading: Reading | null; readonly mine: boolean };

export type DifferenceState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly difference: ManualDifference };

export interface ManualAddress {
  readonly manualId?: string | undefined;
  readonly readingId?: string | undefined;
  /** An earlier version; by default the current one, or that of the reading. */
  readonly number?: number | undefined;
}

export interface ManualOptions extends ManualAddress {
  /** `call` of shared/api. */
  readonly send: typeof call;
  /** Language of the requested text. */
  readonly language: string;
  /** Key of the signed-in user. */
  readonly me: string | null;
}

/** An open manual: its text, the changes since the confirmed version, the reading position and the confirmation. */
export function createManual({ send, me, language: first, ...address }: ManualOptions) {
  const state = signal<ManualState>({ status: 'loading' });
  const difference = signal<DifferenceState>({ status: 'none' });
  const shown = signal<'changes' | 'full'>('full');
  const reached = signal(0);
  const seenChanges = signal<ReadonlySet<number>>(new Set());
  const openedHere = signal<ReadonlySet<string>>(new Set());
  let language = first;
  let running = new AbortController();

  const changes = computed(() => {
    const now = difference.value;
    return now.status === 'ready' ? { read: seenChanges.value.size, all: countOf(now.difference) } : null;
  });
  const opened = computed(() => {
    const now = state.value;
    return new Set([...openedHere.value, ...(now.status === 'ready' ? (now.reading?.opened ?? []) : [])]);
  });
  const shownReading = computed(() => {
    const now = state.value;
    if (now.status !== 'ready' || !now.reading) return null;
    const { text, reading } = now;
    return { text, reading, reached: reached.value, changes: changes.value, opened: opened.value };
  });
  /** What is missing before the confirmation; null if nothing is. */
  const missing = computed(() => (shownReading.value ? missingOf(shownReading.value) : null));
  const toOpen = computed(() => (shownReading.value ? unopened(shownReading.value) : []));
  const isPending = () => {
    const now = state.peek();
    return now.status === 'ready' && now.mine && now.reading?.state === 'pending';
  };

  const { see, seeChange, flush, keep, open } = createReadingProgress({
    send,
    shownReading,
    reached,
    seenChanges,
    openedHere,
    isPending,
    put,
    refresh,
  });

  const { confirmation, follow, confirm, undo, notNow, stopFollowing } = createConfirmation({
    send,
    shownReading,
    missing,
    openedHere,
    flush,
    keep,
    put,
    refresh,
  });

  function put(reading: Reading): void {
    const now = state.peek();
    if (now.status === 'ready') state.value = { ...now, reading };
    follow(reading);
  }

  /** Loads text and reading. The previous content stays until the new one has arrived. */
  async function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal: stop } = running;
    if (state.peek().status === 'failed') state.value = { status: 'loading' };
    try {
      const asked = address.readingId
        ? send(getReading, { params: { id: address.readingId }, signal: stop })
        : readingOf(send, address.manualId ?? '', address.number, stop);
      const textOf = (id: string, number: number | undefined) =>
        send(getManualText, { params: { id }, query: { language, ...(number ? { number } : {}) }, signal: stop });
      const early = address.manualId ? textOf(address.manualId, address.number) : undefined;
      // Both requests are running; the first failure is reported, the other rejection must be handled too.
      early?.catch(() => undefined);
      const reading = await asked;
      // A completed reading shows the version that it confirmed.
      const wanted = reading && reading.state !== 'pending' && reading.state !== 'held' ? reading.number : undefined;
      let text = await (early ?? textOf(reading!.manualId, wanted));
      if (early && wanted && address.readingId && text.number !== wanted) text = await textOf(text.manualId, wanted);
      if (stop.aborted) return;
      begin(text, reading);
    } catch (error) {
      if (!stop.aborted) state.value = { status: 'failed', error };
    }
  }

  function begin(text: ManualText, reading: Reading | null): void {
    const mine = reading !== null && (me === null || reading.user.key === me);
    const before = state.peek();
    const isSame = before.status === 'ready' && before.text.sha256 === text.sha256;
    if (!isSame) reached.value = reading && isOpen(reading) && reading.asks === 'full' ? reading.progress : 0;
    confirmation.value = { status: 'idle' };
    difference.value = { status: 'none' };
    seenChanges.value = new Set();
    const hasChanges = reading !== null && reading.baseNumber !== null && reading.baseNumber !== text.number;
    if (before.status !== 'ready')
      shown.value = hasChanges && reading.asks === 'changes' && isOpen(reading) ? 'changes' : 'full';
    state.value = { status: 'ready', text, reading, mine };
    if (reading) follow(reading);
    if (hasChanges) void compare();
    else shown.value = 'full';
  }

  /** Loads the changes since the version that the reader confirmed (BEY-11). */
  async function compare(): Promise<void> {
    const now = state.peek();
    if (now.status !== 'ready' || !now.reading) return;
    const { text, reading } = now;
    difference.value = { status: 'loading' };
    const { signal: stop } = running;
    try {
      const query = { since: reading.baseNumber!, number: text.number, language: text.languageId };
      const found = await send(getManualDifference, { params: { id: text.manualId }, query, signal: stop });
      if (stop.aborted) return;
      const before = reading.asks === 'changes' && isOpen(reading) ? Math.round(reading.progress * countOf(found)) : 0;
      seenChanges.value = new Set(Array(before).keys());
      difference.value = { status: 'ready', difference: found };
      if (countOf(found) === 0) shown.value = 'full';
    } catch (error) {
      if (stop.aborted) return;
      difference.value = { status: 'failed', error };
      shown.value = 'full';
    }
  }

  /** Reloads the reading only, for example after its confirmation. On failure the old state stays. */
  async function refresh(): Promise<void> {
    const now = state.peek();
    if (now.status !== 'ready' || !now.reading) return;
    try {
      put(await send(getReading, { params: { id: now.reading.id } }));
    } catch {
      // What is shown stays valid for the reader; the next load completes it.
    }
  }

  /** Switches the manual to another language. */
  async function speak(next: string): Promise<void> {
    if (next === language) return;
    await flush();
    language = next;
    await load();
  }

  return {
    state,
    difference,
    shown,
    reached,
    changes,
    opened,
    missing,
    toOpen,
    seenChanges,
    confirmation,
    load,
    compare,
    refresh,
    speak,
    see,
    seeChange,
    open,
    flush,
    confirm,
    undo,
    notNow,
    /** Saves pending changes and stops. */
    stop(): void {
      void flush();
      running.abort();
      stopFollowing();
    },
  };
}

const countOf = ({ blocks }: ManualDifference) => blocks.filter(({ kind }) => kind !== 'same').length;
const isOpen = ({ state }: Reading) => state === 'pending' || state === 'held';

export type ManualStore = ReturnType<typeof createManual>;
