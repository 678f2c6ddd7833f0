// Runs servers in this process, one after another: the modules are loaded and compiled once. The parent sends the settings
// of a server, or `stop`; the answer is `{ error }`, with a text if the request failed, and the memory in use.
import { readConfig } from '../../src/server/platform/config.ts';
import { start } from '../../src/server/start.ts';

let stop: (() => Promise<void>) | undefined;

async function act(request: Readonly<Record<string, string>> | 'stop'): Promise<void> {
  if (request !== 'stop') {
    stop = await start(readConfig(request));
    return;
  }
  await stop?.();
  stop = undefined;
}

process.on('message', (request: Readonly<Record<string, string>> | 'stop') => {
  const answer = (error?: string) => process.send?.({ error, memory: process.memoryUsage.rss() });
  act(request).then(
    () => answer(),
    (error: unknown) => answer(error instanceof Error ? error.stack : String(error)),
  );
});
process.on('disconnect', () => process.exit());
