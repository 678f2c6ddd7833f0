import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests for the settings of registries. */
export function registryRequests(provider: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const create = () =>
    provider('POST', '/api/registries', {
      id: `fuzz_${randomUUID().slice(0, 8)}`,
      title: { en: 'Fuzzed', et: 'Proovitud' },
      description: { en: 'Fuzzed' },
      icon: 'box',
      formId: null,
      numbers: { pattern: 'F-{yyyy}-{0000}', resets: 'year' },
      columns: [],
      statuses: [
        { id: 'pending', title: { en: 'Pending' }, color: '#FFB74D' },
        { id: 'archived', title: { en: 'Archived' }, color: '#E57373' },
      ],
      moves: [{ from: 'pending', to: 'archived', groups: ['admin'], requires: [] }],
      readGroups: ['admin'],
      writeGroups: ['admin'],
      deleteGroups: [],
      ownerReads: false,
      retention: { months: 12, from: 'status:archived', action: 'remove' },
      active: true,
    });
  const created = async () => {
    const { body } = await create();
    return { path: `/api/registries/${body.id}`, body };
  };
  return {
    'GET /api/registries': () => provider('GET', '/api/registries'),
    'POST /api/registries': create,
    'GET /api/registries/{id}': async () => provider('GET', (await created()).path),
    'PUT /api/registries/{id}': async () => {
      const { path, body } = await created();
      return provider('PUT', path, { ...body, title: { en: 'Fuzzed again' } });
    },
    'DELETE /api/registries/{id}': async () => provider('DELETE', (await created()).path),
    'GET /api/registries/{id}/uses': async () => provider('GET', `${(await created()).path}/uses`),
  };
}
