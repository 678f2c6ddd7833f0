import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Endpoint } from '../../src/shared/contracts/endpoint.ts';
import { startHosted } from '../support/hosted-server.ts';
import { type Answer, client, identityToken } from '../support/identity-client.ts';
import { administrator, hasPostgres } from '../support/postgres.ts';
import { demoDatabase, freePort, type RunningServer } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';
import { PROCESS, validRequests } from './valid-requests.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Write operations without a row in the audit log, and why. */
const EXEMPT: readonly { readonly operation: RegExp; readonly why: string }[] = [
  {
    operation: / \/api\/(tasks|requests|mass-task-action|instances|messages|public\/tasks|processes\/\{key\}\/start)/,
    why: 'Work of a process: its history says who did what, and cannot be changed.',
  },
  {
    operation: / \/api\/(catalogue\/\{id\}\/|cases\/)/,
    why: 'A start is in the history of its case; favourites and drafts belong to their user alone.',
  },
  {
    operation: /records\/\{resource\}\/\{recordId\}\/comments/,
    why: 'A comment keeps its author, its time, its last edit, and who removed it and when.',
  },
  {
    operation: /preview|\/api\/forms\/check|POST \/api\/identity\/delegate$|POST \/api\/downloads/,
    why: 'Reads only. The download itself leaves a row.',
  },
  {
    operation: /\/api\/forms\/\{id\}\/tasks\/move/,
    why: 'Each task that moves has it in the history of its process.',
  },
  { operation: /POST .*\/hand-over$/, why: 'Each task that moves has it in the history of its process.' },
  { operation: /\/api\/alerts\/seen/, why: 'What the user has seen, as in the inbox.' },
  { operation: /\/api\/session\/ui/, why: "The user's own display, such as colours." },
  {
    operation: /\/api\/manuals\/(readings\/|\{id\}\/(images|remind))/,
    why: 'A confirmation is a receipt, in a chain of its own; progress, pictures of a draft and reminders change no right and no setting.',
  },
  {
    operation: /\/api\/imports\/|records\/\{resource\}\/import$|\/users\/sync$/,
    why: 'A check writes nothing; the job leaves a row for each user, with the import as its request (imports.test.ts).',
  },
  {
    operation: /status-changes/,
    why: 'A check writes nothing; each record that changes has a row, with the run as its request (status-changes.test.ts).',
  },
  { operation: /\/issuers\/(test|\{name\}\/try)$/, why: 'A test and a trial of an identity provider change nothing.' },
  {
    operation: /\/api\/config\/(plan|\{id\}\/rollback)$/,
    why: 'A plan changes nothing. Applying it leaves a row (test/config/apply.test.ts).',
  },
  { operation: /\/api\/held\//, why: 'Takes back what has not happened yet.' },
  { operation: /forgotPassword/, why: 'Who asks is unknown; the new password leaves a row.' },
  {
    operation: /tenants\/\{tenantId\}\/erase\/approve/,
    why: 'Needs a second administrator of the provider; organisation-erasure.test.ts proves the row that names them.',
  },
  { operation: /POST \/api\/public\/setup/, why: 'The organisation exists; test/setup proves the row of the set-up.' },
];

/** Operations whose caller is no user: a trusted server with its secret, or the holder of a link sent to an address. */
const WITHOUT_ACTOR = /\/api\/embed\/sessions/;

let verva: RunningServer;
let database: pg.Client;

before(async () => {
  if (!hasPostgres) return;
  const demo = await demoDatabase();
  verva = await startHosted({ ...demo, DEMO_IDP_PORT: String(await freePort()), MAIL_GATHER_SECONDS: '0' });
  // The administrator sees all rows, without policies.
  const admin = new URL(await administrator());
  admin.pathname = new URL(demo.DATABASE_URL).pathname;
  database = new pg.Client({ connectionString: admin.href });
  await database.connect();
});
after(async () => {
  await database?.end();
  await verva?.stop();
});

/** Every operation of the contracts that is not a GET, as `METHOD /path`. */
async function writeOperations(): Promise<string[]> {
  const found: string[] = [];
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const one of Object.values(contract)) {
      if (one?.method && one.path && one.method !== 'GET') found.push(`${one.method} ${one.path}`);
    }
  }
  return found.sort();
}

const patternOf = (operation: string): RegExp =>
  new RegExp(`^${operation.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/ ]+')}$`);

