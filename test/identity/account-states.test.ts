import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { saveAndPublishForm } from '../../src/server/modules/forms/index.ts';
import { deployBpmn, startInstance } from '../../src/server/modules/processes/index.ts';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { addAction } from '../../src/server/modules/task-mails/actions.store.ts';
import { bpmn, end, sequence, start, userTask } from '../support/bpmn.ts';
import { onDatabase } from '../support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  refreshBody,
  type WireReply,
} from '../support/identity.ts';
import { openProvider, type TestProvider } from '../support/provider.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';

const ORIGIN = 'https://intranet.example.org';
const PASSWORD = 'Kevad-2026-tuleb';
/** Longer than callers are cached; shorter than codes and downloads are valid. */
const LATER_MS = 31_000;
const FORM = {
  formatVersion: 1 as const,
  id: 'decision',
  title: { en: 'Decision' },
  root: { type: 'stack' as const, id: 'root', children: [] },
  outcomes: [{ id: 'approve', label: { en: 'Approve' }, style: 'primary' as const }],
};
const PROCESS = bpmn(
  'decision',
  sequence(start, userTask('decide', 'camunda:assignee="=who" camunda:formKey="decision"'), end),
);

interface Ann {
  readonly userId: string;
  readonly sub: string;
}

/** Changes of a user by an administrator or the identity service; null: none. */
const STATES: Record<string, ((who: Ann) => { role: 'signin' | 'tenant'; text: string }) | null> = {
  'who is active': null,
  'who is unconfirmed': ({ sub }) => ({
    role: 'signin',
    text: `UPDATE idn_user SET status = 'UNCONFIRMED' WHERE sub = '${sub}'`,
  }),
  'who waits for a reset': ({ sub }) => ({
    role: 'signin',
    text: `UPDATE idn_user SET status = 'RESET_REQUIRED' WHERE sub = '${sub}'`,
  }),
  'with a disabled account': ({ sub }) => ({
    role: 'signin',
    text: `UPDATE idn_user SET disabled = true WHERE sub = '${sub}'`,
  }),
  'with a removed account': ({ sub }) => ({ role: 'signin', text: `DELETE FROM idn_user WHERE sub = '${sub}'` }),
  'who is disabled': ({ userId }) => ({
    role: 'tenant',
    text: `UPDATE app_user SET status = 'disabled' WHERE id = '${userId}'`,
  }),
  'who is erased': ({ userId }) => ({
    role: 'tenant',
    text: `UPDATE app_user SET status = 'erased' WHERE id = '${userId}'`,
  }),
};

