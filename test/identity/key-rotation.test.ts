import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { addSubjectLink } from '../../src/server/modules/signin/providers/subject-links.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { createTokenVerifier, type TokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { openTestDatabase } from '../support/databases.ts';
import { MASTER_KEY, PUBLIC_URL, testClock } from '../support/identity.ts';
import { openProvider, type TestProvider } from '../support/provider.ts';

const COOLDOWN_MS = 5_000;

describe('a new key of an identity provider', () => {
  const clock = testClock();
  let passed = 0;
  let db: DatabaseHandle;
  let provider: TestProvider;
  let verifier: TokenVerifier;

  before(async () => {
    db = await openTestDatabase();
    const { tenantId } = await createTenant(db, { slug: 'acme', name: 'Acme' });
    provider = await openProvider(db, tenantId, 'staff');
    await createPerson(db, { tenantId, username: 'kati.acme', name: 'Kati' });
    assert.equal(await addSubjectLink(db, { provider: 'staff', subject: 'kati', username: 'kati.acme' }), 'linked');
    verifier = createTokenVerifier({
      db,
      publicUrl: PUBLIC_URL,
      masterKey: MASTER_KEY,
      clock: () => clock.now,
      elapsed: () => passed,
    });
  });
  after(async () => {
    provider.close();
    await db.close();
  });

  let count = 0;
  const token = () => {
    count += 1;
    return provider.token('kati', clock.now.getTime(), { count });
  };
  const signsIn = async () => assert.equal((await verifier.verify(await token(), {})).username, 'kati.acme');
  /** The provider's own claims, with a key and a key id that it never had. */
  const invented = async () => {
    const { privateKey } = await generateKeyPair('RS256');
    count += 1;
    const kid = `invented-${count}`;
    const claims = { iss: provider.issuer, aud: 'verva', sub: 'kati', iat: Math.floor(clock.now.getTime() / 1000) };
    return new SignJWT({ ...claims, exp: claims.iat + 600 }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  };
  const refused = async () => assert.rejects(verifier.verify(await invented(), {}), { code: 'token.not_accepted' });

  test('GRD-06 (89) is accepted with its first token, and twenty such tokens at once fetch the keys once', async () => {
    await signsIn();
    assert.equal(provider.fetches(), 1);
    await provider.rotate();
    await Promise.all(Array.from({ length: 20 }, signsIn));
    assert.equal(provider.fetches(), 2);
  });

  test('GRD-06 (88) tokens with forged key ids fetch the keys at most once in five seconds, and delay a new key by no more', async () => {
    for (let round = 0; round < 3; round += 1) {
      passed += COOLDOWN_MS;
      const before = provider.fetches();
      for (let again = 0; again < 10; again += 1) await refused();
      assert.equal(provider.fetches(), before + 1);
    }
    await provider.rotate();
    await assert.rejects(verifier.verify(await token(), {}), { code: 'token.not_accepted' });
    passed += COOLDOWN_MS;
    await refused();
    await signsIn();
  });
});
