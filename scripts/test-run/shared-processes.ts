import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Closed databases leave memory behind: a process above this takes no further file. */
const MOST_BYTES = 1_000_000_000;
/** No file needs as long on a busy machine; one that takes longer waits for something that does not come. */
const FILE_LIMIT_MS = 600_000;
const PROCESS = join(import.meta.dirname, 'shared-process.mjs');

export interface FileResult {
  /** What the file printed, then its TAP. */
  readonly output: string;
  /** The exit code that a process of its own would have had. */
  readonly code: number;
  readonly cpu: number;
}

interface SharedProcess {
  readonly child: ChildProcess;
  readonly closed: Promise<void>;
  file: string;
  output: string;
  done: ((result: FileResult) => void) | undefined;
}

/** Runs test files in processes each of which runs one file after another. */
export function sharedProcesses(options: {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly execArgv: readonly string[];
  /** A file that takes longer fails, and its process is ended. */
  readonly limitMs?: number;
}) {
  const { limitMs = FILE_LIMIT_MS, ...forked } = options;
  const idle: SharedProcess[] = [];
  const all = new Set<SharedProcess>();

  function start(): SharedProcess {
    const child = fork(PROCESS, {
      ...forked,
      execArgv: [...forked.execArgv],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const one: SharedProcess = { child, closed, file: '', output: '', done: undefined };
    all.add(one);
    const take = (chunk: unknown) => {
      one.output += chunk;
    };
    child.stdout!.on('data', take);
    child.stderr!.on('data', take);
    child.on('message', (message) => {
      const { output, code, cpu, memory } = message as FileResult & { memory: number };
      const { done } = one;
      one.done = undefined;
      if (memory > MOST_BYTES) end(one);
      else idle.push(one);
      done?.({ output: one.output + output, code, cpu });
    });
    child.on('close', (code, signal) => {
      all.delete(one);
      const at = idle.indexOf(one);
      if (at >= 0) idle.splice(at, 1);
      const output = `${one.output}\nThe process ended (${code ?? signal}) in ${one.file}.`;
      one.done?.({ output, code: code || 1, cpu: 0 });
    });
    return one;
  }

  function end({ child }: SharedProcess): void {
    if (child.connected) child.send('end');
  }

  return {
    run(file: string): Promise<FileResult> {
      const one = idle.pop() ?? start();
      Object.assign(one, { file, output: '' });
      return new Promise((done) => {
        const limit = setTimeout(() => one.child.kill(), limitMs);
        one.done = (result) => {
          clearTimeout(limit);
          done(result);
        };
        one.child.send({ file });
      });
    },
    /** Ends the processes that wait for a file; resolves when all have ended. */
    async end(): Promise<void> {
      for (const one of idle.splice(0)) end(one);
      await Promise.all([...all].map(({ closed }) => closed));
    },
    kill(): void {
      for (const { child } of all) child.kill();
    },
  };
}
