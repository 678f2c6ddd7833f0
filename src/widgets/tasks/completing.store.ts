import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import {
  getMassAction,
  type MassAction,
  type MassItem,
  type MassSummary,
  massItems,
  massSummary,
  startMassAction,
} from '../../shared/contracts/mass-actions.contract.ts';
import { getTask, type Outcome, type Task } from '../../shared/contracts/tasks.contract.ts';
import { randomId } from '../../shared/page/random.ts';

/** Interval for asking how far a long check is. */
const POLL_MS = 1000;
const PAGE = 200;

type Completing =
  | { readonly step: 'loading' }
  | { readonly step: 'outcome'; readonly outcomes: readonly Outcome[] }
  | { readonly step: 'checking' }
  | {
      readonly step: 'checked';
      readonly run: MassAction;
      readonly refused: readonly MassItem[];
      readonly sums: MassSummary['sums'];
    };

/**
 * Completes the open ones of the selected tasks by one outcome, as a mass action: first a check of each that changes
 * nothing, then a run of those that passed. `send` is `call` of shared/api.
 */
export function createCompleting(send: typeof call, tasks: readonly Task[], pollMs = POLL_MS) {
  const ids = tasks.filter(({ status }) => status === 'open').map(({ id }) => id);
  const state = signal<Completing>({ step: 'loading' });
  const stopped = new AbortController();
  const { signal: abort } = stopped;
  let startKey = randomId();

  /** The outcomes are those of the kind of task, which all tasks have in common. */
  async function load(): Promise<void> {
    const { outcomes } = await send(getTask, { params: { id: ids[0]! }, signal: abort });
    state.value = { step: 'outcome', outcomes };
  }

  async function check(outcome: string, comment: string): Promise<void> {
    const before = state.peek();
    state.value = { step: 'checking' };
    try {
      const action = { action: 'complete', outcome, ...(comment ? { comment } : {}) } as const;
      const body = { taskIds: ids, action, dryRun: true };
      let run: MassAction = await send(startMassAction, { body, idempotencyKey: randomId() });
      while (run.state === 'queued' || run.state === 'running') {
        await new Promise((done) => setTimeout(done, pollMs));
        run = await send(getMassAction, { params: { id: run.id }, signal: abort });
      }
      const refused =
        run.failed === 0
          ? []
          : (await send(massItems, { params: { id: run.id }, query: { state: 'failed', limit: PAGE }, signal: abort }))
              .items;
      // The tasks can also be completed without their sums.
      const { sums } = await send(massSummary, { params: { id: run.id }, signal: abort }).catch(() => ({ sums: [] }));
      startKey = randomId();
      state.value = { step: 'checked', run, refused, sums };
    } catch (error) {
      state.value = before;
      throw error;
    }
  }

  /** Starts the run of the tasks that passed; it can be undone for a few seconds. */
  function start(): Promise<MassAction> {
    const now = state.peek();
    if (now.step !== 'checked') throw new Error('Nothing was checked.');
    return send(startMassAction, {
      body: { checked: now.run.id },
      // The same key for the same request: a lost response starts no second run.
      idempotencyKey: startKey,
      headers: { Prefer: `undo=${UNDO_SECONDS}` },
    });
  }

  return { count: ids.length, state, load, check, start, stop: () => stopped.abort() };
}
