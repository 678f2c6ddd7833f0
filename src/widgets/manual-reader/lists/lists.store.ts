import { signal } from '@preact/signals-core';
import type { call } from '../../../shared/api/index.ts';
import type { Manual, Reading } from '../../../shared/contracts/manuals.contract.ts';
import { listRecords } from '../../../shared/contracts/records.contract.ts';
import type { Page } from '../../../shared/contracts/shapes.contract.ts';

export type ListName = 'to-read' | 'all' | 'confirmed';

/** A row of a list: a manual, and the user's obligation or confirmation. */
export interface Row {
  readonly id: string;
  readonly manualId: string;
  readonly code: string;
  readonly title: string;
  readonly number: number | null;
  readonly group: string | null;
  readonly reading: Reading | null;
}

export type Rows =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly rows: readonly Row[]; readonly next: string | null };

const LISTS = {
  'to-read': { resource: 'manuals_read', query: { user: 'eq:me', state: 'in:pending,held', sort: 'dueOn' } },
  all: { resource: 'manuals', query: { status: 'eq:1_active', sort: 'title' } },
  confirmed: { resource: 'manuals_read', query: { user: 'eq:me', state: 'eq:read', sort: 'readAt:desc' } },
} as const;

const ofReading = (reading: Reading): Row => ({
  id: reading.id,
  manualId: reading.manualId,
  code: reading.code,
  title: reading.title,
  number: reading.number,
  group: null,
  reading,
});
const ofManual = (manual: Manual): Row => ({
  id: manual.id,
  manualId: manual.id,
  code: manual.code,
  title: manual.title,
  number: manual.number,
  group: manual.group.name,
  reading: manual.reading ?? null,
});

/** A list of manuals with search. `send` is `call` of shared/api. */
export function createLists(send: typeof call) {
  const rows = signal<Rows>({ status: 'loading' });
  /** Number of manuals to read; null while unknown. */
  const toRead = signal<number | null>(null);
  let list: ListName = 'to-read';
  let q = '';
  let running = new AbortController();

  async function load(more = false): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal: stop } = running;
    const before = rows.peek();
    const after = more && before.status === 'ready' ? before.next : null;
    const { resource, query } = LISTS[list];
    try {
      const page = (await send(listRecords, {
        params: { resource },
        query: {
          ...query,
          limit: 50,
          ...(q ? { q } : {}),
          ...(after ? { after } : {}),
          ...(list === 'to-read' && !q ? { count: true } : {}),
        },
        signal: stop,
      })) as Page<Reading & Manual>;
      if (stop.aborted) return;
      const found = page.items.map(resource === 'manuals' ? ofManual : ofReading);
      const kept = after && before.status === 'ready' ? before.rows : [];
      rows.value = { status: 'ready', rows: [...kept, ...found], next: page.next };
      if (list === 'to-read' && !q && !after) toRead.value = page.total ?? found.length;
    } catch (error) {
      if (!stop.aborted) rows.value = { status: 'failed', error };
    }
  }

  /** Counts the manuals to read while another list is shown. */
  async function count(): Promise<void> {
    const { resource, query } = LISTS['to-read'];
    try {
      const page = (await send(listRecords, {
        params: { resource },
        query: { ...query, limit: 1, count: true },
      })) as Page<Reading>;
      toRead.value = page.total ?? page.items.length;
    } catch {
      // A missing count on the tab is not reported as an error.
    }
  }

  return {
    rows,
    toRead,
    load,
    /** Shows a list, or searches. */
    show(next: ListName, words: string): Promise<void> {
      list = next;
      q = words;
      rows.value = { status: 'loading' };
      if (next !== 'to-read' || words) void count();
      return load();
    },
    /** Reloads after a change on the server; the rows stay until the new ones have arrived. */
    refresh(): Promise<void> {
      if (list !== 'to-read' || q) void count();
      return load();
    },
    stop: () => running.abort(),
  };
}
