// Tests single sign-on with a real Keycloak: `npm run keycloak`. Needs Java 17 and Maven; Keycloak is downloaded from
// Maven Central once. Keycloak and a Verva server run on 127.0.0.1 and stop at the end. Exits with 1 when a check
// failed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { createPerson, saveProvider } from '../../src/server/modules/signin/index.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { migrate, openDatabase } from '../../src/server/platform/database.ts';
import { createSsoClient } from '../../src/shared/session/sso-client.ts';
import { freePort, startVerva } from '../../test/support/verva.ts';
import { signInAt, tabStorage } from './browser.ts';
import { addUser, CLIENT, makeRealm, PASSWORD, REALM, rotateKey } from './realm.ts';
import { type Keycloak, missingTool, startKeycloak } from './server.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Maximum time until a new key of the provider is accepted, with reserve for a busy machine. */
const KEYS_MS = 60_000;
let failures = 0;

async function check(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    const note = await work();
    say(`ok      ${name}${typeof note === 'string' ? ` (${note})` : ''}`);
  } catch (error) {
    failures += 1;
    say(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Creates an organisation with two users, and Keycloak as its provider, in a database that the server then opens. */
async function fill(folder: string, issuer: string): Promise<void> {
  const db = await openDatabase({ dataDir: folder });
  try {
    await migrate(db);
    const { tenantId } = await createTenant(db, { slug: 'acme', name: 'Acme' });
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`INSERT INTO app_group (id, name) VALUES ('finance', 'Finance') ON CONFLICT DO NOTHING`.execute(tx),
    );
    for (const name of ['kati', 'mart']) {
      await createPerson(db, { tenantId, username: `${name}.acme`, name, email: `${name}@acme.example` });
    }
    await saveProvider(db, {
      name: 'acme',
      organisation: 'acme',
      issuer,
      clientId: CLIENT,
      jwksUri: `${issuer}/protocol/openid-connect/certs`,
      groupsClaim: 'groups',
      groupMap: { finance: 'finance' },
      emailDomains: ['acme.example'],
    });
  } finally {
    await db.close();
  }
}

async function run(keycloak: Keycloak, verva: string): Promise<void> {
  const authority = `${keycloak.url}/realms/${REALM}`;
  const clientOf = (scope = 'openid profile email') =>
    createSsoClient({ authority, clientId: CLIENT, scope }, { origin: verva, storage: tabStorage() });
  const signIn = async (username: string, scope?: string) => {
    const client = clientOf(scope);
    const address = await client.signInUrl({ username, redirect: '/inbox', idpName: 'acme' });
    const tokens = await client.finish(await signInAt(address, username, PASSWORD));
    return { ...tokens, client, refreshToken: String(tokens.refreshToken) };
  };
  const session = async (idToken: string) => {
    const reply = await fetch(`${verva}/api/session`, { headers: { authorization: `Bearer ${idToken}` } });
    return {
      status: reply.status,
      body: (await reply.json()) as { code?: string; user: { groups: string[]; id: string } },
    };
  };
  const user = (id: string) => `/${REALM}/users/${id}`;
  const kati = await addUser(keycloak, { username: 'kati', email: 'kati@acme.example', groups: ['finance'] });
  const mart = await addUser(keycloak, { username: 'mart', email: 'mart@acme.example' });
  let first = await signIn('kati');

  await check('the discovery document promises PKCE and the issuer in the answer', async () => {
    const document = (await (await fetch(`${authority}/.well-known/openid-configuration`)).json()) as Record<
      string,
      unknown
    >;
    assert.ok((document.code_challenge_methods_supported as string[]).includes('S256'));
    assert.equal(document.authorization_response_iss_parameter_supported, true);
  });
  await check('a person signs in, is linked by address and has the group of the claim', async () => {
    const { status, body } = await session(first.idToken);
    assert.deepEqual([status, body.user.id, body.user.groups], [200, 'kati.acme', ['finance']]);
    assert.ok(decodeJwt(first.idToken).nonce);
  });
  await check('a code without its PKCE verifier is refused', async () => {
    const client = clientOf();
    const back = await signInAt(
      await client.signInUrl({ username: 'kati', redirect: '/', idpName: 'acme' }),
      'kati',
      PASSWORD,
    );
    const reply = await fetch(`${authority}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT,
        code: new URL(back).searchParams.get('code')!,
        redirect_uri: `${verva}/callback`,
      }),
    });
    assert.equal(reply.status, 400);
  });
  await check(
    'a refresh gives new tokens; the former refresh token ends the session when it is used again',
    async () => {
      const renewed = await first.client.refresh(first.refreshToken);
      assert.notEqual(renewed.refreshToken, first.refreshToken);
      assert.equal((await session(renewed.idToken)).status, 200);
      await assert.rejects(first.client.refresh(first.refreshToken), { type: 'NotAuthorizedException' });
      await assert.rejects(first.client.refresh(String(renewed.refreshToken)), { type: 'NotAuthorizedException' });
      first = await signIn('kati');
    },
  );
  await check('the scope offline_access gives a refresh token that outlives the session at the provider', async () => {
    const online = decodeJwt(first.refreshToken);
    const offline = decodeJwt((await signIn('kati', 'openid profile email offline_access')).refreshToken);
    assert.deepEqual([online.typ, offline.typ], ['Refresh', 'Offline']);
    const life = (claims: typeof online) =>
      claims.exp === undefined ? 'no end' : `${claims.exp - Number(claims.iat)} s`;
    return `${life(online)} without, ${life(offline)} with it`;
  });
  await check('a new signing key is taken up; tokens of the former one hold', async () => {
    await rotateKey(keycloak);
    const after = await signIn('kati');
    assert.notEqual(decodeProtectedHeader(after.idToken).kid, decodeProtectedHeader(first.idToken).kid);
    // An unknown key makes the server fetch the keys again, at most every 5 s.
    const end = performance.now() + KEYS_MS;
    while ((await session(after.idToken)).status !== 200) {
      assert.ok(performance.now() < end, 'the new key is still unknown');
      await setTimeout(500);
    }
    assert.equal((await session(first.idToken)).status, 200);
  });
  await check(
    'a group that is taken away ends with the next token, and an older token does not bring it back',
    async () => {
      const [group] = (await keycloak.admin('GET', `/${REALM}/groups?search=finance`)) as { id: string }[];
      const before = await signIn('kati');
      await keycloak.admin('DELETE', `${user(kati)}/groups/${group!.id}`);
      // Times in tokens are whole seconds.
      while (Math.floor(Date.now() / 1000) <= Number(decodeJwt(before.idToken).iat)) {
        await setTimeout(50);
      }
      assert.deepEqual((await session((await signIn('kati')).idToken)).body.user.groups, []);
      assert.deepEqual((await session(before.idToken)).body.user.groups, []);
    },
  );
  await check('an account with the address of a linked person takes nothing over', async () => {
    await keycloak.admin('PUT', user(kati), { email: 'kati.former@acme.example', emailVerified: true });
    await keycloak.admin('PUT', user(mart), { email: 'kati@acme.example', emailVerified: true });
    const { status, body } = await session((await signIn('mart')).idToken);
    assert.deepEqual([status, body.code], [401, 'identity.already_linked']);
    assert.equal((await session((await signIn('kati')).idToken)).body.user.id, 'kati.acme');
  });
  await check('after signing out nothing is renewed, and the provider has an address for it', async () => {
    const tokens = await signIn('kati');
    assert.match(String(await tokens.client.signOutUrl(tokens.idToken)), /\/protocol\/openid-connect\/logout/);
    await tokens.client.revoke(tokens.refreshToken);
    await assert.rejects(tokens.client.refresh(tokens.refreshToken), { type: 'NotAuthorizedException' });
  });
  await check('a removed user renews nothing and cannot sign in', async () => {
    const tokens = await signIn('kati');
    await keycloak.admin('DELETE', user(kati));
    await assert.rejects(tokens.client.refresh(tokens.refreshToken), { type: 'NotAuthorizedException' });
    await assert.rejects(signIn('kati'), /refused kati/);
    return `the id token in use holds to its end: ${(await session(tokens.idToken)).status}`;
  });
}

async function main(): Promise<void> {
  const missing = missingTool();
  if (missing) {
    say(`Not run: ${missing}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'verva-keycloak-'));
  const port = await freePort();
  const keycloak = await startKeycloak(port, say);
  try {
    await fill(folder, `${keycloak.url}/realms/${REALM}`);
    const verva = await startVerva({ DATA_DIR: folder, DATABASE_URL: '', VERVA_DEMO: '0' });
    try {
      await makeRealm(keycloak, verva.url);
      await run(keycloak, verva.url);
    } finally {
      await verva.stop();
    }
  } finally {
    await keycloak.stop();
    await rm(folder, { recursive: true, force: true });
  }
  process.exitCode = failures > 0 ? 1 : 0;
}

await main();
