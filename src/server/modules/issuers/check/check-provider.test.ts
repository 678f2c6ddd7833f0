import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import {
  OPENID_PATHS,
  type OpenIdServer,
  openOpenIdServer,
  sendJson,
} from '../../../../../test/support/openid-server.ts';
import { discoveryAddress } from '../../../platform/auth/provider-requests.ts';
import { createWebhookSender } from '../../../platform/webhook.ts';
import { type CheckedProvider, checkProvider } from './check-provider.ts';
import { inWords } from './finding.ts';

const ORIGIN = 'https://work.example';
let server: OpenIdServer;

before(async () => {
  server = await openOpenIdServer(ORIGIN);
});
beforeEach(() => server.reset());
after(() => server.close());

const provider = (more: Partial<CheckedProvider> = {}): CheckedProvider => ({
  ...{ kind: 'other', issuer: server.issuer, clientId: 'verva', ...more },
});

async function findings(
  more: Partial<CheckedProvider> = {},
  { now = new Date(), allow = [server.issuer], timeoutMs = 5000, maxBytes = 512_000 } = {},
) {
  const requests = createWebhookSender({ allow, isOpen: true, timeoutMs, maxBytes });
  return checkProvider(provider(more), { requests, origin: ORIGIN, clock: () => now });
}

/** What is not in order: `check code`. */
async function faults(...args: Parameters<typeof findings>): Promise<string[]> {
  const found = await findings(...args);
  return found.filter(({ level }) => level !== 'ok').map(({ check, code }) => `${check} ${code}`);
}

const answer = (path: string, status: number, body: unknown, headers: Record<string, string> = {}) =>
  server.answers.set(path, (_request, reply) => sendJson(reply, status, body, headers));
const CORS = { 'access-control-allow-origin': ORIGIN };

test('ORG-02 a provider that is set up well passes every check, and nothing but its documents is asked for', async () => {
  const found = await findings();
  assert.deepEqual(
    found.map(({ check, level }) => `${check} ${level}`),
    [
      'address',
      'discovery',
      'issuer',
      'endpoints',
      'keys',
      'algorithms',
      'pkce',
      'clock',
      'authTime',
      'cors',
      'client',
    ].map((check) => `${check} ok`),
  );
  assert.deepEqual(server.asked, [
    `GET ${OPENID_PATHS.discovery}`,
    `GET ${OPENID_PATHS.keys}`,
    `OPTIONS ${OPENID_PATHS.token}`,
    `POST ${OPENID_PATHS.token}`,
  ]);
  answer(OPENID_PATHS.discovery, 200, server.discovery, { 'access-control-allow-origin': '*' });
  assert.deepEqual(await faults(), []);
});

test('ORG-02 an address that cannot be the issuer of one organisation is refused before any request', async () => {
  assert.deepEqual(await faults({ issuer: 'https://login.microsoftonline.com/common/v2.0' }), ['address anyDirectory']);
  for (const issuer of ['sso.example', 'ftp://sso.example', `${server.issuer}/?a=b`, 'https://u@sso.example', '']) {
    assert.deepEqual(await faults({ issuer }), ['address malformed'], issuer);
  }
  for (const issuer of ['https://127.0.0.1', 'https://[::1]', 'https://169.254.169.254', 'https://localhost']) {
    assert.deepEqual(await faults({ issuer }, { allow: [] }), ['address private'], issuer);
  }
  assert.deepEqual(await faults({}, { allow: [] }), ['address notAllowed']);
  assert.deepEqual(server.asked, []);
});

