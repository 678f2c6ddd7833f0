import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { ApiError } from '../../api/index.ts';
import type { FileRef } from '../../forms/index.ts';
import { randomId } from '../../page/random.ts';

/** Why a file is refused: by local rules, by the server, or because there was no response. */
export type UploadFault =
  | { readonly code: 'too-large'; readonly limit: number }
  | { readonly code: 'refused'; readonly type: string }
  | { readonly code: 'too-many'; readonly max: number }
  | { readonly code: 'empty' }
  | { readonly code: 'offline' }
  | { readonly code: 'answer'; readonly text: string };

export interface Upload {
  readonly key: string;
  readonly fileName: string;
  readonly size: number;
  /** `share` from 0 to 1. A file refused by rules cannot be retried. */
  readonly state:
    | { readonly status: 'sending'; readonly share: number }
    | { readonly status: 'failed'; readonly fault: UploadFault; readonly canRetry: boolean };
}

interface Sending {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

export interface UploadsOptions {
  /** Uploads a file; throws ApiError. */
  readonly send: (file: File, sending: Sending) => Promise<FileRef>;
  /** Reason for refusing a file before it is sent; `count` files are stored or in progress. */
  readonly check: (file: File, count: number) => UploadFault | null;
  /** Number of files of the place. */
  readonly held: () => number;
  readonly onDone: (file: FileRef) => void;
  readonly textOf: (error: ApiError) => string;
}

export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  readonly isSending: ReadonlySignal<boolean>;
  add(files: readonly File[]): void;
  retry(key: string): void;
  /** Cancels an upload, or removes a failed one. */
  drop(key: string): void;
}

/** Concurrent uploads to one place, each with its own progress, result and error. */
export function createUploads({ send, check, held, onDone, textOf }: UploadsOptions): Uploads {
  const list = signal<readonly Upload[]>([]);
  const files = new Map<string, { file: File; abort: AbortController }>();
  const set = (key: string, state: Upload['state']) => {
    list.value = list.peek().map((one) => (one.key === key ? { ...one, state } : one));
  };
  const forget = (key: string) => {
    files.delete(key);
    list.value = list.peek().filter((one) => one.key !== key);
  };
  const sending = () => list.peek().filter(({ state }) => state.status === 'sending').length;

  async function start(key: string): Promise<void> {
    const { file } = files.get(key)!;
    const abort = new AbortController();
    files.set(key, { file, abort });
    set(key, { status: 'sending', share: 0 });
    try {
      const onProgress = (share: number) => files.get(key)?.abort === abort && set(key, { status: 'sending', share });
      const done = await send(file, { key, signal: abort.signal, onProgress });
      if (abort.signal.aborted) return;
      forget(key);
      onDone(done);
    } catch (error) {
      if (abort.signal.aborted) return;
      const isAnswer = error instanceof ApiError && error.status >= 400 && error.status < 500;
      const fault: UploadFault =
        error instanceof ApiError && error.status > 0 ? { code: 'answer', text: textOf(error) } : { code: 'offline' };
      set(key, { status: 'failed', fault, canRetry: !isAnswer });
    }
  }

  return {
    list,
    isSending: computed(() => list.value.some(({ state }) => state.status === 'sending')),
    add(added) {
      for (const file of added) {
        const key = randomId();
        const fault = check(file, held() + sending());
        const state: Upload['state'] = fault
          ? { status: 'failed', fault, canRetry: false }
          : { status: 'sending', share: 0 };
        list.value = [...list.peek(), { key, fileName: file.name, size: file.size, state }];
        files.set(key, { file, abort: new AbortController() });
        if (!fault) void start(key);
      }
    },
    retry: (key) => void start(key),
    drop(key) {
      files.get(key)?.abort.abort();
      forget(key);
    },
  };
}
