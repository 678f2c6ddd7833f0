import { availableParallelism } from 'node:os';
import { createWorkerPool, type WorkerPool } from './pool.ts';

/** Conversions of whole files: few and long, separate from the short calls. */
const conversions = createWorkerPool({
  threads: 1,
  waiting: 8,
  waitingOfOne: 4,
  waitMs: 20_000,
  runMs: 15_000,
  heapMb: 512,
  idleMs: 10_000,
});

/** Texts, definitions and comparisons, whose callers wait for the result. */
const texts = createWorkerPool({
  threads: Math.max(1, Math.min(3, availableParallelism() - 1)),
  waiting: 32,
  waitingOfOne: 16,
  waitMs: 10_000,
  runMs: 10_000,
  heapMb: 512,
  idleMs: 30_000,
});

type Work = (...args: never[]) => unknown;

function inThread(pool: WorkerPool) {
  /** Returns a function that calls the export `name` of a module, copying arguments and result. Its first argument is the tenant. */
  return <F extends Work>(module: URL, name: string) =>
    (tenantId: number, ...args: Parameters<F>): Promise<Awaited<ReturnType<F>>> =>
      pool.run(tenantId, module, name, args) as Promise<Awaited<ReturnType<F>>>;
}

/** For file conversions. */
export const convertInThread = inThread(conversions);

/** For calls that are fast with ordinary content. */
export const workInThread = inThread(texts);

/** Ends idle threads when a server stops. */
export async function endIdleThreads(): Promise<void> {
  await Promise.all([conversions.rest(), texts.rest()]);
}
