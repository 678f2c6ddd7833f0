import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests for the editor of the menu. */
export function menuRequests(provider: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const create = () =>
    provider('POST', '/api/menus', {
      path: `/fuzz-${randomUUID().slice(0, 8)}`,
      title: { en: 'Fuzzed' },
      icon: 'help',
      meta: { page: 'link', params: { url: 'https://fuzzed.example' }, groups: ['admin'], hidden: false, title: 'x' },
      parentId: null,
      priority: 500,
    });
  const created = async () => {
    const { body } = await create();
    return { path: `/api/menus/${body.id}`, body };
  };
  const removed = async () => {
    const { path } = await created();
    await provider('DELETE', path);
    return path;
  };
  return {
    'GET /api/menus': () => provider('GET', '/api/menus'),
    'GET /api/menus/removed': () => provider('GET', '/api/menus/removed'),
    'GET /api/menus/preview': () => provider('GET', '/api/menus/preview?user=grete.norden'),
    'GET /api/menus/{id}/frame': async () => {
      const { body } = await provider('POST', '/api/menus', {
        path: `/framed-${randomUUID().slice(0, 8)}`,
        title: { en: 'Framed' },
        meta: { page: 'embed', params: { url: 'https://framed.example', allow: ['forms'] } },
      });
      return provider('GET', `/api/menus/${body.id}/frame`);
    },
    'POST /api/menus': create,
    'PUT /api/menus/{id}': async () => {
      const { path, body } = await created();
      return provider('PUT', path, { ...body, title: { en: 'Fuzzed again' } });
    },
    'PUT /api/menus/order': async () => {
      const { body } = await created();
      return provider('PUT', '/api/menus/order', [
        { id: body.id, parentId: null, priority: 510, version: body.version },
      ]);
    },
    'POST /api/menus/{id}/reset': async () => {
      const { body } = await provider('GET', '/api/menus');
      const { id } = (body as { id: string; path: string }[]).find(({ path }) => path === '/delegations')!;
      return provider('POST', `/api/menus/${id}/reset`);
    },
    'POST /api/menus/{id}/restore': async () => provider('POST', `${await removed()}/restore`),
    'DELETE /api/menus/{id}': async () => provider('DELETE', `${(await created()).path}?children=delete`),
  };
}
