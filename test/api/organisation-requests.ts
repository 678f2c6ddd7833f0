import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';
import { pngOf } from '../support/pictures.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests of the provider for organisations. */
export function organisationRequests(provider: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const create = () => {
    const tenantId = `f${randomUUID().slice(0, 8)}`;
    const administrator = { name: 'Kaie Lind', username: `kaie.${tenantId}`, email: `kaie@${tenantId}.example` };
    const profile = { name: 'Fuzzed', timeZone: 'Europe/Tallinn', languageId: 'et' };
    return provider('POST', '/api/tenants', { tenantId, ...profile, administrator });
  };
  const made = async () => {
    const { body } = await create();
    return { path: `/api/tenants/${body.tenantId}`, body };
  };
  const upload = async (path: string) =>
    provider('PUT', `${path}/logo`, new Blob([Uint8Array.from(pngOf(8, 8))], { type: 'image/png' }));
  const withIssuer = async () => {
    const path = `${(await made()).path}/issuers`;
    const name = `f${randomUUID().slice(0, 8)}`;
    const issuer = `https://${name}.example/realms/staff`;
    const answer = await provider('POST', path, { name, kind: 'keycloak', issuer, clientId: 'verva' });
    return { path: `${path}/${name}`, list: path, answer };
  };
  return {
    'GET /api/tenants/{tenantId}/issuers': async () => provider('GET', (await withIssuer()).list),
    'POST /api/tenants/{tenantId}/issuers': async () => (await withIssuer()).answer,
    'PUT /api/tenants/{tenantId}/issuers/{name}': async () =>
      provider('PUT', (await withIssuer()).path, { clientId: 'other' }),
    'DELETE /api/tenants/{tenantId}/issuers/{name}': async () => provider('DELETE', (await withIssuer()).path),
    'POST /api/tenants/{tenantId}/issuers/{name}/try': async () =>
      provider('POST', `${(await withIssuer()).path}/try`, { idToken: 'no.token.really' }),
    'POST /api/tenants/{tenantId}/issuers/test': async () =>
      provider('POST', `${(await made()).path}/issuers/test`, {
        kind: 'other',
        issuer: 'https://10.0.0.1',
        clientId: 'x',
      }),
    'POST /api/tenants/{tenantId}/issuers/{name}/domains': async () =>
      provider('POST', `${(await withIssuer()).path}/domains`),
    'POST /api/tenants': create,
    'GET /api/tenants/{tenantId}': async () => provider('GET', (await made()).path),
    'PUT /api/tenants/{tenantId}': async () => {
      const { path, body } = await made();
      return provider('PUT', path, { ...body, name: 'Fuzzed again' });
    },
    'PUT /api/tenants/{tenantId}/logo': async () => upload((await made()).path),
    'GET /api/tenants/{tenantId}/export': async () => provider('GET', `${(await made()).path}/export`),
    'POST /api/tenants/{tenantId}/export': async () => provider('POST', `${(await made()).path}/export`),
    'POST /api/tenants/{tenantId}/export/address': async () => {
      const { path } = await made();
      await provider('POST', `${path}/export`);
      return provider('POST', `${path}/export/address`);
    },
    'GET /api/organisation-exports/{token}': () => provider('GET', `/api/organisation-exports/${'a'.repeat(43)}`),
    'GET /api/tenants/{tenantId}/erasure': async () => provider('GET', `${(await made()).path}/erasure`),
    'POST /api/tenants/{tenantId}/erase': async () =>
      provider('POST', `${(await made()).path}/erase`, { reason: 'Fuzzed' }),
    'POST /api/tenants/{tenantId}/erase/approve': async () => {
      const { path } = await made();
      await provider('POST', `${path}/erase`, { reason: 'Fuzzed' });
      return provider('POST', `${path}/erase/approve`);
    },
    'DELETE /api/tenants/{tenantId}/erase': async () => {
      const { path } = await made();
      await provider('POST', `${path}/erase`, { reason: 'Fuzzed' });
      return provider('DELETE', `${path}/erase`);
    },
    'POST /api/tenants/{tenantId}/suspend': async () =>
      provider('POST', `${(await made()).path}/suspend`, { reason: 'Fuzzed' }),
    'POST /api/tenants/{tenantId}/resume': async () => {
      const { path } = await made();
      await provider('POST', `${path}/suspend`, { reason: 'Fuzzed' });
      return provider('POST', `${path}/resume`);
    },
    'DELETE /api/tenants/{tenantId}/logo': async () => {
      const { path } = await made();
      await upload(path);
      return provider('DELETE', `${path}/logo`);
    },
  };
}
