import { LAZY_TIMEOUT_MS } from '../contracts/constants.ts';

/** Code that was asked for: rejects with a ChunkLoadError when it does not come, or not within two minutes (LAY-14). */
export function inTime<T>(code: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (type: 'missing' | 'timeout', cause?: unknown) =>
      reject(Object.assign(new Error(type, { cause }), { name: 'ChunkLoadError', type }));
    const timer = setTimeout(fail, LAZY_TIMEOUT_MS, 'timeout');
    code.then(resolve, (cause) => fail('missing', cause)).finally(() => clearTimeout(timer));
  });
}
