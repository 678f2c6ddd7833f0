// Compares the answers of a real server with its OpenAPI document, by requests that Schemathesis generates:
// `npm run check:api`. Needs Python; Schemathesis is installed from PyPI once. A server with the demo runs on 127.0.0.1 and
// stops at the end. Ends with 1 when an answer was not in the document, or was 5xx.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityToken } from '../../test/support/identity-client.ts';
import { startVerva } from '../../test/support/verva.ts';
import { configuration } from './ids.ts';
import { missingTool, runSchemathesis } from './schemathesis.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
/** The same requests at each run, as far as the ids of the demo allow. */
const SEED = 14;
/** A minute and a half for each person on two cores. */
const EXAMPLES = 8;
/** A run that is not over by then is broken off, and has failed. */
const LIMIT_MS = 600_000;
const PEOPLE = [
  ['sergei.petrov', 'an employee'],
  ['anna.tamm', 'an administrator'],
  ['grete.norden', 'an administrator of the provider'],
] as const;
const LEFT_OUT = [
  ['/api/live', 'is a stream that does not end: Schemathesis would wait for its last byte'],
  ['/api/logout-all', 'ends the session with which the other requests are made'],
] as const;

async function main(): Promise<void> {
  const missing = missingTool(say);
  if (missing) {
    say(`Not run: ${missing}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'verva-check-api-'));
  const failed: string[] = [];
  say('Starting a server with the demo …');
  const verva = await startVerva({ DATABASE_URL: '' });
  try {
    for (const [path, reason] of LEFT_OUT) say(`Left out: ${path} ${reason}.`);
    for (const [name, role] of PEOPLE) {
      say(`\nAs ${name}, ${role}`);
      const token = await identityToken(verva.url, name);
      const get = async (path: string) =>
        (await fetch(verva.url + path, { headers: { authorization: `Bearer ${token}` } })).json();
      const { paths } = (await get('/api/openapi.json')) as { paths: Record<string, unknown> };
      const config = join(folder, `${name}.toml`);
      const names = PEOPLE.map(([one]) => one);
      await writeFile(config, await configuration(Object.keys(paths), get, names));
      const kept = await runSchemathesis({
        url: verva.url,
        token,
        config,
        folder,
        seed: SEED,
        examples: EXAMPLES,
        without: LEFT_OUT.map(([path]) => path),
        limitMs: LIMIT_MS,
      });
      const { status } = await fetch(`${verva.url}/api/session`, { headers: { authorization: `Bearer ${token}` } });
      if (status !== 200) say(`The session of ${name} has ended: one of the requests above must be left out.`);
      if (!kept || status !== 200) failed.push(name);
    }
  } finally {
    await verva.stop();
    await rm(folder, { recursive: true, force: true });
  }
  say(
    failed.length === 0 ? '\nEvery answer is in the document, and none is 5xx.' : `\nFailed as ${failed.join(', ')}.`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}

await main();
