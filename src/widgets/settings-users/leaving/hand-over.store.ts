import { signal } from '@preact/signals-core';
import { ApiError, type call } from '../../../shared/api/index.ts';
import { HAND_OVER_UNDO_SECONDS } from '../../../shared/contracts/constants.ts';
import { undoDeferred } from '../../../shared/contracts/deferred-actions.contract.ts';
import {
  getHandOver,
  getSuccessor,
  type HandOver,
  type HandOverItem,
  listHandOverItems,
  putSuccessor,
  startHandOver,
} from '../../../shared/contracts/leaving.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';

export type HandOverState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** `left` are the first tasks that stayed; `run` is null if nothing was handed over. */
  | {
      readonly status: 'ready';
      readonly run: HandOver | null;
      readonly left: readonly HandOverItem[];
      readonly successor: UserRef | null;
    };

/** Number of tasks that are listed. */
const LISTED = 50;

const hasEnded = ({ state }: HandOver): boolean => state === 'done' || state === 'stopped';

/** Whether the tasks are being handed over, so that the state changes by itself. */
export const isRunning = (state: HandOverState): boolean =>
  state.status === 'ready' && state.run !== null && !hasEnded(state.run);

/** The hand-over of a deactivated user's tasks. `send` is `call` of shared/api; `userId` is the username or key. */
export function createHandOver({ send, userId }: { readonly send: typeof call; readonly userId: string }) {
  const state = signal<HandOverState>({ status: 'loading' });
  const params = { userId };

  async function read(signal?: AbortSignal): Promise<HandOverState> {
    const [run, { successor }] = await Promise.all([
      send(getHandOver, { params, ...(signal && { signal }) }),
      send(getSuccessor, { params, ...(signal && { signal }) }),
    ]);
    const hasLeft = run !== null && hasEnded(run) && run.failed > 0;
    const query = { state: 'failed', limit: LISTED } as const;
    const left = hasLeft ? (await send(listHandOverItems, { params, query, ...(signal && { signal }) })).items : [];
    return { status: 'ready', run, left, successor };
  }

  function change(next: Partial<Extract<HandOverState, { status: 'ready' }>>): void {
    const now = state.peek();
    if (now.status === 'ready') state.value = { ...now, ...next };
  }

  async function load(signal?: AbortSignal): Promise<void> {
    try {
      const next = await read(signal);
      if (!signal?.aborted) state.value = next;
    } catch (error) {
      // What is known stays while it is refreshed.
      if (!signal?.aborted && state.peek().status !== 'ready') state.value = { status: 'failed', error };
    }
  }

  return {
    state,
    load,
    /** Keeps the tasks; rejects with ApiError. */
    async undo(): Promise<void> {
      const now = state.peek();
      const held = now.status === 'ready' ? now.run?.held : undefined;
      if (!held) return;
      try {
        await send(undoDeferred, { params: { id: held.id } });
      } catch (error) {
        // Too late: the state shows what happens.
        if (!(error instanceof ApiError && error.code === 'held.already_done')) throw error;
      }
      await load();
    },
    /** Hands over what is left; rejects with ApiError. */
    async start(to: string | null, reason: string | null): Promise<void> {
      const headers = { Prefer: `undo=${HAND_OVER_UNDO_SECONDS}` };
      const run = await send(startHandOver, { params, body: { to, reason }, headers });
      change({ run, left: [] });
    },
    /** Rejects with ApiError. */
    async setSuccessor(person: UserRef | null): Promise<void> {
      change(await send(putSuccessor, { params, body: { successor: person?.key ?? null } }));
    },
  };
}

export type HandOverStore = ReturnType<typeof createHandOver>;