test('AUD-01 every write operation leaves a row in the audit log that names who', { skip: !hasPostgres }, async () => {
  const sent: { operation: string; requestId: string; status: number }[] = [];
  let count = 0;
  const connect: typeof client = (url, token) => {
    const send = client(url, token);
    return async (method, path, body, headers = {}): Promise<Answer> => {
      count += 1;
      const requestId = `complete-${count}`;
      const answer = await send(method, path, body, { ...headers, 'x-request-id': requestId });
      sent.push({ operation: `${method} ${path.split('?')[0]}`, requestId, status: answer.status });
      return answer;
    };
  };
  const valid = await validRequests(verva.url, connect);
  const provider = connect(verva.url, await identityToken(verva.url, 'grete.norden'));
  const key = `audited-${Date.now()}`;
  const made = async (path: string, body: object) => (await provider('POST', path, body)).body;
  let groups = 0;
  const audited = async () => {
    groups += 1;
    const { id } = await made('/api/identity/groups', { id: `${key}-${groups}`, name: 'Audited' });
    return `/api/identity/groups/${id}/members`;
  };
  const nodes = (name: string) => [{ type: 'text', key: name, label: { en: 'A' } }];
  const form = (id: string, title: string) => ({
    ...{ id, kind: 'task', title: { en: title } },
    body: {
      ...{ formatVersion: 1, id, kind: 'task', title: { en: title } },
      root: { type: 'stack', id: 'root', children: nodes('a') },
      outcomes: [{ id: 'ok', label: { en: 'OK' }, style: 'primary', comment: 'none', validate: true }],
    },
  });
  const view = () =>
    provider('POST', '/api/views', {
      ...{ resource: 'tasks', name: 'Audited', audience: 'tenant' },
      definition: { filters: [], sort: 'due', columns: ['name'] },
    });
  const changedView = async (method: string, body?: object) => {
    const { body: shared } = await view();
    return provider(method, `/api/views/${shared.id}`, body, { 'if-match': `"${shared.version}"` });
  };
  /** In place of dry runs, of private views, and of requests that change nothing. */
  const own: Readonly<Record<string, () => Promise<Answer>>> = {
    'POST /api/identity/groups/{groupId}/members': async () =>
      provider('POST', await audited(), { userIds: ['grete.norden'] }),
    'POST /api/identity/groups/{groupId}/members/sync': async () =>
      provider('POST', `${await audited()}/sync`, { userIds: ['grete.norden'] }),
    'DELETE /api/identity/groups/{groupId}/members/{userId}': async () => {
      const members = await audited();
      await provider('POST', `${members}/grete.norden`);
      return provider('DELETE', `${members}/grete.norden`);
    },
    'DELETE /api/identity/users/{userId}/avatar': async () => {
      await valid['PUT /api/identity/users/{userId}/avatar']!();
      return provider('DELETE', '/api/identity/users/me/avatar');
    },
    'POST /api/tenants/{tenantId}/export/address': async () => {
      await provider('POST', '/api/tenants/verva/export');
      await waitFor(async () => (await provider('GET', '/api/tenants/verva/export')).body.state, 'ready');
      return provider('POST', '/api/tenants/verva/export/address');
    },
    'DELETE /api/companies/{id}/logo': async () => {
      await valid['PUT /api/companies/{id}/logo']!();
      const logo = sent.findLast(({ operation }) => operation.startsWith('PUT /api/companies/'))!.operation;
      return provider('DELETE', logo.slice('PUT '.length));
    },
    'POST /api/departments/sync': () =>
      provider('POST', '/api/departments/sync', { departments: [{ code: key, name: 'Audited' }] }),
    'POST /api/views': view,
    'PUT /api/views/{id}': () => changedView('PUT', { name: 'Audited again' }),
    'DELETE /api/views/{id}': () => changedView('DELETE'),
    'POST /api/dropdowns/{dropdownId}/options/import': async () => {
      await provider('POST', '/api/dropdowns', { id: key, name: 'Audited' });
      return provider('POST', `/api/dropdowns/${key}/options/import`, { options: [{ id: 'b', defaultText: 'B' }] });
    },
    'PUT /api/dropdowns/{dropdownId}/options': async () => {
      const id = `${key}-order`;
      await provider('POST', '/api/dropdowns', { id, name: 'Audited' });
      for (const option of ['a', 'b'])
        await provider('POST', `/api/dropdowns/${id}/options`, { id: option, defaultText: option });
      return provider('PUT', `/api/dropdowns/${id}/options`, { positions: ['b', 'a'] });
    },
    'PUT /api/form-fragments/{id}': async () => {
      const { id } = await made('/api/form-fragments', { name: key, nodes: nodes('a') });
      return provider('PUT', `/api/form-fragments/${id}`, { name: key, nodes: nodes('b') });
    },
    'PUT /api/forms/{id}': async () => {
      await provider('POST', '/api/forms', form(key, 'Audited'));
      return provider('PUT', `/api/forms/${key}`, form(key, 'Audited again'));
    },
    'POST /api/processes/{key}/deploy': () => provider('POST', `/api/processes/${key}/deploy`, { xml: PROCESS(key) }),
  };
  const faults: string[] = [];
  for (const operation of await writeOperations()) {
    if (EXEMPT.some((one) => one.operation.test(operation))) continue;
    const make = own[operation] ?? valid[operation];
    assert.ok(make, `there is a request for ${operation}`);
    sent.length = 0;
    await make();
    const request = sent.findLast((one) => patternOf(operation).test(one.operation));
    if (!request || request.status >= 300) {
      faults.push(`${operation}: ${request?.status ?? 'not sent'}`);
      continue;
    }
    const { rows } = await database.query<{ actor_id: string | null; subject_id: string | null }>(
      'SELECT actor_id, subject_id FROM audit_log WHERE request_id = $1',
      [request.requestId],
    );
    if (rows.length === 0) faults.push(`${operation}: no row`);
    else if (!WITHOUT_ACTOR.test(operation) && rows.some(({ actor_id }) => actor_id === null))
      faults.push(`${operation}: a row without an actor`);
  }
  assert.deepEqual(faults, []);
});
