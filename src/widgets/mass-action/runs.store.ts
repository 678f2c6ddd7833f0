import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { listMassActions, type MassAction } from '../../shared/contracts/mass-actions.contract.ts';

export type Runs =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly runs: readonly MassAction[]; readonly next: string | null };

/** Earlier runs, newest first. `send` is `call` of shared/api. */
export function createRuns(send: typeof call) {
  const runs = signal<Runs>({ status: 'loading' });

  async function load(more = false): Promise<void> {
    const before = runs.peek();
    const after = more && before.status === 'ready' ? before.next : null;
    if (before.status === 'failed') runs.value = { status: 'loading' };
    try {
      const page = await send(listMassActions, { query: { limit: 50, ...(after ? { after } : {}) } });
      const kept = after && before.status === 'ready' ? before.runs : [];
      runs.value = { status: 'ready', runs: [...kept, ...page.items], next: page.next };
    } catch (error) {
      // After a failed reload the previous rows stay.
      if (runs.peek().status !== 'ready' || more) runs.value = { status: 'failed', error };
    }
  }

  /** Applies a live event about a listed run. */
  function receiveProgress(data: Readonly<Record<string, unknown>>): void {
    const now = runs.peek();
    if (now.status !== 'ready') return;
    const { done, failed, state } = data as Pick<MassAction, 'done' | 'failed' | 'state'>;
    runs.value = { ...now, runs: now.runs.map((run) => (run.id === data.id ? { ...run, done, failed, state } : run)) };
  }

  return { runs, load, receiveProgress };
}
