import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { workOnErasedOrganisations } from '../../src/server/modules/organisation-erasure/erase.work.ts';
import { workOnExports } from '../../src/server/modules/organisation-export/export.work.ts';
import { workOnErasures } from '../../src/server/modules/user-erasure/erase.work.ts';
import { testServer } from '../support/app.ts';
import { readArchive, sha256Of } from '../support/archive.ts';
import { type Bucket, startBucket } from '../support/bucket.ts';
import { onDatabase } from '../support/databases.ts';
import { testClock } from '../support/identity.ts';
import { pngOf } from '../support/pictures.ts';
import { createTestTenant, type Person, type TestTenant } from '../support/test-tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const KEYS = { id: 'verva-key', secret: 'a secret/with+signs', region: 'eu-north-1' };

onDatabase('exports and erasures with files in a bucket', (db) => {
  let bucket: Bucket;
  let verva: TestTenant;
  let acme: TestTenant;
  let grete: Person;
  let olev: Person;
  let otto: Person;
  const spool = mkdtempSync(join(tmpdir(), 'verva-bucket-'));

  before(async () => {
    bucket = await startBucket(KEYS);
    const clock = testClock(new Date());
    const server = await testServer(db(), clock, {
      ...{ S3_URL: bucket.url, S3_REGION: KEYS.region, S3_ACCESS_KEY_ID: KEYS.id, S3_SECRET_ACCESS_KEY: KEYS.secret },
      DATA_DIR: spool,
    });
    const people = { grete: ['admin', 'verva.admin'], olev: ['admin', 'verva.admin'] };
    verva = await createTestTenant(db(), 'verva', people, { ...server, clock });
    acme = await createTestTenant(db(), 'acme', { otto: ['admin'], eva: ['admin'], ann: [] }, verva);
    grete = verva.people.grete!;
    olev = verva.people.olev!;
    otto = acme.people.otto!;
  });
  after(async () => {
    await bucket.close();
    rmSync(spool, { recursive: true, force: true });
  });

  const until = async (work: () => Promise<boolean>) => {
    while (await work());
  };
  const objectsOf = ({ tenantId }: TestTenant) =>
    [...bucket.objects.keys()].filter((name) => name.startsWith(`${tenantId}/`)).sort();
  const putPicture = (who: Person, path: string, picture: Buffer) =>
    who.send('PUT', path, picture, { 'content-type': 'image/png' });

  test('ORG-02 FRM-05 an export has the files of the bucket, and its parts leave the bucket after the download', async () => {
    const logo = pngOf(4, 4);
    assert.equal((await putPicture(otto, '/api/tenants/acme/logo', logo)).status, 204);
    const kept = objectsOf(acme);
    assert.equal(kept.length, 1);
    assert.equal((await otto.post('/api/tenants/acme/export')).status, 202);
    // A busy bucket does not end the export.
    bucket.failNext(2);
    await until(() => workOnExports(verva.context));
    const { body } = await otto.post('/api/tenants/acme/export/address');
    const reply = await verva.app.inject({ url: body.url });
    assert.equal(reply.statusCode, 200, reply.payload.slice(0, 300));
    assert.deepEqual(readArchive(reply.rawPayload).files.get(`files/${sha256Of(logo)}`), logo);
    await waitFor(() => objectsOf(acme), kept);
    assert.deepEqual(bucket.refused, []);
  });

  test('SEC-03 FRM-05 the picture of an erased user leaves the bucket', async () => {
    const ann = acme.people.ann!;
    const before = objectsOf(acme);
    assert.equal((await putPicture(ann, '/api/identity/users/me/avatar', pngOf(6, 6))).status, 204);
    assert.equal(objectsOf(acme).length, before.length + 1);
    await acme.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    const path = `/api/identity/users/${ann.username}/erase`;
    assert.equal((await otto.post(path, { reason: 'Asked for it' })).status, 201);
    assert.equal((await acme.people.eva!.post(`${path}/approve`)).status, 200);
    await until(() => workOnErasures(verva.context));
    assert.deepEqual(objectsOf(acme), before);
  });

  test('ORG-02 FRM-05 all files of an erased organisation leave the bucket, those of others stay', async () => {
    assert.equal((await putPicture(grete, '/api/tenants/verva/logo', pngOf(8, 8))).status, 204);
    const others = objectsOf(verva);
    assert.equal(others.length, 1);
    assert.ok(objectsOf(acme).length > 0);
    assert.equal((await grete.post('/api/tenants/acme/erase', { reason: 'Contract ended' })).status, 201);
    assert.equal((await olev.post('/api/tenants/acme/erase/approve')).status, 200);
    await db().systemTransaction((tx) =>
      sql`UPDATE tenant SET erase_after = now() - interval '1 second' WHERE slug = 'acme'`.execute(tx),
    );
    await until(() => workOnErasedOrganisations(verva.context));
    assert.deepEqual(objectsOf(acme), []);
    assert.deepEqual(objectsOf(verva), others);
    assert.deepEqual(bucket.refused, []);
  });
});
