import { signal } from '@preact/signals-core';
import { language } from '../locale/language.ts';
import { onPersonLeft } from '../page/person.ts';
import { callForResponse } from './call.ts';
import { createStreamReader, type StreamEvent } from './event-stream.ts';
import { chosenTenant } from './tenant.ts';
import { currentToken } from './tokens.ts';

/** A live event: ids only; the data is fetched. */
export interface LiveEvent {
  /** `task.changed`, `inbox.count`, …; `resync`: events were missed, reload everything shown. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

/** `waiting`: the connection was lost and reconnects automatically. */
export const liveState = signal<'off' | 'connecting' | 'open' | 'waiting'>('off');

const LIVE = { method: 'GET', path: '/api/live' } as const;
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends at least a comment every 15 s; without three of them the connection counts as dead. */
const SILENCE_MS = 45_000;

const listeners = new Set<{ readonly types: ReadonlySet<string>; readonly onEvent: Listener }>();
let connection: AbortController | undefined;
let wake = () => {};
let lastEventId: string | undefined;

/**
 * Subscribes to changes on the server. All widgets share one stream, which is open while there are listeners and a
 * session. Every listener receives `resync`. Returns the unsubscribe function.
 */
export function onLive(types: readonly string[], onEvent: Listener): () => void {
  const listener = { types: new Set(types), onEvent };
  listeners.add(listener);
  if (!connection) connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    connection?.abort();
    connection = undefined;
    // The next listener loads everything first, and may belong to another user.
    lastEventId = undefined;
    liveState.value = 'off';
  };
}

function connect(): void {
  connection = new AbortController();
  void keepOpen(connection.signal);
}

/** Reconnects at once, for example after signing in again; missed events are delivered. */
export function resumeLive(): void {
  wake();
}

// Events must never cross users or organisations.
function restart(): void {
  lastEventId = undefined;
  if (!connection) return;
  connection.abort();
  connect();
}
chosenTenant.subscribe(restart);
onPersonLeft(restart);

// Names of tasks and processes come from the server, in the language of the page.
language.subscribe(() => dispatch({ type: 'resync', data: '{}' }));

async function keepOpen(ended: AbortSignal): Promise<void> {
  let failures = 0;
  let asked = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    liveState.value = 'connecting';
    try {
      if ((await currentToken()) !== null) {
        asked = (await follow(ended, () => (failures = 0))) ?? asked;
      }
    } catch {
      // Losing the connection is the normal end of a long request; it reconnects below.
    }
    if (ended.aborted) return;
    liveState.value = 'waiting';
    await pause(Math.min(asked * 2 ** failures, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2), ended);
    failures += 1;
  }
}

/** Reads one connection to its end; returns the delay requested by the server. */
async function follow(ended: AbortSignal, onOpen: () => void): Promise<number | undefined> {
  const silence = new AbortController();
  const response = await callForResponse(LIVE as never, {
    headers: { Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) },
    signal: AbortSignal.any([ended, silence.signal]),
  });
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!pieces) return undefined;
  const reader = createStreamReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const { done, value } = await pieces.read();
      clearTimeout(timer);
      if (done) return reader.retry;
      liveState.value = 'open';
      onOpen();
      const events = reader.read(value);
      lastEventId = reader.lastId ?? lastEventId;
      events.forEach(dispatch);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function dispatch({ type, data }: Pick<StreamEvent, 'type' | 'data'>): void {
  let content: LiveEvent['data'];
  try {
    content = JSON.parse(data) as LiveEvent['data'];
  } catch {
    // Ignores events of a newer server that are not JSON.
    return;
  }
  for (const listener of [...listeners]) {
    if (type === 'resync' || listener.types.has(type)) listener.onEvent({ type, data: content });
  }
}

/** Waits for the delay, the network to return, or a call to resume. */
function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      ended.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    wake = done;
    addEventListener('online', done);
    ended.addEventListener('abort', done);
  });
}
