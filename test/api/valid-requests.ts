import { randomUUID } from 'node:crypto';
import { type Answer, client, identityToken, identityTokenWithApp } from '../support/identity-client.ts';
import { messageOf } from '../support/outbox.ts';
import { pngOf } from '../support/pictures.ts';
import { caseTypeRequests } from './case-type-requests.ts';
import { catalogueRequests } from './catalogue-requests.ts';
import { configurationRequests } from './configuration-requests.ts';
import { hrRequests } from './hr-requests.ts';
import { manualAuthoringRequests } from './manual-authoring-requests.ts';
import { manualReadingRequests } from './manual-reading-requests.ts';
import { menuRequests } from './menu-requests.ts';
import { organisationRequests } from './organisation-requests.ts';
import { referenceDataRequests } from './reference-data-requests.ts';
import { registryRequests } from './registry-requests.ts';

export const PROCESS = (key: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:verva="https://verva.dev/bpmn" targetNamespace="https://verva.dev/test">
  <process id="${key}" name="Fuzzed" isExecutable="true">
    <startEvent id="start"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="first"/>
    <userTask id="first" name="First" verva:assignee="=initiator"/>
    <sequenceFlow id="f2" sourceRef="first" targetRef="free"/>
    <adHocSubProcess id="free" name="Free">
      <userTask id="look" name="Look" verva:assignee="=initiator"/>
    </adHocSubProcess>
    <sequenceFlow id="f3" sourceRef="free" targetRef="done"/>
    <endEvent id="done"/>
  </process>
</definitions>`;

const FORM = (id: string) => ({
  id,
  kind: 'task',
  title: { en: 'Fuzzed' },
  body: {
    formatVersion: 1,
    id,
    kind: 'task',
    title: { en: 'Fuzzed' },
    root: { type: 'stack', id: 'root', children: [{ type: 'text', key: 'a', label: { en: 'A' } }] },
    outcomes: [{ id: 'ok', label: { en: 'OK' }, style: 'primary', comment: 'none', validate: true }],
  },
});

/**
 * One valid request for each operation of the API, by `METHOD /path`. They are independent of each other and of their
 * order. `connect` creates the callers, so that a test can inspect their requests.
 */
export async function validRequests(
  url: string,
  connect = client,
): Promise<Readonly<Record<string, () => Promise<Answer>>>> {
  const provider = connect(url, await identityToken(url, 'grete.norden'));
  const anna = connect(url, await identityToken(url, 'anna.tamm'));
  const key = `fuzz-${randomUUID().slice(0, 8)}`;
  const unusedLanguages = [
    'lt',
    'lv',
    'fi',
    'sv',
    'da',
    'nb',
    'de',
    'fr',
    'es',
    'it',
    'pl',
    'cs',
    'sk',
    'sl',
    'hr',
    'hu',
    'ro',
    'bg',
    'el',
    'tr',
  ];
  const addLanguage = () =>
    provider('POST', '/api/i18n/languages', { languageId: unusedLanguages.shift(), enabled: false });
  const withKey = () => ({ 'idempotency-key': randomUUID() });
  const deploy = () => provider('POST', `/api/processes/${key}/deploy`, { xml: PROCESS(key) });
  const start = async (): Promise<{ instanceId: string; taskId: string }> => {
    await deploy();
    const { body } = await provider(
      'POST',
      `/api/processes/${key}/start`,
      { variables: { initiator: 'grete.norden' } },
      withKey(),
    );
    return { instanceId: body.instanceId, taskId: body.firstTask };
  };
  /** Starts an instance that has reached its ad-hoc sub-process. */
  const startFree = async () => {
    const started = await start();
    await provider('POST', `/api/tasks/${started.taskId}`, { action: 'complete', outcome: 'complete' }, withKey());
    return started;
  };
  const someOrigin = () => `https://fuzz-${randomUUID().slice(0, 8)}.example`;
  const scimClient = async () => {
    const made = await provider('POST', '/api/scim/clients', { name: 'Fuzzed', months: 1 });
    if (made.status !== 409) return made;
    // An organisation has only so many: one of them makes room.
    const { body } = await provider('GET', '/api/scim/clients');
    await provider('DELETE', `/api/scim/clients/${body.items[0].id}`);
    return provider('POST', '/api/scim/clients', { name: 'Fuzzed', months: 1 });
  };
  const embedClient = () => provider('POST', '/api/embed/clients', { name: 'Fuzzed', scopes: ['inbox'] });
  const basicOf = ({ id, secret }: { id: string; secret: string }) =>
    `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const embedSession = async (made: Answer) => {
    const origin = someOrigin();
    await provider('POST', '/api/embed/origins', { origin });
    const asked = { userId: 'grete.norden', scopes: ['inbox'], origin };
    return provider('POST', '/api/embed/sessions', asked, { authorization: basicOf(made.body) });
  };
  const formId = async () => {
    const id = `fuzz-${randomUUID().slice(0, 8)}`;
    await provider('POST', '/api/forms', FORM(id));
    return id;
  };
  const ofRequest = (path: string) => async () => provider('GET', `/api/requests/${(await start()).instanceId}${path}`);
  const ofTask = (path: string) => async () => provider('GET', `/api/tasks/${(await start()).taskId}${path}`);

  /** Starts a mass action of one task that the provider may complete. */
  const mass = async (more: object = {}, headers: Record<string, string> = {}) => {
    const { taskId } = await start();
    const body = { taskIds: [taskId], action: { action: 'complete', outcome: 'complete' }, ...more };
    return provider('POST', '/api/mass-task-action/tasks', body, { ...withKey(), ...headers });
  };
  /** Plans an import of one new user, as an administrator. */
  const plan = (csv = `username,name,email\n${key}-${randomUUID().slice(0, 8)},Uus Inimene,uus@example.test`) =>
    provider('POST', '/api/records/people/import', new Blob([csv], { type: 'text/csv' }));
  const ofPlan = (path: string) => async () => provider('GET', `/api/imports/${(await plan()).body.id}${path}`);
  const runPlan = async () => provider('POST', `/api/imports/${(await plan()).body.id}/run`, {});
  /** Waits for the end of an import. */
  const ended = async (id: string): Promise<void> => {
    while ((await provider('GET', `/api/imports/${id}`)).body.state !== 'done');
  };
  const ofRun = (path: string) => async () =>
    provider('GET', `/api/mass-task-action/runs/${(await mass()).body.id}${path}`);
  /** Starts a change of the status of one new asset. */
  const statusChange = async (more: object = {}) => {
    const recordIds = [(await asset()).body.id];
    return anna('POST', '/api/records/assets/status-changes', { recordIds, status: 'archived', ...more }, withKey());
  };
  const ofStatusChange = (path: string) => async () =>
    anna('GET', `/api/status-changes/${(await statusChange()).body.id}${path}`);
  const comment = async () => {
    const { taskId } = await start();
    const answer = await provider('POST', `/api/tasks/${taskId}/comments`, {
      text: 'One',
      mentions: ['ivo.lahe'],
      invite: true,
    });
    return { answer, path: `/api/tasks/${taskId}/comments/${answer.body.id}` };
  };
  const delegated = async () => {
    const { taskId } = await start();
    const body = { returns: true, comment: 'Please' };
    return { taskId, answer: await provider('POST', `/api/tasks/${taskId}/delegate/ivo.lahe`, body) };
  };
  /** Address changes end sessions, so they use a user whom no other request needs, and a new session each time. */
  const changer = async () => connect(url, await identityToken(url, 'mart.kask'));
  const emailChange = async (email = `mart-${randomUUID().slice(0, 8)}@new.example`) =>
    (await changer())('POST', '/api/identity/email-change', { email, currentPassword: 'Verva-demo-2026' });
  /** Returns the token in the e-mail to the new or to the former address. */
  const emailToken = async (page: 'email-change' | 'email-undo') => {
    const email = `mart-${randomUUID().slice(0, 8)}@new.example`;
    const { body: me } = await (await changer())('GET', '/api/identity/users/me');
    const { text } = await messageOf(url, page === 'email-change' ? email : me.email, () => emailChange(email));
    return { token: new RegExp(`/${page}#([\\w-]+)`).exec(text)?.[1] };
  };
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
  const attach = async () => {
    const content = { fileName: 'notes.txt', data: Buffer.from('Rope, 44 mm').toString('base64') };
    return provider('POST', `/api/attachments/${(await start()).taskId}`, content);
  };

  const asset = () => anna('POST', '/api/records/assets', { data: { name: 'Fuzzed', category: 'phone' } });
  const assetPath = async () => `/api/records/assets/${(await asset()).body.id}`;
  const recordComment = async () => {
    const path = `${await assetPath()}/comments`;
    const answer = await anna('POST', path, { text: 'Fuzzed' });
    return { answer, path: `${path}/${answer.body.id}` };
  };

  /** A separate year for each period, so that none overlaps another. */
  let year = 2100;
  const period = (more: object = {}) => {
    year += 1;
    return { delegateUserId: 'mart.kask', startDate: `${year}-01-01`, endDate: `${year}-01-05`, ...more };
  };
  const delegationId = async () => (await anna('POST', '/api/identity/delegate/me', period())).body.id;

  const view = () =>
    anna('POST', '/api/views', {
      resource: 'tasks',
      name: 'Fuzzed',
      definition: { filters: [{ column: 'due', operation: 'lt', value: 'now' }], sort: 'due', columns: ['name'] },
    });
  const changedView = async (method: 'PUT' | 'DELETE', body?: object) => {
    const { body: made } = await view();
    return anna(method, `/api/views/${made.id}`, body, { 'if-match': `"${made.version}"` });
  };

  /** Returns a link of an e-mail about a task, which works without signing in. */
  const mailedLink = async (path: string, username = 'ivo.lahe'): Promise<string> => {
    await deploy();
    const begin = { variables: { initiator: username }, businessKey: randomUUID() };
    // Other requests cause messages to the same user, and one message can have the links of several tasks.
    const email = await messageOf(
      url,
      `${username}@verva.example`,
      () => provider('POST', `/api/processes/${key}/start`, begin, withKey()),
      ({ text }) => text.includes(begin.businessKey),
    );
    const own = email.text.slice(email.text.indexOf(begin.businessKey));
    return new RegExp(`/${path}/([\\w-]+)`).exec(own)![1]!;
  };
  const choices = async () => {
    const { body } = await provider('GET', '/api/notifications/settings');
    return { choices: body.choices, hour: body.hour };
  };

  const dropdown = async () => {
    const id = `fuzz-${randomUUID().slice(0, 8)}`;
    const { body } = await provider('POST', '/api/dropdowns', { id, name: 'Fuzzed' });
    await provider('POST', `/api/dropdowns/${id}/options`, { id: 'a', defaultText: 'A', texts: { et: 'Aa' } });
    return { path: `/api/dropdowns/${id}`, body };
  };
  const group = async () => {
    const id = `fuzz-${randomUUID().slice(0, 8)}`;
    const { body } = await provider('POST', '/api/identity/groups', { id, name: 'Fuzzed' });
    return { path: `/api/identity/groups/${id}`, body };
  };
  const newUser = async (by = provider) => {
    const id = `fuzz-${randomUUID().slice(0, 8)}`;
    await by('POST', '/api/identity/users', { id, name: 'Fuzzed', email: `${id}@verva.example`, invite: false });
    return `/api/identity/users/${id}`;
  };
  /** Deactivates a user with an open task. */
  const leaver = async (reassign = 'keep') => {
    const path = await newUser();
    await deploy();
    const begin = { variables: { initiator: path.split('/').at(-1) } };
    await provider('POST', `/api/processes/${key}/start`, begin, withKey());
    await provider('DELETE', `${path}?reassign=${reassign}`);
    return path;
  };
  /** Links a user of the organisation that has an identity provider, where that is started. */
  const linked = async () => {
    const by = connect(url, await identityToken(url, 'helen.koppel'));
    const path = `${await newUser(by)}/links`;
    return { by, path, answer: await by('POST', path, { providerName: 'lumikko', subject: randomUUID() }) };
  };
  /** A user with an authenticator app, until it is removed. */
  const withApp = async () => {
    const by = connect(url, await identityTokenWithApp(url, 'jelena.smirnova'));
    const { body } = await by('GET', '/api/identity/users/me/factors');
    const remove = () => by('DELETE', `/api/identity/users/me/factors/${body.factors[0].id}`);
    return { by, remove };
  };
  const departmentId = async () => (await anna('GET', '/api/departments')).body.items[0].id;

  const nodes = [{ type: 'text', key: 'a', label: { en: 'A' } }];
  const fragment = async () => {
    const { body } = await provider('POST', '/api/form-fragments', { name: `Fuzzed ${randomUUID()}`, nodes });
    return { path: `/api/form-fragments/${body.id}`, name: body.name };
  };

  return {
    ...manualAuthoringRequests(provider),
    ...manualReadingRequests(provider),
    ...caseTypeRequests(provider, key, deploy),
    ...configurationRequests(provider),
    ...catalogueRequests(provider, key, deploy),
    ...menuRequests(provider),
    ...registryRequests(provider),
    ...organisationRequests(provider),
    ...hrRequests(provider),
    ...referenceDataRequests(provider),
    'GET /api/form-fragments': () => provider('GET', '/api/form-fragments'),
    'POST /api/form-fragments': () =>
      provider('POST', '/api/form-fragments', { name: `Fuzzed ${randomUUID()}`, nodes }),
    'PUT /api/form-fragments/{id}': async () => {
      const { path, name } = await fragment();
      return provider('PUT', path, { name, nodes });
    },
    'DELETE /api/form-fragments/{id}': async () => provider('DELETE', (await fragment()).path),
    'POST /api/identity/groups': () =>
      provider('POST', '/api/identity/groups', { id: `fuzz-${randomUUID().slice(0, 8)}`, name: 'Fuzzed' }),
    'PUT /api/identity/groups/{groupId}': async () => {
      const { path, body } = await group();
      return provider('PUT', path, { ...body, description: 'Changed' });
    },
    'DELETE /api/identity/groups/{groupId}': async () => provider('DELETE', (await group()).path),
    'GET /api/identity/groups/{groupId}/uses': async () => provider('GET', `${(await group()).path}/uses`),
    'GET /api/identity/groups/{groupId}/members': async () =>
      provider('GET', `${(await group()).path}/members?q=a&sort=addedAt:desc&count=true`),
    'POST /api/identity/groups/{groupId}/members': async () =>
      provider('POST', `${(await group()).path}/members`, { userIds: ['mart.kask', 'no.such.user'], dryRun: true }),
    'POST /api/identity/groups/{groupId}/members/sync': async () =>
      provider('POST', `${(await group()).path}/members/sync`, { userIds: ['mart.kask'] }),
    'POST /api/identity/groups/{groupId}/members/{userId}': async () =>
      provider('POST', `${(await group()).path}/members/grete.norden`),
    'DELETE /api/identity/groups/{groupId}/members/{userId}': async () =>
      provider('DELETE', `${(await group()).path}/members/grete.norden`),
    'POST /api/identity/users': () => {
      const id = `fuzz-${randomUUID().slice(0, 8)}`;
      return provider('POST', '/api/identity/users', { id, name: 'Fuzzed', email: `${id}@verva.example` });
    },
    'GET /api/rights': () => provider('GET', '/api/rights'),
    'PUT /api/rights/settings': async () => {
      const { settings } = (await provider('GET', '/api/rights')).body;
      return provider('PUT', '/api/rights/settings', { ...settings, selfRename: !settings.selfRename });
    },
    'GET /api/identity/users/{userId}/rights': () => provider('GET', '/api/identity/users/me/rights'),
    'GET /api/audit/settings': () => provider('GET', '/api/audit/settings'),
    'PUT /api/audit/settings': async () => {
      const { months } = (await provider('GET', '/api/audit/settings')).body;
      return provider('PUT', '/api/audit/settings', { months: months === 36 ? 60 : 36 });
    },
    'GET /api/audit/verify': () => anna('GET', '/api/audit/verify'),
    'GET /api/identity/users/managed': () => anna('GET', '/api/identity/users/managed'),
    'GET /api/identity/users/{userId}/managers': () => anna('GET', '/api/identity/users/me/managers'),
    'PUT /api/identity/users/{userId}/managers': async () =>
      provider('PUT', `${await newUser()}/managers`, { line: ['grete.norden'], functional: [] }),
    'GET /api/identity/users/{userId}/links': async () => provider('GET', `${await newUser()}/links`),
    'POST /api/identity/users/{userId}/links': async () => (await linked()).answer,
    'DELETE /api/identity/users/{userId}/links/{providerName}': async () => {
      const { by, path } = await linked();
      return by('DELETE', `${path}/lumikko`);
    },
    'GET /api/identity/users/{userId}/factors': async () => provider('GET', `${await newUser()}/factors`),
    'DELETE /api/identity/users/{userId}/factors/{factorId}': async () => (await withApp()).remove(),
    'GET /api/identity/users/{userId}/sessions': () => provider('GET', '/api/identity/users/me/sessions'),
    'DELETE /api/identity/users/{userId}/sessions/{sessionId}': async () => {
      const by = connect(url, await identityToken(url, 'jelena.smirnova'));
      const { body } = await by('GET', '/api/identity/users/me/sessions');
      return by('DELETE', `/api/identity/users/me/sessions/${body.sessions[0].id}`);
    },
    'POST /api/identity/users/{userId}/sign-out': async () =>
      provider('POST', `${await newUser()}/sign-out`, undefined, withKey()),
    'POST /api/identity/backup-codes': async () => {
      const { by, remove } = await withApp();
      const answer = await by('POST', '/api/identity/backup-codes');
      await remove();
      return answer;
    },
    'POST /api/identity/users/{userId}/password': async () => provider('POST', `${await newUser()}/password`),
    'POST /api/identity/users/{userId}/recover': async () => provider('POST', `${await newUser()}/recover`),
    'GET /api/identity/users/{userId}/dependents': async () => provider('GET', `${await newUser()}/dependents`),
    'DELETE /api/identity/users/{userId}': async () => provider('DELETE', await newUser()),
    'GET /api/identity/users/{userId}/successor': async () => provider('GET', `${await leaver()}/successor`),
    'PUT /api/identity/users/{userId}/successor': async () =>
      provider('PUT', `${await leaver()}/successor`, { successor: 'grete.norden' }),
    'GET /api/identity/users/{userId}/hand-over': async () => provider('GET', `${await newUser()}/hand-over`),
    'POST /api/identity/users/{userId}/hand-over': async () =>
      provider('POST', `${await leaver()}/hand-over`, { reason: 'Left the company' }),
    'GET /api/identity/users/{userId}/hand-over/items': async () =>
      provider('GET', `${await leaver('manager')}/hand-over/items?limit=10`),
    'GET /api/identity/users/{userId}/erasure': async () => provider('GET', `${await leaver()}/erasure`),
    'POST /api/identity/users/{userId}/erase': async () => {
      const path = await newUser();
      await provider('DELETE', path);
      return provider('POST', `${path}/erase`, { reason: 'Left the company' });
    },
    'POST /api/identity/users/{userId}/erase/approve': async () => {
      // A second administrator of the same organisation.
      const grete = { 'verva-tenant': 'pohjaranna' };
      const path = await newUser(anna);
      await anna('DELETE', path);
      await anna('POST', `${path}/erase`, { reason: 'Left the company' });
      return provider('POST', `${path}/erase/approve`, undefined, grete);
    },
    'DELETE /api/identity/users/{userId}/erase': async () => {
      const path = await newUser();
      await provider('DELETE', path);
      await provider('POST', `${path}/erase`, { reason: 'Left the company' });
      return provider('DELETE', `${path}/erase`);
    },
    'POST /api/identity/users/{userId}/reactivate': async () => {
      const path = await newUser();
      await provider('DELETE', path);
      return provider('POST', `${path}/reactivate`);
    },
    'GET /api/dropdowns': () => provider('GET', '/api/dropdowns?q=cost&count=true&sort=id:desc'),
    'POST /api/dropdowns': () =>
      provider('POST', '/api/dropdowns', { id: `fuzz-${randomUUID().slice(0, 8)}`, name: 'Fuzzed', description: null }),
    'GET /api/dropdowns/{id}': async () => provider('GET', (await dropdown()).path),
    'PUT /api/dropdowns/{id}': async () => {
      const { path, body } = await dropdown();
      return provider('PUT', path, { ...body, name: 'Fuzzed again' });
    },
    'DELETE /api/dropdowns/{id}': async () => provider('DELETE', (await dropdown()).path),
    'GET /api/dropdowns/{dropdownId}/options': async () => provider('GET', `${(await dropdown()).path}/options`),
    'POST /api/dropdowns/{dropdownId}/options': async () =>
      provider('POST', `${(await dropdown()).path}/options`, { id: 'b', text: 'B', properties: { rate: 24 } }),
    'PUT /api/dropdowns/{dropdownId}/options': async () =>
      provider('PUT', `${(await dropdown()).path}/options`, { positions: ['a'] }),
    'PUT /api/dropdowns/{dropdownId}/options/{optionId}': async () =>
      provider('PUT', `${(await dropdown()).path}/options/a`, { active: false }),
    'DELETE /api/dropdowns/{dropdownId}/options/{optionId}': async () =>
      provider('DELETE', `${(await dropdown()).path}/options/a`),
    'POST /api/dropdowns/{dropdownId}/options/import': async () =>
      provider('POST', `${(await dropdown()).path}/options/import`, {
        options: [{ id: 'b', defaultText: 'B' }],
        dryRun: true,
      }),
    'GET /api/dropdowns/{dropdownId}/{languageId}/values': () =>
      anna('GET', '/api/dropdowns/costCenters/et/values?withEmpty=true&properties.account=in:4100,4300&limit=5'),
    'GET /api/uses/{kind}/{id}': () => provider('GET', '/api/uses/dimension/object'),
    'GET /api/departments': () => anna('GET', '/api/departments?tree=true'),
    'GET /api/departments/{id}': async () => anna('GET', `/api/departments/${await departmentId()}`),
    'GET /api/departments/user/{id}': () => anna('GET', '/api/departments/user/me'),
    'GET /api/records/{resource}': () => anna('GET', '/api/records/cases?q=p'),
    'GET /api/records/{resource}/columns': () => anna('GET', '/api/records/manuals/columns'),
    'GET /api/records/{resource}/counts': () => anna('GET', '/api/records/assets/counts'),
    'POST /api/records/{resource}': asset,
    'GET /api/records/{resource}/{recordId}': async () => anna('GET', await assetPath()),
    'GET /api/records/{resource}/{recordId}/form': () => anna('GET', '/api/records/assets/new/form'),
    'PUT /api/records/{resource}/{recordId}': async () => anna('PUT', await assetPath(), { status: 'archived' }),
    'POST /api/records/{resource}/{recordId}/status': async () =>
      anna('POST', `${await assetPath()}/status`, { status: 'archived', data: { name: 'Fuzzed again' } }),
    'GET /api/records/{resource}/{recordId}/related': async () => anna('GET', `${await assetPath()}/related`),
    'GET /api/records/{resource}/{recordId}/comments': async () => anna('GET', `${await assetPath()}/comments`),
    'POST /api/records/{resource}/{recordId}/comments': async () => (await recordComment()).answer,
    'PUT /api/records/{resource}/{recordId}/comments/{commentId}': async () =>
      anna('PUT', (await recordComment()).path, { text: 'Better' }),
    'DELETE /api/records/{resource}/{recordId}/comments/{commentId}': async () =>
      anna('DELETE', (await recordComment()).path),
    'DELETE /api/records/{resource}/{recordId}': async () => anna('DELETE', await assetPath()),
    'POST /api/records/{resource}/{recordId}/restore': async () => {
      const path = await assetPath();
      await anna('DELETE', path);
      return anna('POST', `${path}/restore`);
    },
    'GET /api/companies': () => anna('GET', '/api/companies?q=p'),
    'GET /api/dimensions': () => anna('GET', '/api/dimensions'),
    'GET /api/dimensions/{id}/values': () => anna('GET', '/api/dimensions/object/values?q=q'),
    'GET /api/views': () => anna('GET', '/api/views?resource=tasks'),
    'POST /api/views': view,
    'GET /api/views/{id}': async () => anna('GET', `/api/views/${(await view()).body.id}?resource=tasks`),
    'PUT /api/views/{id}': () => changedView('PUT', { name: 'Fuzzed again' }),
    'DELETE /api/views/{id}': () => changedView('DELETE'),
    'GET /api/public/tasks/complete/{taskActionId}': async () =>
      anna('GET', `/api/public/tasks/complete/${await mailedLink('task-action')}`),
    'PATCH /api/public/tasks/complete/{taskActionId}': async () =>
      anna('PATCH', `/api/public/tasks/complete/${await mailedLink('task-action')}`, { comment: 'Seen.' }),
    'GET /api/public/notifications/unsubscribe/{token}': async () =>
      anna('GET', `/api/public/notifications/unsubscribe/${await mailedLink('unsubscribe')}`),
    'POST /api/public/notifications/unsubscribe/{token}': async () =>
      anna('POST', `/api/public/notifications/unsubscribe/${await mailedLink('unsubscribe', 'kaja.veski')}`),
    'GET /api/notifications/settings': () => anna('GET', '/api/notifications/settings'),
    'PUT /api/notifications/settings': async () => provider('PUT', '/api/notifications/settings', await choices()),
    'GET /api/looks': () => anna('GET', '/api/looks'),
    'GET /api/alerts': () => provider('GET', '/api/alerts'),
    'GET /api/alerts/unseen': () => provider('GET', '/api/alerts/unseen'),
    'POST /api/alerts/seen': () => provider('POST', '/api/alerts/seen', { until: randomUUID() }),
    'GET /api/sign-in-settings': () => provider('GET', '/api/sign-in-settings'),
    'GET /api/tenants/{tenantId}/sign-in-settings': () => provider('GET', '/api/tenants/verva/sign-in-settings'),
    'PUT /api/tenants/{tenantId}/sign-in-settings': () =>
      provider('PUT', '/api/tenants/verva/sign-in-settings', { sessionHours: 719 }),
    // Anything else would require a second factor of the next caller.
    'PUT /api/sign-in-settings': () => provider('PUT', '/api/sign-in-settings', { secondFactor: 'off' }),
    'GET /api/notifications/defaults': () => provider('GET', '/api/notifications/defaults'),
    'PUT /api/notifications/defaults': async () =>
      provider('PUT', '/api/notifications/defaults', { ...(await choices()), actionDays: 14 }),
    'GET /api/identity/users': () => anna('GET', '/api/identity/users?q=ma'),
    'GET /api/identity/delegate/{userId}': () => anna('GET', '/api/identity/delegate/me?ended=true'),
    'GET /api/identity/delegate/{userId}/incoming': () => anna('GET', '/api/identity/delegate/me/incoming?ended=true'),
    'GET /api/identity/absences': () => anna('GET', '/api/identity/absences?from=2026-11-23&days=14'),
    'POST /api/identity/delegate/{userId}': () =>
      anna('POST', '/api/identity/delegate/me', period({ comment: 'Holiday' })),
    'POST /api/identity/delegate/{userId}/preview': () => anna('POST', '/api/identity/delegate/me/preview', period()),
    'POST /api/identity/delegate': () => provider('POST', '/api/identity/delegate', { from: '2026-01-01', limit: 5 }),
    'POST /api/identity/delegate/create': () =>
      provider('POST', '/api/identity/delegate/create', period({ userId: 'me', delegateUserId: 'ivo.lahe' })),
    'DELETE /api/identity/delegate/{id}': async () => anna('DELETE', `/api/identity/delegate/${await delegationId()}`),
    'GET /api/identity/delegate/{id}/report': async () =>
      anna('GET', `/api/identity/delegate/${await delegationId()}/report`),
    'DELETE /api/held/{id}': async () => {
      const { body } = await anna('DELETE', `/api/identity/delegate/${await delegationId()}`, undefined, {
        prefer: 'undo=30',
      });
      return anna('DELETE', `/api/held/${body.held.id}`);
    },
    'POST /api/attachments/{id}': attach,
    'GET /api/attachments/{id}': async () => provider('GET', `/api/attachments/${(await attach()).body.id}`),
    'GET /api/attachments/{id}/content': async () =>
      provider('GET', `/api/attachments/${(await attach()).body.id}/content?download`),
    'DELETE /api/attachments/{id}': async () => provider('DELETE', `/api/attachments/${(await attach()).body.id}`),
    'GET /api/public/identity/config': () => provider('GET', '/api/public/identity/config'),
    'POST /api/login/user/forgotPassword': () =>
      anna('POST', '/api/login/user/forgotPassword', { userId: 'liis.saar' }),
    'GET /api/login/{username}': () => provider('GET', '/api/login/anna.tamm'),
    'POST /api/logout-all': async () =>
      connect(url, await identityToken(url, 'lina.chen'))('POST', '/api/logout-all', undefined, withKey()),
    'GET /api/session': () => anna('GET', '/api/session'),
    'PUT /api/session/ui': () => anna('PUT', '/api/session/ui', { dense: false }),
    'GET /api/identity/users/{userId}': () => anna('GET', '/api/identity/users/me'),
    'GET /api/public/identity/providers/{idpName}': () => provider('GET', '/api/public/identity/providers/lumikko'),
    'GET /api/public/embed/{tenant}': () =>
      anna('GET', '/api/public/embed/pohjaranna?origin=https%3A%2F%2Fexample.org'),
    'GET /api/doctor': () => anna('GET', '/api/doctor'),
    'GET /api/embed/origins': () => provider('GET', '/api/embed/origins'),
    'POST /api/embed/origins': () => provider('POST', '/api/embed/origins', { origin: someOrigin() }),
    'DELETE /api/embed/origins/{id}': async () =>
      provider(
        'DELETE',
        `/api/embed/origins/${(await provider('POST', '/api/embed/origins', { origin: someOrigin() })).body.id}`,
      ),
    'GET /api/embed/settings': () => provider('GET', '/api/embed/settings'),
    'PUT /api/embed/settings': () => provider('PUT', '/api/embed/settings', { clientsMayConfirm: true }),
    'GET /api/embed/clients': () => provider('GET', '/api/embed/clients'),
    'POST /api/embed/clients': embedClient,
    'PUT /api/embed/clients/{id}': async () =>
      provider('PUT', `/api/embed/clients/${(await embedClient()).body.id}`, { name: 'Portal', scopes: ['manuals'] }),
    'POST /api/embed/clients/{id}/rotate': async () =>
      provider('POST', `/api/embed/clients/${(await embedClient()).body.id}/rotate`),
    'DELETE /api/embed/clients/{id}': async () =>
      provider('DELETE', `/api/embed/clients/${(await embedClient()).body.id}`),
    'POST /api/embed/sessions': async () => embedSession(await embedClient()),
    'DELETE /api/embed/sessions/{id}': async () => {
      const made = await embedClient();
      const { body } = await embedSession(made);
      return provider('DELETE', `/api/embed/sessions/${body.id}`, undefined, { authorization: basicOf(made.body) });
    },
    'GET /api/public/setup': () => provider('GET', '/api/public/setup'),
    // The server of these requests is already configured: 410.
    'POST /api/public/setup': () =>
      provider('POST', '/api/public/setup', {
        token: 'a'.repeat(43),
        organisation: { name: 'Fuzzed', timeZone: 'Europe/Tallinn', languageId: 'en' },
        administrator: { name: 'Fuzzed', username: 'fuzzed', email: 'f@fuzzed.example', password: 'Fuzzed-2026-key' },
      }),
    'POST /api/identity/email-change': () => emailChange(),
    'DELETE /api/identity/email-change': async () => {
      await emailChange();
      return (await changer())('DELETE', '/api/identity/email-change');
    },
    'POST /api/public/identity/email-change': async () =>
      provider('POST', '/api/public/identity/email-change', await emailToken('email-change')),
    'POST /api/public/identity/email-undo': async () =>
      provider('POST', '/api/public/identity/email-undo', await emailToken('email-undo')),
    'PUT /api/identity/users/{userId}': async () => {
      const { body } = await provider('GET', '/api/identity/users/me');
      return provider('PUT', '/api/identity/users/me', { ...body, name: `Grete ${randomUUID().slice(0, 4)}` });
    },
    'POST /api/identity/users/sync': () =>
      provider('POST', '/api/identity/users/sync', { users: [{ id: 'anna.tamm', name: 'Anna Tamm' }], dryRun: true }),
    'POST /api/public/users/sync': async () => {
      const { body } = await provider('POST', '/api/embed/clients', { name: `Sync ${randomUUID()}`, scopes: ['sync'] });
      const authorization = `Basic ${Buffer.from(`${body.id}:${body.secret}`).toString('base64')}`;
      const users = [{ id: 'anna.tamm', name: 'Anna Tamm' }];
      return provider('POST', '/api/public/users/sync', { users, dryRun: true }, { authorization });
    },
    'GET /api/scim/clients': () => provider('GET', '/api/scim/clients'),
    'POST /api/scim/clients': () => scimClient(),
    'PUT /api/scim/clients/{id}': async () =>
      provider('PUT', `/api/scim/clients/${(await scimClient()).body.id}`, { name: 'Okta', groups: ['admin'] }),
    'DELETE /api/scim/clients/{id}': async () =>
      provider('DELETE', `/api/scim/clients/${(await scimClient()).body.id}`),
    'GET /api/scim/log': () => provider('GET', '/api/scim/log?problems=true&limit=5'),
    'POST /api/records/{resource}/import': () => plan(),
    'GET /api/imports/{id}': ofPlan(''),
    'GET /api/imports/{id}/rows': ofPlan('/rows?verb=matters&limit=5'),
    'GET /api/imports/{id}/refused': ofPlan('/refused'),
    'POST /api/imports/{id}/run': runPlan,
    'POST /api/imports/{id}/undo': async () => {
      const { id } = (await runPlan()).body;
      await ended(id);
      return provider('POST', `/api/imports/${id}/undo`, {});
    },
    'PUT /api/identity/users/{userId}/avatar': () =>
      provider('PUT', '/api/identity/users/me/avatar', new Blob([Uint8Array.from(pngOf(8, 8))], { type: 'image/png' })),
    'GET /api/identity/users/{userId}/avatar': async () => {
      await provider(
        'PUT',
        '/api/identity/users/me/avatar',
        new Blob([Uint8Array.from(pngOf(8, 8))], { type: 'image/png' }),
      );
      return provider('GET', '/api/identity/users/me/avatar');
    },
    'DELETE /api/identity/users/{userId}/avatar': () => provider('DELETE', '/api/identity/users/me/avatar'),
    'GET /api/public/tenants/{tenantId}/logo': () => anna('GET', '/api/public/tenants/pohjaranna/logo'),
    'GET /api/menus/mine': () => anna('GET', '/api/menus/mine'),
    'GET /api/i18n/languages': () => anna('GET', '/api/i18n/languages'),
    'POST /api/i18n/languages': () => addLanguage(),
    'PUT /api/i18n/languages/{languageId}': async () => {
      const { languageId, version } = (await addLanguage()).body;
      return provider('PUT', `/api/i18n/languages/${languageId}`, { name: 'Fuzzed', enabled: false, version });
    },
    'GET /api/i18n/configuration': () => provider('GET', '/api/i18n/configuration?state=missing&languageId=ru&limit=5'),
    'PUT /api/i18n/configuration': async () => {
      await deploy();
      return provider('PUT', '/api/i18n/configuration', [
        { kind: 'processes', owner: key, part: 'process', languageId: 'ru', text: 'Заявка' },
      ]);
    },
    'GET /api/i18n/configuration/export': () =>
      provider('GET', '/api/i18n/configuration/export?languageId=ru&kind=menus'),
    'POST /api/i18n/configuration/import': async () => {
      await deploy();
      const content = `kind,owner,part,translation\nprocesses,${key},process,Заявка ${randomUUID()}`;
      return provider('POST', '/api/i18n/configuration/import', { languageId: 'ru', content });
    },
    'GET /api/i18n/configuration/completeness': () => provider('GET', '/api/i18n/configuration/completeness'),
    'GET /api/i18n/translations': () => provider('GET', '/api/i18n/translations?q=close&limit=5'),
    'PUT /api/i18n/translations': () =>
      provider('PUT', '/api/i18n/translations', [{ key: 'ui.dialog.close', languageId: 'en', text: 'Shut' }]),
    'GET /api/i18n/translations/export': () => provider('GET', '/api/i18n/translations/export'),
    'POST /api/i18n/translations/import': () =>
      provider('POST', '/api/i18n/translations/import', { texts: { 'ui.dialog.close': { et: 'Pane kinni' } } }),
    'GET /i18n/{file}': () => anna('GET', '/i18n/verva-et.json'),
    'GET /api/forms': () => anna('GET', '/api/forms'),
    'GET /api/forms/{id}': async () => provider('GET', `/api/forms/${await formId()}`),
    'POST /api/forms': () => provider('POST', '/api/forms', FORM(`fuzz-${randomUUID().slice(0, 8)}`)),
    'PUT /api/forms/{id}': async () => {
      const id = await formId();
      return provider('PUT', `/api/forms/${id}`, FORM(id));
    },
    'POST /api/forms/check': () =>
      provider('POST', '/api/forms/check', { body: FORM('fuzzed').body, values: { a: 'x' } }),
    'DELETE /api/forms/{id}': async () => provider('DELETE', `/api/forms/${await formId()}`),
    'POST /api/forms/{id}/publish': async () =>
      provider('POST', `/api/forms/${await formId()}/publish`, { note: 'first' }),
    'GET /api/forms/{id}/versions': async () => {
      const id = await formId();
      await provider('POST', `/api/forms/${id}/publish`, {});
      return provider('GET', `/api/forms/${id}/versions`);
    },
    'GET /api/forms/{id}/versions/{number}': async () => {
      const id = await formId();
      await provider('POST', `/api/forms/${id}/publish`, {});
      return provider('GET', `/api/forms/${id}/versions/1`);
    },
    'GET /api/forms/{id}/tasks': async () => provider('GET', `/api/forms/${await formId()}/tasks`),
    'POST /api/forms/{id}/tasks/move': async () => {
      const id = await formId();
      await provider('POST', `/api/forms/${id}/publish`, {});
      return provider('POST', `/api/forms/${id}/tasks/move`, {});
    },
    'POST /api/processes/{key}/deploy': deploy,
    'GET /api/processes': () => anna('GET', '/api/processes'),
    'POST /api/processes/{key}/start': async () => {
      await deploy();
      return provider(
        'POST',
        `/api/processes/${key}/start`,
        { businessKey: 'X-1', variables: { initiator: 'grete.norden' } },
        withKey(),
      );
    },
    'GET /api/instances': () => anna('GET', '/api/instances?status=eq:active&limit=5'),
    'GET /api/instances/{id}': async () => provider('GET', `/api/instances/${(await start()).instanceId}`),
    'GET /api/instances/{id}/history': async () =>
      provider('GET', `/api/instances/${(await start()).instanceId}/history`),
    'POST /api/instances/{id}/adhoc/{nodeId}/activate': async () => {
      const { instanceId } = await startFree();
      return provider('POST', `/api/instances/${instanceId}/adhoc/free/activate`, { activity: 'look' }, withKey());
    },
    'POST /api/instances/{id}/adhoc/{nodeId}/finish': async () => {
      const { instanceId } = await startFree();
      return provider('POST', `/api/instances/${instanceId}/adhoc/free/finish`, {}, withKey());
    },
    'POST /api/instances/{id}/cancel': async () =>
      provider('POST', `/api/instances/${(await start()).instanceId}/cancel`, { reason: 'tried' }),
    'POST /api/instances/{id}/retry': async () =>
      provider('POST', `/api/instances/${(await start()).instanceId}/retry`, {}),
    'POST /api/instances/{id}/variables': async () =>
      provider('POST', `/api/instances/${(await start()).instanceId}/variables`, { variables: { a: 1 } }),
    'POST /api/messages': () => provider('POST', '/api/messages', { name: 'nobody waits', variables: {} }, withKey()),
    'GET /api/mass-task-action/config': () => anna('GET', '/api/mass-task-action/config'),
    'GET /api/mass-task-action/tasks/{a}/{b}': () =>
      anna('GET', '/api/mass-task-action/tasks/purchase-approval/approve?sort=due:asc&limit=5'),
    'POST /api/mass-task-action/tasks': () => mass({ dryRun: true }),
    'GET /api/mass-task-action/runs': () => anna('GET', '/api/mass-task-action/runs?limit=5&mine=true'),
    'GET /api/mass-task-action/runs/{id}': ofRun(''),
    'GET /api/mass-task-action/runs/{id}/items': ofRun('/items?state=done'),
    'GET /api/mass-task-action/runs/{id}/summary': async () =>
      provider('GET', `/api/mass-task-action/runs/${(await mass({ dryRun: true })).body.id}/summary`),
    'GET /api/mass-task-action/runs/{id}/export': ofRun('/export'),
    'POST /api/mass-task-action/runs/{id}/retry': async () => {
      const { body } = await mass({}, { prefer: 'undo=30' });
      await provider('POST', `/api/mass-task-action/runs/${body.id}/stop`, undefined, withKey());
      return provider('POST', `/api/mass-task-action/runs/${body.id}/retry`, undefined, withKey());
    },
    'POST /api/mass-task-action/runs/{id}/stop': async () => {
      const { body } = await mass({}, { prefer: 'undo=30' });
      return provider('POST', `/api/mass-task-action/runs/${body.id}/stop`, undefined, withKey());
    },
    'POST /api/records/{resource}/status-changes': () => statusChange({ dryRun: true }),
    'GET /api/records/{resource}/status-changes': () => anna('GET', '/api/records/assets/status-changes?limit=5'),
    'GET /api/status-changes/{id}': ofStatusChange(''),
    'GET /api/status-changes/{id}/items': ofStatusChange('/items?state=done'),
    'GET /api/status-changes/{id}/refusals': ofStatusChange('/refusals'),
    'GET /api/status-changes/{id}/export': ofStatusChange('/export'),
    'POST /api/status-changes/{id}/retry': async () => {
      const { body } = await statusChange({ status: 'pending' });
      return anna('POST', `/api/status-changes/${body.id}/retry`, undefined, withKey());
    },
    'POST /api/status-changes/{id}/stop': async () =>
      anna('POST', `/api/status-changes/${(await statusChange()).body.id}/stop`, undefined, withKey()),
    'GET /api/tasks/all': () => provider('GET', '/api/tasks/all?sort=due:asc&count=true&status=eq:open'),
    'GET /api/tasks/load': () => provider('GET', '/api/tasks/load'),
    'POST /api/tasks': async () =>
      provider(
        'POST',
        '/api/tasks',
        { taskIds: [(await start()).taskId], action: { action: 'priority', priority: 60 } },
        withKey(),
      ),
    'POST /api/downloads': () => provider('POST', '/api/downloads', { list: '/api/tasks/all', columns: ['name'] }),
    'GET /api/downloads/{token}': async () => {
      const { body } = await provider('POST', '/api/downloads', { list: '/api/tasks', query: 'sort=due:asc' });
      return provider('GET', body.url);
    },
    'GET /api/tasks': () => anna('GET', '/api/tasks?sort=created:desc&count=true&due=gte:today'),
    'GET /api/tasks/count': () => anna('GET', '/api/tasks/count'),
    'GET /api/tasks/{id}': ofTask(''),
    'POST /api/tasks/{id}': async () =>
      provider('POST', `/api/tasks/${(await start()).taskId}`, { action: 'complete', outcome: 'complete' }, withKey()),
    'POST /api/tasks/{id}/identitylinks': async () =>
      provider('POST', `/api/tasks/${(await start()).taskId}/identitylinks`, { kind: 'candidate', userId: 'me' }),
    'GET /api/tasks/{id}/variables': ofTask('/variables?names=initiator'),
    'GET /api/tasks/{id}/form': ofTask('/form'),
    'POST /api/tasks/defaultvariables': async () =>
      provider('POST', '/api/tasks/defaultvariables', { taskId: (await start()).taskId }),
    'PUT /api/tasks/{id}/draft': async () =>
      provider('PUT', `/api/tasks/${(await start()).taskId}/draft`, { rev: 0, base: {}, values: { a: 'typed' } }),
    'DELETE /api/tasks/{id}/draft': async () => provider('DELETE', `/api/tasks/${(await start()).taskId}/draft`),
    'GET /api/tasks/next/{id}': async () => provider('GET', `/api/tasks/next/${(await start()).taskId}?sort=due:asc`),
    'GET /api/tasks/{id}/active-tasks': ofTask('/active-tasks'),
    'GET /api/tasks/{id}/history': ofTask('/history'),
    'GET /api/tasks/{id}/why': ofTask('/why?userId=ivo.lahe'),
    'GET /api/requests': () => provider('GET', '/api/requests?state=eq:open&count=true'),
    'GET /api/requests/{id}': ofRequest(''),
    'GET /api/requests/{id}/form': ofRequest('/form'),
    'GET /api/requests/{id}/history': ofRequest('/history'),
    'GET /api/requests/{id}/documents': ofRequest('/documents'),
    'GET /api/requests/{id}/comments': ofRequest('/comments'),
    'POST /api/requests/{id}/comments': async () =>
      provider('POST', `/api/requests/${(await start()).instanceId}/comments`, { text: 'One' }),
    'POST /api/requests/{id}/withdraw': async () =>
      provider('POST', `/api/requests/${(await start()).instanceId}/withdraw`, { reason: 'Not needed' }),
    'GET /api/tasks/{id}/replies': ofTask('/replies'),
    'POST /api/tasks/{id}/replies': async () =>
      provider('POST', `/api/tasks/${(await start()).taskId}/replies`, { text: 'One' }),
    'GET /api/tasks/{id}/comments': ofTask('/comments'),
    'POST /api/tasks/{id}/comments': async () => (await comment()).answer,
    'PUT /api/tasks/{id}/comments/{commentId}': async () =>
      provider('PUT', (await comment()).path, { text: 'Two', mentions: [] }),
    'DELETE /api/tasks/{id}/comments/{commentId}': async () => provider('DELETE', (await comment()).path),
    'POST /api/tasks/{id}/delegate/{userId}': async () => (await delegated()).answer,
    'POST /api/tasks/{id}/return': async () =>
      provider('POST', `/api/tasks/${(await delegated()).taskId}/return`, { comment: 'Back' }),
    'PUT /api/tasks/{id}/snooze': async () =>
      provider('PUT', `/api/tasks/${(await start()).taskId}/snooze`, { until: tomorrow(), stopsClock: true }),
    'DELETE /api/tasks/{id}/snooze': async () => provider('DELETE', `/api/tasks/${(await start()).taskId}/snooze`),
  };
}
