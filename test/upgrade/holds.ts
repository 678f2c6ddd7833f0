import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '../../src/server/app.ts';
import { verifyChain } from '../../src/server/modules/manuals/index.ts';
import { createTokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import { type DatabaseHandle, tenancyViolations } from '../../src/server/platform/database.ts';
import { createContentFolder } from '../../src/server/platform/files.ts';
import { createLiveHub } from '../../src/server/platform/live.ts';
import { createMetrics } from '../../src/server/platform/metrics.ts';
import { refreshBody, testClock } from '../support/identity.ts';
import { asSuperuser, countRows, type ReleaseFixture } from './releases.ts';

/** Asserts that a migrated database has all data of the release: rows, receipts, files, and access for its tokens. */
export async function assertHolds(
  db: DatabaseHandle,
  /** The same database without policies. */
  superuser: DatabaseHandle,
  { manifest, files }: Pick<ReleaseFixture, 'manifest' | 'files'>,
): Promise<void> {
  assert.deepEqual(await tenancyViolations(db), []);
  const now = await countRows(superuser);
  const lost = Object.entries(manifest.tables).filter(([table, rows]) => (now[table] ?? 0) < rows);
  assert.deepEqual(lost, [], 'tables that have lost rows');

  let receipts = 0;
  const { rows: tenants } = await db.systemTransaction((tx) => sql<{ id: number }>`SELECT id FROM tenant`.execute(tx));
  for (const { id } of tenants) {
    const report = await verifyChain(db, id);
    assert.deepEqual(report.faults, []);
    receipts += report.receipts;
  }
  assert.ok(receipts > 0, 'the fixture has receipts');

  const contents = createContentFolder(files);
  const { rows: kept } = await asSuperuser(superuser, (tx) =>
    sql<{ tenant_id: number; sha256: Buffer | Uint8Array }>`SELECT tenant_id, sha256 FROM file`.execute(tx),
  );
  assert.ok(kept.length > 0, 'the fixture has files');
  for (const { tenant_id, sha256 } of kept) {
    const content = await contents.read(tenant_id, Buffer.from(sha256));
    assert.deepEqual(createHash('sha256').update(content!).digest(), Buffer.from(sha256));
  }
  await assertTokensHold(db, manifest, contents);
}

/** Asserts that the identity token and the refresh token of the release are accepted, at the time of its creation. */
async function assertTokensHold(
  db: DatabaseHandle,
  { at, publicUrl, masterKey, username, idToken, refreshToken }: ReleaseFixture['manifest'],
  contents: AppContext['contents'],
): Promise<void> {
  const time = testClock(new Date(Date.parse(at) + 60_000));
  const clock = () => time.now;
  const { elapsed } = time;
  const log = pino({ level: 'silent' });
  const app = await buildApp({
    config: readConfig({ PUBLIC_URL: publicUrl, MASTER_KEY: masterKey }),
    db,
    log,
    clock,
    elapsed,
    verifier: createTokenVerifier({ db, publicUrl, masterKey, clock, elapsed }),
    live: createLiveHub(db, log, clock),
    contents,
    metrics: createMetrics(db),
    limit: () => undefined,
  });
  const whoIs = async (token: string) => {
    const reply = await app.inject({ url: '/api/identity/users/me', headers: { authorization: `Bearer ${token}` } });
    return [reply.statusCode, reply.json().email];
  };
  assert.deepEqual(await whoIs(idToken), [200, `${username}@verva.example`]);
  const refreshed = await app.inject({
    method: 'POST',
    url: '/identity/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    payload: JSON.stringify(refreshBody(refreshToken)),
  });
  assert.deepEqual(await whoIs(refreshed.json().AuthenticationResult.IdToken), [200, `${username}@verva.example`]);
  await app.close();
}
