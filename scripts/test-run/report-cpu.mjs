// Preloaded into each process of the test run: reports its CPU seconds when it ends, as `# cpu SECONDS`.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { cpuSeconds } from './cpu-seconds.mjs';

if (isMainThread) {
  process.on('exit', () => {
    try {
      writeSync(2, `\n# cpu ${cpuSeconds().toFixed(2)}\n`);
    } catch {
      // Who started it no longer reads.
    }
  });
}
