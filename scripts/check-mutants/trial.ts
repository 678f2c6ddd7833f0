import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Reach } from './reach.ts';

/** A process keeps all copies of the modules, so it is replaced after this many mutants. */
const MUTANTS_EACH = 150;
const RUNNER = fileURLToPath(new URL('./runner.mjs', import.meta.url));

/** Runs the tests of files with changed texts, one after the other, in a process that is replaced when it hangs. */
export function createTrial() {
  let child: ChildProcess | undefined;
  let tried = 0;

  function stop(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  /**
   * Returns how the tests fail with this text in place of the file; null when they pass. Tests that take longer than the
   * limit are in an endless loop and count as failed.
   */
  function run(
    path: string,
    { tests, reaching }: Reach,
    { text, limitMs }: { readonly text: string; readonly limitMs: number },
  ): Promise<string | null> {
    tried += 1;
    if (tried % MUTANTS_EACH === 0) stop();
    child ??= fork(RUNNER, { stdio: 'ignore', execArgv: ['--disable-warning=ExperimentalWarning'] });
    const running = child;
    return new Promise((done) => {
      const end = (result: string | null) => {
        clearTimeout(timer);
        running.removeAllListeners();
        done(result);
      };
      const timer = setTimeout(() => {
        stop();
        end('It does not end.');
      }, limitMs);
      running.once('message', (answer) => end((answer as { failure: string | null }).failure));
      running.once('exit', () => {
        stop();
        end('The process ended.');
      });
      running.send({ path, tests, reaching, number: tried, text });
    });
  }

  return { run, stop };
}