test('ORG-02 a discovery document that cannot be read says why', async () => {
  const path = OPENID_PATHS.discovery;
  answer(path, 404, {});
  assert.deepEqual(await faults(), ['discovery status']);
  server.answers.set(path, (_request, reply) => reply.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  assert.deepEqual(await faults(), ['discovery redirect']);
  for (const body of ['<html>', '[1]', '"text"', 'null', '']) {
    server.answers.set(path, (_request, reply) =>
      reply.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    assert.deepEqual(await faults(), ['discovery notJson'], body);
  }
  server.answers.set(path, (_request, reply) => reply.end('x'.repeat(5000)));
  assert.deepEqual(await faults({}, { maxBytes: 4000 }), ['discovery tooLarge']);
  server.answers.set(path, () => undefined);
  assert.deepEqual(await faults({}, { timeoutMs: 100 }), ['discovery timeout']);
  server.answers.set(path, (_request, reply) => reply.destroy());
  assert.deepEqual(await faults(), ['discovery unreachable']);
  assert.deepEqual(
    server.asked.filter((one) => !one.endsWith(path)),
    [],
  );
  assert.equal(discoveryAddress(`${server.issuer}/`), discoveryAddress(server.issuer));
});

test('ORG-02 the issuer is compared to the letter', async () => {
  const [, , fault] = await findings({ issuer: `${server.issuer}/` });
  assert.deepEqual(
    [fault!.check, fault!.code, fault!.params],
    [...['issuer', 'issuer', { theirs: server.issuer, ours: `${server.issuer}/` }]],
  );
  for (const theirs of ['https://elsewhere.example', undefined, 7, server.issuer.toUpperCase()]) {
    server.discovery.issuer = theirs;
    assert.deepEqual(await faults(), ['issuer issuer'], String(theirs));
  }
});

test('ORG-02 missing, unencrypted and private endpoints and flows are named', async () => {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
    server.reset();
    delete server.discovery[name];
    assert.ok((await faults()).includes('endpoints missing'), name);
    for (const address of ['http://sso.example/x', 'https://10.0.0.1/x', 'nothing']) {
      server.discovery[name] = address;
      assert.ok((await faults()).includes('endpoints insecure'), `${name} ${address}`);
    }
  }
  server.reset();
  server.discovery.response_types_supported = ['id_token'];
  assert.deepEqual(await faults(), ['endpoints noCode']);
  server.reset();
  server.answers.set(OPENID_PATHS.token, (_request, reply) => reply.destroy());
  assert.deepEqual(await faults(), ['endpoints unreachable']);
});

test('ORG-02 keys that are missing, short, private or elsewhere are named', async () => {
  const path = OPENID_PATHS.keys;
  answer(path, 500, {});
  assert.deepEqual(await faults(), ['keys status']);
  answer(path, 200, { keys: 'none' });
  assert.deepEqual(await faults(), ['keys notKeys']);
  server.answers.clear();
  const [good] = server.keys.keys;
  for (const keys of [[], [{ ...good!, kid: undefined }], [{ ...good!, use: 'enc' }]]) {
    server.keys = { keys: keys as never };
    assert.deepEqual(await faults(), ['keys noKeys'], JSON.stringify(keys));
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  server.keys = { keys: [good!, { ...(await exportJWK(privateKey)), kid: 'k2' }] };
  assert.deepEqual(await faults(), ['keys secretKey']);
  server.keys = { keys: [{ ...good!, n: good!.n!.slice(0, 170) }] };
  assert.deepEqual(await faults(), ['keys shortKey']);
  server.reset();
  answer('/old', 200, server.keys);
  assert.deepEqual(await faults({ jwksUri: `${server.issuer}/old` }), ['keys otherKeys']);
  assert.deepEqual(await faults({ jwksUri: 'https://10.0.0.1/keys' }), ['keys private']);
});

test('ORG-02 signatures that cannot be verified are named', async () => {
  server.discovery.id_token_signing_alg_values_supported = ['HS256', 'none'];
  assert.deepEqual(await faults(), ['algorithms sharedSecret']);
  server.discovery.id_token_signing_alg_values_supported = ['HS256', 'RS256'];
  assert.deepEqual(await faults(), []);
  server.discovery.id_token_signing_alg_values_supported = ['ES256'];
  assert.deepEqual(await faults({ algorithms: ['RS256'] }), ['algorithms otherAlgorithms']);
  assert.deepEqual(await faults({ algorithms: ['ES256'] }), ['algorithms noKeyFor']);
});

test('ORG-02 PKCE without S256 is named; a document that is silent about it is a warning', async () => {
  server.discovery.code_challenge_methods_supported = ['plain'];
  assert.deepEqual(await faults(), ['pkce plainPkce']);
  delete server.discovery.code_challenge_methods_supported;
  const found = await findings();
  assert.deepEqual(found.find(({ check }) => check === 'pkce')?.level, 'warning');
});

test('ORG-02 pages that may not read the documents or the token endpoint are found by a real preflight', async () => {
  answer(OPENID_PATHS.discovery, 200, server.discovery);
  assert.deepEqual(await faults(), ['cors cors']);
  server.answers.clear();
  for (const headers of [{} as Record<string, string>, { 'access-control-allow-origin': 'https://other.example' }]) {
    answer(OPENID_PATHS.token, 400, { error: 'invalid_grant' }, headers);
    assert.deepEqual(await faults(), ['cors cors']);
  }
  server.answers.set(OPENID_PATHS.token, (request, reply) =>
    sendJson(
      reply,
      request.method === 'OPTIONS' ? 204 : 400,
      { error: 'invalid_grant' },
      request.method === 'OPTIONS' ? CORS : {},
    ),
  );
  assert.deepEqual(await faults(), ['cors cors']);
});

test('ORG-02 a client that the provider does not know, or that needs a secret, is named', async () => {
  for (const error of ['invalid_client', 'unauthorized_client']) {
    answer(OPENID_PATHS.token, 401, { error }, CORS);
    assert.deepEqual(await faults(), ['client unknownClient'], error);
  }
  for (const body of [{ error: 'invalid_request' }, {}, 'text', null]) {
    answer(OPENID_PATHS.token, 400, body, CORS);
    assert.deepEqual(await faults(), ['client unclearClient'], JSON.stringify(body));
  }
});

test('ORG-02 a clock that differs by more than tokens allow is named', async () => {
  const at = (ms: number) => ({ now: new Date(Date.now() + ms) });
  assert.deepEqual(await faults({}, at(90_000)), ['clock clockOff']);
  assert.deepEqual(await faults({}, at(-90_000)), ['clock clockOff']);
  assert.deepEqual(await faults({}, at(30_000)), []);
  server.answers.set(OPENID_PATHS.discovery, (_request, reply) => {
    reply.sendDate = false;
    sendJson(reply, 200, server.discovery, CORS);
  });
  assert.deepEqual(await faults(), ['clock noClock']);
});

test('ORG-02 a provider whose tokens lack the time of a sign-in is named', async () => {
  server.discovery.claims_supported = ['sub'];
  assert.deepEqual(await faults(), ['authTime noAuthTime']);
  delete server.discovery.claims_supported;
  assert.deepEqual(await faults(), []);
});

test('ORG-02 hostile documents are shortened and break nothing', async () => {
  server.discovery = {
    ...{ issuer: 'x'.repeat(5000), authorization_endpoint: 7, token_endpoint: {}, jwks_uri: [] },
    ...{ response_types_supported: 'code', id_token_signing_alg_values_supported: { RS256: 1 } },
    ...{ code_challenge_methods_supported: [['S256']], claims_supported: 'sub' },
  };
  const found = await findings();
  assert.ok(found.some(({ level }) => level === 'error'));
  for (const finding of found) {
    for (const language of ['en', 'et', 'ru', 'zh'] as const) {
      const { title, text } = inWords(finding, language);
      assert.ok(title.length > 0 && text.length > 0 && text.length < 700 && !text.includes('{'), text);
    }
  }
});