onDatabase('every way to a token looks at the account', (db) => {
  let tenant: TestTenant;
  let identity: IdentityInstance;
  let known: TestProvider;
  let unknown: TestProvider;
  let basic: string;
  let count = 0;

  before(async () => {
    tenant = await createTestTenant(db(), 'norden', { root: ['admin', 'alltasks', 'readers'] });
    identity = await identityInstance(db(), { clock: tenant.clock });
    const provider = (name: string) => openProvider(db(), tenant.tenantId, name, { domains: ['norden.test'] });
    [known, unknown] = [await provider('known'), await provider('unknown')];
    const root = tenant.people.root!;
    assert.equal((await root.post('/api/embed/origins', { origin: ORIGIN })).status, 201);
    const client = await root.post('/api/embed/clients', {
      name: 'Intranet',
      scopes: ['inbox', 'manuals'],
      readersGroupId: 'readers',
    });
    assert.equal(client.status, 201, JSON.stringify(client.body));
    basic = `Basic ${Buffer.from(`${client.body.id}:${client.body.secret}`).toString('base64')}`;
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, { id: FORM.id, kind: 'task', title: FORM.title, body: FORM });
      await deployBpmn(tx, scope(), PROCESS);
    });
  });
  after(() => {
    known.close();
    unknown.close();
  });

  const scope = () => ({ db: db(), tenantId: tenant.tenantId, timeZone: 'UTC', userId: null, now: tenant.clock.now });
  const call = async (
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    headers: Record<string, string>,
    payload?: object,
  ) => {
    const reply = await tenant.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, text: reply.body };
  };
  const bearer = (token: string, path: string) =>
    call('GET', path, { authorization: `Bearer ${token}`, origin: ORIGIN });
  const session = (token: string) => bearer(token, '/api/session');
  const element = (body: object) =>
    call('POST', '/api/embed/sessions', { authorization: basic }, { origin: ORIGIN, ...body });
  const ofWire = async (reply: Promise<WireReply>) => {
    const { status, body, type } = await reply;
    return { status: body.AuthenticationResult || body.Username ? 200 : status, text: String(type) };
  };

  /** Prepares every kind of access while the user is active; each returns its current status. */
  async function prepare() {
    count += 1;
    const username = `ann${count}.norden`;
    const email = `ann${count}@norden.test`;
    const phoneNumber = `+3725550${String(count).padStart(4, '0')}`;
    const ann = await createPerson(db(), {
      tenantId: tenant.tenantId,
      username,
      name: 'Ann',
      email,
      emailVerified: true,
      phoneNumber,
      phoneVerified: true,
      password: PASSWORD,
      groups: ['alltasks'],
    });
    const signedIn = (await identity.signIn(username, PASSWORD)).body.AuthenticationResult;
    const ssoToken = (provider: TestProvider, subject = username) =>
      provider.token(subject, tenant.clock.now.getTime(), { email, email_verified: true });
    const linked = await ssoToken(known);
    assert.equal((await session(linked)).status, 200);
    const challenge = (
      await identity.call('InitiateAuth', {
        AuthFlow: 'CUSTOM_AUTH',
        ClientId: CLIENT_ID,
        AuthParameters: { USERNAME: username },
      })
    ).body;
    const code = (await identity.sentTo(phoneNumber)).at(-1)!.code;
    const opened = await element({ userId: username, scopes: ['inbox'] });
    assert.equal(opened.status, 201, opened.text);
    const elementToken = JSON.parse(opened.text).token;
    const download = JSON.parse(
      (
        await call(
          'POST',
          '/api/downloads',
          { authorization: `Bearer ${signedIn.IdToken}` },
          { list: '/api/tasks/all' },
        )
      ).text,
    ).url;
    const secret = await tenant.transaction(async (tx) => {
      const { tasks } = await startInstance(tx, scope(), {
        key: 'decision',
        businessKey: null,
        variables: { who: username },
      });
      const expiresAt = new Date(tenant.clock.now.getTime() + 86_400_000);
      return addAction(tx, { taskId: tasks[0]!.id, userId: ann.userId, outcome: 'approve', expiresAt });
    });
    const mailed = `/api/public/tasks/complete/${secret}`;
    const attempts: Record<string, () => Promise<{ status: number; text: string }>> = {
      'identity token': () => session(signedIn.IdToken),
      'access token': () => ofWire(identity.call('GetUser', { AccessToken: signedIn.AccessToken })),
      password: () => ofWire(identity.signIn(username, PASSWORD)),
      refresh: () => ofWire(identity.call('InitiateAuth', refreshBody(signedIn.RefreshToken))),
      'one time password': () =>
        ofWire(
          identity.call('RespondToAuthChallenge', {
            ClientId: CLIENT_ID,
            ChallengeName: 'CUSTOM_CHALLENGE',
            Session: challenge.Session,
            ChallengeResponses: { USERNAME: username, ANSWER: code },
          }),
        ),
      'single sign-on': async () => session(await ssoToken(known)),
      'the first single sign-on': async () => session(await ssoToken(unknown)),
      'a new element token': () => element({ userId: username, scopes: ['inbox'] }),
      'a new element token, by key': () => element({ userId: ann.userId, scopes: ['inbox'] }),
      'an element token in use': () => bearer(elementToken, '/api/tasks/count'),
      'a mailed action, looked at': () => call('GET', mailed, {}),
      'a mailed action, pressed': () => call('PATCH', mailed, {}, {}),
      'the address of a download': () => call('GET', download, {}),
    };
    return { ann, attempts };
  }

  for (const [name, change] of Object.entries(STATES)) {
    test(`LOG-22 GRD-06 BEY-20 (112) a person ${name} ${change ? 'gets in by no way' : 'gets in by every way'}`, async () => {
      const { ann, attempts } = await prepare();
      if (change) {
        const { role, text } = change(ann);
        const work = (tx: Parameters<Parameters<typeof tenant.transaction>[0]>[0]) => sql.raw(text).execute(tx);
        await (role === 'signin' ? db().signinTransaction(work) : tenant.transaction(work));
      }
      tenant.clock.pass(LATER_MS);
      const found: Record<string, string> = {};
      for (const [access, attempt] of Object.entries(attempts)) {
        const { status, text } = await attempt();
        assert.ok(status < 500, `${access}: ${status} ${text}`);
        found[access] = status < 300 ? 'in' : 'refused';
      }
      const expected = Object.fromEntries(Object.keys(attempts).map((access) => [access, change ? 'refused' : 'in']));
      assert.deepEqual(found, expected);
    });
  }

  test('BEY-20 GRD-06 (112) a disabled reader of a partner gets no token, and the current one ends', async () => {
    const reader = { reader: { id: 'P-1', name: 'Pat' }, scopes: ['manuals'] };
    const first = await element(reader);
    assert.equal(first.status, 201, first.text);
    const { token } = JSON.parse(first.text);
    assert.equal((await bearer(token, '/api/records/manuals')).status, 200);
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE external_id = 'P-1'`.execute(tx),
    );
    tenant.clock.pass(LATER_MS);
    assert.equal((await bearer(token, '/api/records/manuals')).status, 401);
    const again = await element(reader);
    assert.deepEqual([again.status, JSON.parse(again.text).code], [404, 'user.not_found']);
    await tenant.transaction((tx) => sql`UPDATE app_user SET status = 'active' WHERE external_id = 'P-1'`.execute(tx));
    assert.equal((await element(reader)).status, 201);
  });
});
