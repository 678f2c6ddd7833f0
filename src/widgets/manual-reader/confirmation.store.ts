import { type ReadonlySignal, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import { undoDeferred } from '../../shared/contracts/deferred-actions.contract.ts';
import {
  cancelReading,
  confirmReading,
  type ManualText,
  type Reading,
} from '../../shared/contracts/manuals.contract.ts';

export type Confirmation =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' }
  | { readonly status: 'failed'; readonly error: unknown };

interface Options {
  readonly send: typeof call;
  /** The reading shown; null without one. */
  readonly shownReading: ReadonlySignal<{ readonly text: ManualText; readonly reading: Reading } | null>;
  /** What is missing before the confirmation; null if nothing is. */
  readonly missing: ReadonlySignal<unknown>;
  readonly openedHere: ReadonlySignal<ReadonlySet<string>>;
  /** Saves the reading position at once. */
  readonly flush: () => Promise<void>;
  readonly keep: (body: { readonly opened: string }) => Promise<void>;
  readonly put: (reading: Reading) => void;
  readonly refresh: () => Promise<void>;
}

/** The server processes due actions every half second. */
const AFTERWARDS_MS = 1200;

/** Confirms a reading, undoes the confirmation, or closes the text without one. */
export function createConfirmation(options: Options) {
  const { send, shownReading, missing, openedHere, flush, keep, put, refresh } = options;
  const confirmation = signal<Confirmation>({ status: 'idle' });
  const idempotent = createIdempotentRequest();
  let following: ReturnType<typeof setTimeout> | undefined;

  /** Reloads the reading when its deferred confirmation has become final. */
  function follow({ held }: Reading): void {
    clearTimeout(following);
    if (!held) return;
    following = setTimeout(refresh, Math.max(0, Date.parse(held.until) - Date.now()) + AFTERWARDS_MS);
  }

  /**
   * Confirms the shown version. Returns true when the server has stored it, or deferred it so that it can be undone
   * (BEY-06).
   */
  async function confirm(): Promise<boolean> {
    const now = shownReading.peek();
    if (!now || missing.peek() || confirmation.peek().status === 'sending') return false;
    confirmation.value = { status: 'sending' };
    const { text, reading } = now;
    try {
      await flush();
      for (const id of openedHere.peek()) if (!reading.opened.includes(id)) await keep({ opened: id });
      const params = { id: reading.id };
      const body = { languageId: text.languageId, sha256: text.sha256 };
      const reply = await idempotent.carryOut([params, body], (idempotencyKey) =>
        send(confirmReading, { params, body, headers: { Prefer: `undo=${UNDO_SECONDS}` }, idempotencyKey }),
      );
      confirmation.value = { status: 'idle' };
      put('held' in reply ? { ...reading, state: 'held', held: reply.held } : reply.reading);
      return true;
    } catch (error) {
      confirmation.value = { status: 'failed', error };
      if (error instanceof ApiError && error.status === 409) void refresh();
      return false;
    }
  }

  /** Undoes a deferred confirmation. Throws ApiError when it is too late. */
  async function undo(): Promise<void> {
    const held = shownReading.peek()?.reading.held;
    if (!held) return;
    clearTimeout(following);
    try {
      await send(undoDeferred, { params: { id: held.id } });
    } finally {
      await refresh();
    }
  }

  /** Closes the manual without confirming (`cancelReadManual`): the reading stays open. */
  async function notNow(): Promise<void> {
    await flush();
    const now = shownReading.peek();
    if (now) await send(cancelReading, { params: { id: now.reading.id }, body: {} });
  }

  return { confirmation, follow, confirm, undo, notNow, stopFollowing: () => clearTimeout(following) };
}
