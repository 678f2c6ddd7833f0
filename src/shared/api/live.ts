import { signal } from '@preact/signals-core';
import { onPersonLeft } from '../page/person.ts';
import { callForResponse } from './call.ts';
import { createStreamReader, type StreamEvent } from './event-stream.ts';
import { chosenTenant } from './tenant.ts';
import { currentToken } from './tokens.ts';

/** What the server told: ids only; what they mean is fetched again. */
export interface LiveEvent {
  /** `task.changed`, `inbox.count`, …; `resync`: some were missed, fetch everything shown. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

/** `waiting`: the connection broke and is tried again by itself. */
export const liveState = signal<'off' | 'connecting' | 'open' | 'waiting'>('off');

const LIVE = { method: 'GET', path: '/api/live' } as const;
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends at least a comment every 15 s; three missing ones are a dead line that nobody closed. */
const SILENCE_MS = 45_000;

const listeners = new Set<{ readonly types: ReadonlySet<string>; readonly tell: Listener }>();
let connection: AbortController | undefined;
let wake = () => {};
let lastEventId: string | undefined;

/**
 * Hears of changes on the server. All widgets share one stream, which is open while somebody listens and somebody is
 * signed in. `resync` comes to every listener. Returns how to stop.
 */
export function onLive(types: readonly string[], tell: Listener): () => void {
  const listener = { types: new Set(types), tell };
  listeners.add(listener);
  if (!connection) connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    connection?.abort();
    connection = undefined;
    // Whoever listens next reads everything first, and may be somebody else.
    lastEventId = undefined;
    liveState.value = 'off';
  };
}

function connect(): void {
  connection = new AbortController();
  void keepOpen(connection.signal);
}

/** Opens a stream that waits after a failure at once, as after signing in again; what was missed meanwhile is told. */
export function resumeLive(): void {
  wake();
}

// The events of one person, and of one organisation, are none of another's business.
function restart(): void {
  lastEventId = undefined;
  if (!connection) return;
  connection.abort();
  connect();
}
chosenTenant.subscribe(restart);
onPersonLeft(restart);

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
      // A broken line is the normal end of a long request; it is opened again below.
    }
    if (ended.aborted) return;
    liveState.value = 'waiting';
    await pause(Math.min(asked * 2 ** failures, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2), ended);
    failures += 1;
  }
}

/** Reads one connection to its end; gives the pause that the server asked for. */
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
      events.forEach(tellAll);
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

function tellAll({ type, data }: StreamEvent): void {
  let content: LiveEvent['data'];
  try {
    content = JSON.parse(data) as LiveEvent['data'];
  } catch {
    // An event of a newer server that is no JSON means nothing to us.
    return;
  }
  for (const listener of [...listeners]) {
    if (type === 'resync' || listener.types.has(type)) listener.tell({ type, data: content });
  }
}

/** Waits, or until the network is back or somebody wakes it. */
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
