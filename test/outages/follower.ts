import { setTimeout as pause } from 'node:timers/promises';
import { createStreamReader } from '../../src/shared/api/event-stream.ts';

/** A live stream that reconnects automatically, like the browser's. */
export interface Follower {
  /** Returns a position in the received events, for `heard`. */
  mark(): number;
  /**
   * Resolves once an event with this text has arrived, or after the mark a `resync`, which asks to fetch everything
   * again.
   */
  heard(text: string, mark: number): Promise<void>;
  close(): void;
}

export function follow(url: string, headers: Record<string, string>): Follower {
  const closing = new AbortController();
  const events: { readonly type: string; readonly data: string }[] = [];
  const waiting = new Set<() => void>();
  let lastId: string | undefined;

  async function read(): Promise<void> {
    const response = await fetch(url, {
      headers: { ...headers, ...(lastId ? { 'last-event-id': lastId } : {}) },
      signal: closing.signal,
    });
    if (response.status !== 200) return void (await response.body?.cancel());
    const reader = createStreamReader();
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      events.push(...reader.read(piece));
      lastId = reader.lastId ?? lastId;
      for (const look of waiting) look();
    }
  }

  void (async () => {
    while (!closing.signal.aborted) {
      // A broken connection is reopened, and so is a refused one.
      await read().catch(() => undefined);
      await pause(100);
    }
  })();

  return {
    mark: () => events.length,
    heard: (text, mark) =>
      new Promise((resolve) => {
        const look = () => {
          const found =
            events.some(({ data }) => data.includes(text)) || events.slice(mark).some(({ type }) => type === 'resync');
          if (!found) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () => closing.abort(),
  };
}
