import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';
import { pngOf } from '../support/pictures.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests of manual authors. */
export function manualAuthoringRequests(author: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const group = async () => (await author('POST', '/api/manuals/groups', { name: { en: 'Fuzzed' } })).body;
  const settings = async () => ({ code: `F-${randomUUID().slice(0, 8)}`, groupId: (await group()).id });
  const manual = async () =>
    (await author('POST', '/api/manuals', { ...(await settings()), title: 'Fuzzed', ownerId: 'me' })).body;
  const ofManual =
    (method: string, path: string, body?: unknown): (() => Promise<Answer>) =>
    async () =>
      author(method, `/api/manuals/${(await manual()).id}${path}`, body);

  const draft = async (rules: object[] = [{ kind: 'all', ref: '' }]) => {
    const path = `/api/manuals/${(await manual()).id}`;
    await author('PUT', `${path}/audience`, { rules });
    const { body } = await author('PUT', `${path}/versions/1/texts/en`, {
      title: 'Fuzzed',
      html: '<p>Rope, 44 mm</p>',
    });
    return { path, text: `${path}/versions/1/texts/en`, version: body.version };
  };
  /** Released to a user who signs in nowhere else, so that no other request finds a manual to read. */
  const released = async (more: object = {}) => {
    const { path } = await draft([{ kind: 'user', ref: (await author('GET', '/api/identity/users/me')).body.key }]);
    const url = `${path}/versions/1/release`;
    return { path, answer: await author('POST', url, { asks: 'full', ...more }, { 'idempotency-key': randomUUID() }) };
  };
  const file = (content: Uint8Array<ArrayBuffer>, name: string) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return form;
  };
  const attach = async () => {
    const { text } = await draft();
    return author('POST', `${text}/attachments`, file(Uint8Array.from(Buffer.from('Rope, 44 mm')), 'notes.txt'));
  };

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
    'GET /api/manuals/{id}/versions': ofManual('GET', '/versions'),
    'POST /api/manuals/{id}/versions': async () => author('POST', `${(await released()).path}/versions`),
    'DELETE /api/manuals/{id}/versions/{number}': ofManual('DELETE', '/versions/1'),
    'GET /api/manuals/{id}/versions/{number}/texts/{languageId}': ofManual('GET', '/versions/1/texts/en'),
    'PUT /api/manuals/{id}/versions/{number}/texts/{languageId}': ofManual('PUT', '/versions/1/texts/et', {
      title: 'Proov',
      html: '<h1>Trossid</h1><p>44 mm</p>',
    }),
    'DELETE /api/manuals/{id}/versions/{number}/texts/{languageId}': ofManual('DELETE', '/versions/1/texts/en'),
    'POST /api/manuals/{id}/images': async () =>
      author('POST', `/api/manuals/${(await manual()).id}/images`, file(Uint8Array.from(pngOf(8, 8)), 'rope.png')),
    'POST /api/manuals/import': async () =>
      author(
        'POST',
        `/api/manuals/import?groupId=${(await group()).id}`,
        file(Uint8Array.from(Buffer.from('# Fuzzed\n\nText')), 'fuzzed.md'),
      ),
    'POST /api/manuals/{id}/versions/{number}/texts/{languageId}/attachments': attach,
    'PUT /api/manuals/attachments/{id}': async () =>
      author('PUT', `/api/manuals/attachments/${(await attach()).body.id}`, { required: true, position: 0 }),
    'DELETE /api/manuals/attachments/{id}': async () =>
      author('DELETE', `/api/manuals/attachments/${(await attach()).body.id}`),
    'POST /api/manuals/{id}/versions/{number}/release': async () => (await released()).answer,
    'POST /api/manuals/{id}/versions/{number}/release/preview': async () =>
      author('POST', `${(await draft()).path}/versions/1/release/preview`, { asks: 'changes' }),
    'DELETE /api/manuals/{id}/versions/{number}/release': async () => {
      const { path } = await released({ publishAt: new Date(Date.now() + 86_400_000).toISOString() });
      return author('DELETE', `${path}/versions/1/release`);
    },
    'POST /api/manuals/{id}/remind': ofManual('POST', '/remind', { userIds: ['anna.tamm'] }),
    'GET /api/manuals/report': () => author('GET', '/api/manuals/report?by=department&limit=5'),
    'GET /api/identity/tags': () => author('GET', '/api/identity/tags'),
    'GET /api/identity/groups': () => author('GET', '/api/identity/groups'),
    'PUT /api/identity/users/{userId}/tags': () => author('PUT', '/api/identity/users/me/tags', { tags: ['Fuzzed'] }),
  };
}
