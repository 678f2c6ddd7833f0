import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';
import { pngOf } from '../support/pictures.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests for tags, companies, departments and dimensions. */
export function referenceDataRequests(admin: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const upload = (path: string) => admin('PUT', path, new Blob([Uint8Array.from(pngOf(8, 8))], { type: 'image/png' }));
  const code = () => `F${randomUUID().slice(0, 8)}`;
  const made = async (path: string, body: Readonly<Record<string, unknown>> = {}) => {
    const answer = await admin('POST', path, { code: code(), name: 'Fuzzed', ...body });
    return { path: `${path}/${answer.body.id}`, body: answer.body };
  };
  const tag = async () => {
    const { body } = await admin('POST', '/api/identity/tags', { name: `Fuzzed ${randomUUID()}`, color: 'blue' });
    return { path: `/api/identity/tags/${body.id}`, body };
  };
  const value = async () => {
    const dimension = await made('/api/dimensions');
    return made(`${dimension.path}/values`);
  };
  return {
    'POST /api/identity/tags': () => admin('POST', '/api/identity/tags', { name: `Fuzzed ${randomUUID()}` }),
    'PUT /api/identity/tags/{id}': async () => {
      const { path, body } = await tag();
      return admin('PUT', path, { ...body, color: null });
    },
    'DELETE /api/identity/tags/{id}': async () => admin('DELETE', (await tag()).path),
    'GET /api/identity/tags/{id}/uses': async () => admin('GET', `${(await tag()).path}/uses`),
    'POST /api/identity/tags/{id}/merge': async () => {
      const into = (await tag()).body.id;
      return admin('POST', `${(await tag()).path}/merge`, { into });
    },
    'GET /api/identity/users/{userId}/tags': () => admin('GET', '/api/identity/users/me/tags'),

    'GET /api/companies/{id}': async () => admin('GET', (await made('/api/companies')).path),
    'POST /api/companies': () => admin('POST', '/api/companies', { code: code(), name: 'Fuzzed', country: 'EE' }),
    'PUT /api/companies/{id}': async () => {
      const { path, body } = await made('/api/companies');
      return admin('PUT', path, { ...body, active: false });
    },
    'DELETE /api/companies/{id}': async () => admin('DELETE', (await made('/api/companies')).path),
    'GET /api/companies/{id}/uses': async () => admin('GET', `${(await made('/api/companies')).path}/uses`),
    'PUT /api/companies/{id}/logo': async () => upload(`${(await made('/api/companies')).path}/logo`),
    'GET /api/companies/{id}/logo': async () => {
      const { path } = await made('/api/companies');
      await upload(`${path}/logo`);
      return admin('GET', `${path}/logo`);
    },
    'DELETE /api/companies/{id}/logo': async () => admin('DELETE', `${(await made('/api/companies')).path}/logo`),

    'POST /api/departments': () => admin('POST', '/api/departments', { code: code(), name: 'Fuzzed', parentId: null }),
    'PUT /api/departments/{id}': async () => {
      const { path, body } = await made('/api/departments');
      const parentId = (await made('/api/departments')).body.id;
      return admin('PUT', path, { ...body, parentId });
    },
    'DELETE /api/departments/{id}': async () => {
      const into = (await made('/api/departments')).body.id;
      return admin('DELETE', `${(await made('/api/departments')).path}?into=${into}`);
    },
    'GET /api/departments/{id}/uses': async () => admin('GET', `${(await made('/api/departments')).path}/uses`),
    'GET /api/departments/{id}/move': async () => {
      const parentId = (await made('/api/departments')).body.id;
      return admin('GET', `${(await made('/api/departments')).path}/move?parentId=${parentId}`);
    },
    'POST /api/departments/sync': () =>
      admin('POST', '/api/departments/sync', { departments: [{ code: code(), name: 'Fuzzed' }], dryRun: true }),

    'GET /api/dimensions/{id}': async () => admin('GET', (await made('/api/dimensions')).path),
    'POST /api/dimensions': () => admin('POST', '/api/dimensions', { code: code(), name: 'Fuzzed' }),
    'PUT /api/dimensions/{id}': async () => {
      const { path, body } = await made('/api/dimensions');
      return admin('PUT', path, { ...body, name: 'Fuzzed again' });
    },
    'DELETE /api/dimensions/{id}': async () => admin('DELETE', (await made('/api/dimensions')).path),
    'POST /api/dimensions/{id}/values': async () =>
      admin('POST', `${(await made('/api/dimensions')).path}/values`, { code: code(), name: 'Fuzzed' }),
    'PUT /api/dimensions/{id}/values/{valueId}': async () => {
      const { path, body } = await value();
      return admin('PUT', path, { ...body, active: false });
    },
    'DELETE /api/dimensions/{id}/values/{valueId}': async () => admin('DELETE', (await value()).path),
  };
}
