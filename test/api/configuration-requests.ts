import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';
import { zipOf } from '../support/zip.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests for configuration files: each adds a group. */
export function configurationRequests(provider: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const plan = () => {
    const id = `fuzzed-${randomUUID().slice(0, 8)}`;
    const file = zipOf({
      'verva.json': JSON.stringify({ format: 1, line: randomUUID(), kinds: ['groups'] }),
      [`groups/${id}.json`]: JSON.stringify({ id, name: 'Fuzzed' }),
    });
    const blob = new Blob([Uint8Array.from(file)], { type: 'application/zip' });
    return provider('POST', '/api/config/plan?prune=true&overwrite=false&only=groups', blob);
  };
  const planned = async () => {
    const { body } = await plan();
    return { path: `/api/config/${body.id}`, key: body.steps[0].key as string };
  };
  const apply = async () => {
    const { path, key } = await planned();
    return provider('POST', `${path}/apply`, { choices: [{ kind: 'groups', key, take: 'file' }] });
  };
  return {
    'GET /api/config/export': () => provider('GET', '/api/config/export'),
    'GET /api/config': () => provider('GET', '/api/config'),
    'POST /api/config/plan': plan,
    'GET /api/config/{id}': async () => provider('GET', (await planned()).path),
    'GET /api/config/{id}/step': async () => {
      const { path, key } = await planned();
      return provider('GET', `${path}/step?kind=groups&key=${key}`);
    },
    'POST /api/config/{id}/apply': apply,
    'POST /api/config/{id}/rollback': async () =>
      provider('POST', `/api/config/${(await apply()).body.id}/rollback`, {}),
  };
}
