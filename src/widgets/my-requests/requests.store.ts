import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { UNDO_SECONDS } from '../../shared/contracts/constants.ts';
import type { Deferred } from '../../shared/contracts/deferred-actions.contract.ts';
import { undoDeferred } from '../../shared/contracts/deferred-actions.contract.ts';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import { getRecordColumns } from '../../shared/contracts/records.contract.ts';
import {
  addRequestComment,
  getRequest,
  getRequestComments,
  listRequests,
  type RequestComment,
  type RequestDetail,
  withdrawRequest,
} from '../../shared/contracts/requests.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { createPagedList } from '../../shared/lists/paged-list.ts';

/** The open request. */
export type Opened =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'failed'; readonly id: string; readonly code: ApiErrorCode }
  | { readonly status: 'ready'; readonly id: string; readonly request: RequestDetail };

export type Conversation =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly items: readonly RequestComment[] };

/** Tabs of the list. */
export const STATES = ['open', 'needsYou', 'finished'] as const;
export type ListState = (typeof STATES)[number];

interface ListFilter {
  readonly state: ListState;
  readonly relation: 'own' | 'team';
  readonly q: string;
  /** Further conditions. */
  readonly filters: readonly Filter[];
}

const PAGE = 50;

/** Conditions as parameters of a query; a field can have several. */
function conditionsOf(filters: readonly Filter[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { column, operation, value } of filters) {
    found[column] = [...(found[column] ?? []), `${operation}:${value}`];
  }
  return found;
}

/** Creates the state of My requests; `send` is `call` of shared/api. Actions throw the server's errors to the caller. */
export function createRequests({ send, state = 'open' }: { readonly send: typeof call; readonly state?: ListState }) {
  const opened = signal<Opened>({ status: 'none' });
  const conversation = signal<Conversation>({ status: 'loading' });
  /** Whether there are requests of users whom the viewer manages. */
  const hasTeam = signal(false);
  const idempotent = createIdempotentRequest();
  let opening = new AbortController();

  const first: ListFilter = { state, relation: 'own', q: '', filters: [] };
  const paged = createPagedList(first, async ({ state: tab, relation, q, filters }, after, ended) => {
    const query = {
      ...conditionsOf(filters),
      state: `eq:${tab}`,
      relation: `eq:${relation}`,
      limit: PAGE,
      count: true,
      ...(q && { q }),
      ...(after && { after }),
    };
    const {
      items,
      next,
      total = items.length,
      totalIsAtLeast = false,
    } = await send(listRequests, {
      query: query as never,
      signal: ended,
    });
    return { items, next, total, totalIsAtLeast };
  });

  const {
    state: columns,
    load: loadColumns,
    stop: stopColumns,
  } = createLoaded(async (ended) => ({
    items: (await send(getRecordColumns, { params: { resource: 'requests' }, signal: ended })).columns,
  }));

  async function loadTeam(): Promise<void> {
    try {
      const query = { relation: 'eq:team', limit: 1 };
      hasTeam.value = (await send(listRequests, { query: query as never })).items.length > 0;
    } catch {
      // Without the answer the list has no filter for the team.
    }
  }

  async function open(id: string | null): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const before = opened.peek();
    if (id === null) {
      opened.value = { status: 'none' };
      return;
    }
    if (before.status !== 'ready' || before.id !== id) {
      opened.value = { status: 'loading', id };
      conversation.value = { status: 'loading' };
    }
    await read(id);
  }

  async function read(id: string): Promise<void> {
    const { signal: stop } = opening;
    try {
      const request = await send(getRequest, { params: { id }, signal: stop });
      if (!stop.aborted) opened.value = { status: 'ready', id, request };
    } catch (error) {
      if (!stop.aborted) opened.value = { status: 'failed', id, code: codeOf(error) };
    }
  }

  const openId = () => {
    const now = opened.peek();
    return now.status === 'none' ? null : now.id;
  };

  async function loadConversation(): Promise<void> {
    const id = openId();
    if (id === null) return;
    try {
      const items = await send(getRequestComments, { params: { id } });
      if (openId() === id) conversation.value = { status: 'ready', items };
    } catch {
      if (openId() === id && conversation.peek().status !== 'ready') conversation.value = { status: 'failed' };
    }
  }

  /** Reloads the list, and the open request if it is the changed one. */
  async function refresh(changedId?: string): Promise<void> {
    const id = openId();
    const isOpen = id !== null && (changedId === undefined || changedId === id);
    await Promise.all([
      paged.load(),
      ...(isOpen ? [read(id), ...(conversation.peek().status === 'loading' ? [] : [loadConversation()])] : []),
    ]);
  }

  async function write(text: string): Promise<void> {
    const id = openId();
    if (id === null) return;
    await idempotent.carryOut([id, text], (idempotencyKey) =>
      send(addRequestComment, { params: { id }, body: { text }, idempotencyKey }),
    );
    await loadConversation();
    await read(id);
  }

  /** Withdraws the open request after the time to undo. */
  async function withdraw(reason: string): Promise<Deferred['held'] | null> {
    const id = openId();
    if (id === null) return null;
    const reply = await idempotent.carryOut([id, reason], (idempotencyKey) =>
      send(withdrawRequest, {
        params: { id },
        body: { reason },
        idempotencyKey,
        headers: { Prefer: `undo=${UNDO_SECONDS}` },
      }),
    );
    await read(id);
    return 'held' in reply ? reply.held : null;
  }

  async function undo(heldId: string): Promise<void> {
    await send(undoDeferred, { params: { id: heldId } });
    const id = openId();
    if (id !== null) await read(id);
  }

  return {
    list: paged.list,
    filter: paged.filter,
    load: paged.load,
    more: paged.more,
    narrow: paged.narrow,
    opened,
    conversation,
    hasTeam,
    loadTeam,
    columns,
    loadColumns,
    open,
    loadConversation,
    refresh,
    write,
    withdraw,
    undo,
    stop: () => {
      paged.stop();
      stopColumns();
      opening.abort();
    },
  };
}

export type RequestsStore = ReturnType<typeof createRequests>;
