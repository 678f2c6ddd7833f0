import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { whenClientLeaves } from '../client-disconnect.ts';
import { AppError } from '../errors.ts';
import type { Answer, Call } from './protocol.ts';

/** Resource limits of a pool. */
export interface PoolLimits {
  readonly threads: number;
  /** Maximum number of calls waiting for a thread; more are refused with `server.busy`. */
  readonly waiting: number;
  /** Maximum number of waiting calls of one tenant. */
  readonly waitingOfOne: number;
  /** Longest wait for a thread. */
  readonly waitMs: number;
  /** Processor time of a call, after which its thread is ended; a call that only waits may take four times as long. */
  readonly runMs: number;
  /** Heap of a thread in MB. */
  readonly heapMb: number;
  /** A thread without work is ended after this time, and its memory returned. */
  readonly idleMs: number;
}

/** Runs exported functions of a module in worker threads. */
export interface WorkerPool {
  /**
   * Calls an export of the module at `module`. Throws its errors, `content.too_complex` when it exceeds its time or memory,
   * and `server.busy` when too many calls wait. When the client of a request disconnects, its waiting calls are removed and
   * the threads of running ones are ended: `request.abandoned`.
   */
  run(tenantId: number, module: URL, name: string, args: readonly unknown[]): Promise<unknown>;
  /** Ends idle threads; a later call starts a new one. */
  rest(): Promise<void>;
  /** Current number of threads. */
  readonly size: number;
  /** Current number of calls waiting for a thread. */
  readonly waiting: number;
}

interface Job {
  readonly tenantId: number;
  readonly call: Call;
  readonly done: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

const BUSY_SECONDS = 5;
/** On a busy machine a thread gets a part of a processor: this many times its processor time, and no longer. */
const WAITING_FACTOR = 4;

/** Creates a pool. Threads start with the first call, and idle threads do not keep the process alive. */
export function createWorkerPool(limits: PoolLimits): WorkerPool {
  const threads = new Set<Thread>();
  const line: Job[] = [];

  const end = (thread: Thread) => {
    threads.delete(thread);
    clearTimeout(thread.timer);
    return thread.worker.terminate();
  };

  /** Ends a thread whose call exceeded a limit, or that exited unexpectedly. */
  const fail = (thread: Thread, error: Error) => {
    const { job } = thread;
    thread.job = undefined;
    void end(thread);
    job?.fail(error);
    startNext();
  };

  const start = (): Thread => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      name: 'verva',
      // No environment variables, which contain secrets: hostile documents are parsed here.
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
      workerData: { compileCache: getCompileCacheDir() ?? null },
    });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    worker.unref();
    worker.on('message', (answer: Answer) => {
      const { job } = thread;
      thread.job = undefined;
      clearTimeout(thread.timer);
      worker.unref();
      thread.timer = setTimeout(() => void end(thread), limits.idleMs).unref();
      job?.done(answer);
      startNext();
    });
    worker.on('error', (error: Error & { code?: string }) =>
      fail(thread, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('content.too_complex') : error),
    );
    worker.on('exit', () => {
      if (threads.has(thread)) fail(thread, new Error('A worker thread ended.'));
    });
    threads.add(thread);
    return thread;
  };

  /** Ends a call that has used up its processor time, or waits for more than its share; otherwise sets the timer for the rest. */
  const expire = async (thread: Thread, job: Job, before: Promise<number>, passedMs: number) => {
    const usedMs = (await processorMs(thread.worker)) - (await before);
    if (thread.job !== job) return;
    const restMs = Math.min(limits.runMs - usedMs, limits.runMs * WAITING_FACTOR - passedMs);
    if (restMs <= limits.runMs * 0.1) return fail(thread, new AppError('content.too_complex'));
    thread.timer = setTimeout(() => void expire(thread, job, before, passedMs + restMs), restMs);
  };

  const give = (thread: Thread, job: Job) => {
    thread.job = job;
    clearTimeout(thread.timer);
    const before = processorMs(thread.worker);
    thread.timer = setTimeout(() => void expire(thread, job, before, limits.runMs), limits.runMs);
    thread.worker.ref();
    thread.worker.postMessage(job.call);
  };

  const startNext = () => {
    const free = [...threads].find(({ job }) => job === undefined);
    if (line.length === 0 || (!free && threads.size >= limits.threads)) return;
    give(free ?? start(), line.shift()!);
  };

  const removeFromQueue = (job: Job, error: Error): boolean => {
    const at = line.indexOf(job);
    if (at < 0) return false;
    line.splice(at, 1);
    job.fail(error);
    return true;
  };

  const abandon = (job: Job) => {
    const error = new AppError('request.abandoned');
    if (removeFromQueue(job, error)) return;
    const thread = [...threads].find((one) => one.job === job);
    if (thread) fail(thread, error);
  };

  return {
    get size() {
      return threads.size;
    },
    get waiting() {
      return line.length;
    },
    async run(tenantId, module, name, args) {
      const busy = () => new AppError('server.busy', { seconds: BUSY_SECONDS });
      const own = line.filter((one) => one.tenantId === tenantId).length;
      if (line.length >= limits.waiting || own >= limits.waitingOfOne) throw busy();
      let unwatch = () => undefined as unknown;
      const answer = await new Promise<Answer>((done, fail) => {
        const job: Job = { tenantId, call: { module: module.href, name, args }, done, fail };
        line.push(job);
        unwatch = whenClientLeaves(() => abandon(job));
        startNext();
        if (line.includes(job)) setTimeout(() => removeFromQueue(job, busy()), limits.waitMs).unref();
      }).finally(() => unwatch());
      if ('result' in answer) return answer.result;
      if ('failure' in answer) throw new Error(answer.failure);
      const { code, params, extra } = answer.refusal;
      throw new AppError(code, params, extra);
    },
    async rest() {
      await Promise.all([...threads].filter(({ job }) => job === undefined).map(end));
    },
  };
}

/** Processor time of a thread so far; 0 while it starts. */
async function processorMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0;
  }
}
