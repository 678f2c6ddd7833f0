import { computed, signal } from '@preact/signals-core';
import { type call, codeOf } from '../../../shared/api/index.ts';
import {
  type Days,
  type Delegation,
  getDelegations,
  getIncomingDelegations,
} from '../../../shared/contracts/delegations.contract.ts';
import { gapsOf } from '../../../shared/contracts/periods.rules.ts';
import { createReport } from '../report.store.ts';

type List =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: string }
  | { readonly status: 'ready'; readonly rows: readonly Delegation[] };

/** Creates the state of the delegations to a user: `me`, a username or a key. */
export function createIncoming(send: typeof call, userId: string) {
  const list = signal<List>({ status: 'loading' });
  /** The delegate's own absences. */
  const absences = signal<readonly Delegation[]>([]);
  const selected = signal<string | null>(null);
  const showsEnded = signal(false);
  const { report, loadReport, reset } = createReport(send, () => selected.peek());
  let running = new AbortController();

  async function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal: stopped } = running;
    const options = { params: { userId }, signal: stopped };
    const ended = { ended: true };
    try {
      const [rows, own] = await Promise.all([
        send(getIncomingDelegations, { ...options, query: showsEnded.peek() ? ended : {} }),
        send(getDelegations, { ...options, query: ended }),
      ]);
      if (stopped.aborted) return;
      list.value = { status: 'ready', rows };
      absences.value = own;
      if (!rows.some(({ id }) => id === selected.peek())) selected.value = null;
    } catch (error) {
      // After a failed refresh the list stays; the next event or visit tries again.
      if (!stopped.aborted && list.peek().status !== 'ready') list.value = { status: 'failed', code: codeOf(error) };
    }
  }

  /** Opens a delegation; the open one is closed. */
  function select(id: string): void {
    selected.value = selected.peek() === id ? null : id;
    reset();
    const { value: now } = list;
    const row = now.status === 'ready' ? now.rows.find((one) => one.id === selected.peek()) : undefined;
    if (row && row.state !== 'coming') void loadReport(row.id);
  }

  const open = computed(() => {
    const { value: now } = list;
    return now.status === 'ready' ? now.rows.find(({ id }) => id === selected.value) : undefined;
  });

  return {
    list,
    selected,
    showsEnded,
    report,
    /** Days of the open delegation on which the delegate is away, too. */
    gaps: computed<readonly Days[]>(() => (open.value ? gapsOf(open.value, absences.value) : [])),
    load,
    select,
    setShowsEnded(shows: boolean): Promise<void> {
      showsEnded.value = shows;
      return load();
    },
    stop: () => running.abort(),
  };
}
