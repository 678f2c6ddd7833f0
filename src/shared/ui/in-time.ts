import { LAZY_TIMEOUT_MS } from '../contracts/constants.ts';

/** Code that did not come (ERR-07): not within two minutes, or not at all. */
interface ChunkLoadError extends Error {
  readonly name: 'ChunkLoadError';
  readonly type: 'missing' | 'timeout';
  /** It was the style of the part that did not come. */
  readonly code?: 'CSS_CHUNK_LOAD_FAILED';
}

/** Code that was asked for: rejects with a ChunkLoadError when it does not come, or not within two minutes (LAY-14). */
export function inTime<T>(code: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (type: ChunkLoadError['type'], cause?: unknown) => {
      // As Vite says it; it fetches the style of a part before its code.
      const isStyle = cause instanceof Error && cause.message.startsWith('Unable to preload CSS');
      const error = Object.assign(new Error(type, { cause }), { name: 'ChunkLoadError', type });
      reject(isStyle ? Object.assign(error, { code: 'CSS_CHUNK_LOAD_FAILED' }) : error);
    };
    const timer = setTimeout(fail, LAZY_TIMEOUT_MS, 'timeout');
    code.then(resolve, (cause) => fail('missing', cause)).finally(() => clearTimeout(timer));
  });
}
