import { setFlagsFromString } from 'node:v8';
import { ConfigError, readConfig } from './platform/config.ts';
import { DatabaseUnavailableError, FolderLockedError, NewerDatabaseError } from './platform/database.ts';
import { start } from './start.ts';

// On a large machine the heap would grow to several times the memory in use before a collection: 100 MB for nothing.
setFlagsFromString('--heap-growing-percent=50');

/** Returns one line with the remedy for common start-up errors. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderLockedError || error instanceof NewerDatabaseError) {
    return error.message;
  }
  const { code, message = String(error), port } = error as { code?: string; message?: string; port?: number };
  // The message of a failed migration check contains the remedy.
  if (code === 'VA003') return message;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what uses it, or choose another: PORT=${(port ?? 0) + 10} npm start`;
  if (code === 'EACCES') return `Port ${port} may not be used by this account. Choose another: PORT=8080 npm start`;
  if (error instanceof DatabaseUnavailableError)
    return `PostgreSQL does not answer at DATABASE_URL: ${code} ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : message;
}

let stopping = false;
let stop: (() => Promise<void>) | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    if (!stop) process.exit(0);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  });
}

try {
  stop = await start(readConfig(process.env));
  if (stopping) await stop().then(() => process.exit(0));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
