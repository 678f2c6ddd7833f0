import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests for kinds of case; `deploy` deploys the process `key`. */
export function caseTypeRequests(
  provider: Call,
  key: string,
  deploy: () => Promise<Answer>,
): Readonly<Record<string, () => Promise<Answer>>> {
  const create = async () => {
    await deploy();
    return provider('POST', '/api/caseconfiguration', {
      id: `fuzz-${randomUUID().slice(0, 8)}`,
      title: { en: 'Fuzzed' },
      process: key,
      startForm: null,
      registry: null,
      numberSeries: null,
      startGroups: [],
      defaults: { amount: 1, until: '=today()', kind: 'x' },
      statusMap: [],
      massAction: [],
      withdraw: 'always',
      peopleShown: 'group',
      active: true,
    });
  };
  const kind = async () => {
    const { body } = await create();
    return { path: `/api/caseconfiguration/${body.id}`, body };
  };
  return {
    'GET /api/caseconfiguration': () => provider('GET', '/api/caseconfiguration'),
    'GET /api/caseconfiguration/choices': () => provider('GET', '/api/caseconfiguration/choices'),
    'POST /api/caseconfiguration': create,
    'GET /api/caseconfiguration/{id}': async () => provider('GET', (await kind()).path),
    'PUT /api/caseconfiguration/{id}': async () => {
      const { path, body } = await kind();
      return provider('PUT', path, { ...body, title: { en: 'Fuzzed again' } });
    },
    'POST /api/cases/{caseTypeId}': async () => {
      const { body } = await kind();
      const item = { id: body.id, kind: 'case', target: body.id };
      await provider('POST', '/api/catalogue/items', item);
      const start = {
        subject: 'Fuzzed',
        variables: { initiator: 'grete.norden' },
        formVersion: null,
        for: 'grete.norden',
      };
      return provider('POST', `/api/cases/${body.id}`, start, { 'idempotency-key': randomUUID() });
    },
    'DELETE /api/caseconfiguration/{id}': async () => provider('DELETE', (await kind()).path),
  };
}
