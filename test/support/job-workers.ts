import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { LIVE_CHANNEL } from '../../src/server/platform/live-channel.ts';

const WORKER = join(import.meta.dirname, 'job-worker.ts');

/** Starts a process that works on the jobs of the database; resolves once it works. */
export async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout!, 'data');
  return worker;
}

/** Kills the processes without a chance to finish; resolves once they are gone. */
export async function killWorkers(workers: readonly ChildProcess[]): Promise<void> {
  const gone = workers.map((worker) => once(worker, 'exit'));
  for (const worker of workers) worker.kill('SIGKILL');
  await Promise.all(gone);
}

/** Resolves when the condition is true, checked after each live event. */
export async function untilEvent(db: DatabaseHandle, isSo: () => Promise<boolean>): Promise<void> {
  let wake = () => {};
  const stop = await db.listen(LIVE_CHANNEL, () => wake());
  try {
    for (;;) {
      const next = new Promise<void>((done) => {
        wake = done;
      });
      if (await isSo()) return;
      await next;
    }
  } finally {
    await stop();
  }
}
