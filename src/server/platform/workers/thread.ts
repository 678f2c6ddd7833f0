import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { Answer, Call } from './protocol.ts';

// The entry of a worker thread: calls an exported function of a module for each message.
const { compileCache } = workerData as { readonly compileCache: string | null };
if (compileCache) enableCompileCache(compileCache);

async function answerOf({ module, name, args }: Call): Promise<Answer> {
  try {
    const { [name]: work } = (await import(module)) as Record<string, (...args: readonly unknown[]) => unknown>;
    return { result: await work!(...args) };
  } catch (error) {
    if (error instanceof AppError) {
      const { code, params, extra } = error;
      return { refusal: { code, params, extra } };
    }
    // The stack, a string or an array exceeded an engine limit: the content is the cause, not the code.
    if (error instanceof RangeError) return { refusal: { code: 'content.too_complex', params: {}, extra: {} } };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort!.on('message', async (call: Call) => parentPort!.postMessage(await answerOf(call)));
