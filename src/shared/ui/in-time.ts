import { LAZY_TIMEOUT_MS } from '../contracts/constants.ts';

/** Code that failed to load (ERR-07): not within two minutes, or not at all. */
interface ChunkLoadError extends Error {
  readonly name: 'ChunkLoadError';
  readonly type: 'missing' | 'timeout';
  /** The style sheet of the part failed to load. */
  readonly code?: 'CSS_CHUNK_LOAD_FAILED';
}

/** Rejects with a ChunkLoadError when code fails to load, or does not load within two minutes (LAY-14). */
export function inTime<T>(code: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (type: ChunkLoadError['type'], cause?: unknown) => {
      // Vite's message; it loads the style sheet of a part before its code.
      const isStyle = cause instanceof Error && cause.message.startsWith('Unable to preload CSS');
      const error = Object.assign(new Error(type, { cause }), { name: 'ChunkLoadError', type });
      reject(isStyle ? Object.assign(error, { code: 'CSS_CHUNK_LOAD_FAILED' }) : error);
    };
    const timer = setTimeout(fail, LAZY_TIMEOUT_MS, 'timeout');
    code.then(resolve, (cause) => fail('missing', cause)).finally(() => clearTimeout(timer));
  });
}
