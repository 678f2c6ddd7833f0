import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests for the catalogue; `deploy` deploys the process `key`, which has no start form. */
export function catalogueRequests(
  provider: Call,
  key: string,
  deploy: () => Promise<Answer>,
): Readonly<Record<string, () => Promise<Answer>>> {
  const createCategory = () =>
    provider('POST', '/api/catalogue/categories', {
      id: `fuzz-${randomUUID().slice(0, 8)}`,
      title: { en: 'Fuzzed', et: 'Proovitud' },
      icon: 'box',
      position: 3,
    });
  const category = async () => {
    const { body } = await createCategory();
    return { path: `/api/catalogue/categories/${body.id}`, body };
  };
  const createItem = async () => {
    await deploy();
    return provider('POST', '/api/catalogue/items', {
      id: `fuzz-${randomUUID().slice(0, 8)}`,
      kind: 'process',
      target: key,
      category: null,
      title: { en: 'Fuzzed' },
      description: { en: 'Fuzzed' },
      keywords: { en: 'fuzz, test' },
      icon: 'box',
      position: 3,
      groups: [],
      startForGroups: [],
      numberSeries: null,
      active: true,
    });
  };
  const item = async () => {
    const { body } = await createItem();
    const start = `/api/catalogue/${body.id}`;
    return { path: `/api/catalogue/items/${body.id}`, body, start };
  };
  const draft = (start: string) =>
    provider('PUT', `${start}/draft`, { rev: 0, base: {}, values: { a: 1 }, unread: { b: 'x' }, formVersion: null });
  return {
    'GET /api/catalogue': () => provider('GET', '/api/catalogue'),
    'GET /api/catalogue/categories': () => provider('GET', '/api/catalogue/categories'),
    'POST /api/catalogue/categories': createCategory,
    'PUT /api/catalogue/categories/{id}': async () => {
      const { path, body } = await category();
      return provider('PUT', path, { ...body, title: { en: 'Fuzzed again' } });
    },
    'DELETE /api/catalogue/categories/{id}': async () => provider('DELETE', (await category()).path),
    'GET /api/catalogue/items': () => provider('GET', '/api/catalogue/items'),
    'POST /api/catalogue/items': createItem,
    'PUT /api/catalogue/items/{id}': async () => {
      const { path, body } = await item();
      return provider('PUT', path, { ...body, title: { en: 'Fuzzed again' } });
    },
    'DELETE /api/catalogue/items/{id}': async () => provider('DELETE', (await item()).path),
    'PUT /api/catalogue/{id}/favourite': async () => provider('PUT', `${(await item()).start}/favourite`),
    'DELETE /api/catalogue/{id}/favourite': async () => provider('DELETE', `${(await item()).start}/favourite`),
    'GET /api/catalogue/{id}/form': async () => provider('GET', `${(await item()).start}/form`),
    'PUT /api/catalogue/{id}/draft': async () => draft((await item()).start),
    'DELETE /api/catalogue/{id}/draft': async () => {
      const { start } = await item();
      await draft(start);
      return provider('DELETE', `${start}/draft`);
    },
    'POST /api/catalogue/{id}/start': async () => {
      const { start } = await item();
      const headers = { 'idempotency-key': randomUUID() };
      const body = {
        subject: 'Fuzzed',
        variables: { initiator: 'grete.norden' },
        formVersion: null,
        for: 'grete.norden',
      };
      return provider('POST', `${start}/start`, body, headers);
    },
  };
}
