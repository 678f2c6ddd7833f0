import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Proper requests of those who write manuals. */
export function manualAuthoringRequests(author: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const group = async () => (await author('POST', '/api/manuals/groups', { name: { en: 'Fuzzed' } })).body;
  const settings = async () => ({ code: `F-${randomUUID().slice(0, 8)}`, groupId: (await group()).id });
  const manual = async () =>
    (await author('POST', '/api/manuals', { ...(await settings()), title: 'Fuzzed', ownerId: 'me' })).body;
  const ofManual =
    (method: string, path: string, body?: unknown): (() => Promise<Answer>) =>
    async () =>
      author(method, `/api/manuals/${(await manual()).id}${path}`, body);

  return {
    'GET /api/manuals/groups': () => author('GET', '/api/manuals/groups'),
    'POST /api/manuals/groups': () => author('POST', '/api/manuals/groups', { name: { en: 'Fuzzed' } }),
    'PUT /api/manuals/groups/{id}': async () => {
      const { id, version } = await group();
      return author('PUT', `/api/manuals/groups/${id}`, { name: { en: 'Fuzzed again' }, position: 0, version });
    },
    'DELETE /api/manuals/groups/{id}': async () => author('DELETE', `/api/manuals/groups/${(await group()).id}`),
    'POST /api/manuals': async () => author('POST', '/api/manuals', await settings()),
    'GET /api/manuals/{id}': ofManual('GET', ''),
    'PUT /api/manuals/{id}': async () => {
      const { id, code, groupId, owner, status, fallbackLanguageId, due, remindDays, escalateDays, requireScroll } =
        await manual();
      const body = { code, groupId, ownerId: owner.id, status, fallbackLanguageId, due, remindDays, escalateDays };
      return author('PUT', `/api/manuals/${id}`, { ...body, requireScroll: !requireScroll });
    },
    'DELETE /api/manuals/{id}': ofManual('DELETE', ''),
    'GET /api/manuals/{id}/audience': ofManual('GET', '/audience'),
    'PUT /api/manuals/{id}/audience': ofManual('PUT', '/audience', { rules: [{ kind: 'all', ref: '' }] }),
    'GET /api/identity/tags': () => author('GET', '/api/identity/tags'),
    'PUT /api/identity/users/{userId}/tags': () => author('PUT', '/api/identity/users/me/tags', { tags: ['Fuzzed'] }),
  };
}
