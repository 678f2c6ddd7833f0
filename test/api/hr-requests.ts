import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

const REASON = { 'verva-reason': encodeURIComponent('Planning of the health checks') };

/** Valid requests for people, contracts, pay, health checks, documents and sizes of a user whom nothing else changes. */
export function hrRequests(admin: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const user = async () => {
    const name = `hr.${randomUUID().slice(0, 8)}`;
    await admin('POST', '/api/identity/users', {
      id: name,
      name: 'Maret Mets',
      email: `${name}@verva.example`,
      invite: false,
    });
    return name;
  };
  const contract = async () => {
    const userId = await user();
    const { body } = await admin('POST', '/api/records/user_contracts', {
      ...{ userId, number: `F-${randomUUID().slice(0, 8)}`, kind: 'employment', startsOn: '2026-01-01' },
      ...{ weeklyHours: 40, trialEndsOn: '2026-04-30', dimensions: [] },
    });
    return { userId, id: body.id, version: body.version };
  };
  const check = async () => {
    const userId = await user();
    const values = {
      ...{ userId, kind: 'periodic', checkedOn: '2026-01-05', decision: 'fit' },
      ...{ validityValue: 2, validityUnit: '4_years' },
    };
    const { body } = await admin('POST', '/api/records/user_health', values, REASON);
    return { userId, values, id: body.id };
  };
  const document = async () => {
    const userId = await user();
    const { body } = await admin('POST', `/api/hr/${userId}/documents`, {
      ...{ category: 'Official Information', title: 'Passport', validUntil: '2030-01-01' },
      ...{ fileName: 'passport.txt', data: Buffer.from('passport').toString('base64') },
    });
    return `/api/hr/${userId}/documents/${body.id}`;
  };
  return {
    'GET /api/records/user/{userId}': async () => admin('GET', `/api/records/user/${await user()}`),
    'POST /api/records/user_contracts': async () =>
      admin('POST', '/api/records/user_contracts', {
        ...{ userId: await user(), kind: 'fixed', startsOn: '2026-01-01', endsOn: '2026-12-31', jobTitle: 'Rigger' },
        ...{ place: 'Tallinn', weeklyHours: 40 },
      }),
    'PUT /api/records/user_contracts/{id}': async () =>
      admin('PUT', `/api/records/user_contracts/${(await contract()).id}`, {
        ...{ kind: 'employment', startsOn: '2026-01-01', endsOn: '2027-01-31', endReason: 'Moves to another company' },
      }),
    'DELETE /api/records/user_contracts/{id}': async () =>
      admin('DELETE', `/api/records/user_contracts/${(await contract()).id}`),
    'GET /api/records/user_health': async () =>
      admin('GET', `/api/records/user_health?userId=${(await check()).userId}`, undefined, REASON),
    'POST /api/records/user_health': async () =>
      admin('POST', '/api/records/user_health', (await check()).values, REASON),
    'PUT /api/records/user_health/{id}': async () => {
      const { id, values } = await check();
      const changed = { ...values, decision: 'fit_with_restrictions', restrictions: 'No night work' };
      return admin('PUT', `/api/records/user_health/${id}`, changed, REASON);
    },
    'DELETE /api/records/user_health/{id}': async () => {
      const { id, userId } = await check();
      return admin('DELETE', `/api/records/user_health/${id}?userId=${userId}`, undefined, REASON);
    },
    'GET /api/hr/{userId}/pay': async () => admin('GET', `/api/hr/${await user()}/pay`, undefined, REASON),
    'POST /api/hr/{userId}/pay': async () => {
      const { userId, id } = await contract();
      const pay = {
        contractId: id,
        kind: 'base',
        amountMinor: 180_000,
        currency: 'EUR',
        period: 'month',
        validFrom: '2026-01-01',
      };
      return admin('POST', `/api/hr/${userId}/pay`, pay, REASON);
    },
    'GET /api/hr/{userId}/documents': async () => admin('GET', `/api/hr/${await user()}/documents`),
    'POST /api/hr/{userId}/documents': async () =>
      admin('POST', `/api/hr/${await user()}/documents`, {
        ...{ category: 'Contract', title: 'Contract', issuedOn: '2026-01-01', fileName: 'contract.txt' },
        data: Buffer.from('contract').toString('base64'),
      }),
    'PUT /api/hr/{userId}/documents/{id}': async () => admin('PUT', await document(), { title: 'Passport of Maret' }),
    'DELETE /api/hr/{userId}/documents/{id}': async () => admin('DELETE', await document()),
    'GET /api/hr/{userId}/documents/{id}/content': async () => admin('GET', `${await document()}/content`),
    'GET /api/hr/{userId}/sizes': async () => admin('GET', `/api/hr/${await user()}/sizes`),
    'PUT /api/hr/{userId}/sizes': async () =>
      admin('PUT', `/api/hr/${await user()}/sizes`, [{ item: 'Shoes', size: '42' }]),
    'GET /api/hr/{userId}/access': async () => admin('GET', `/api/hr/${await user()}/access`),
  };
}
