import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type Bucket, startBucket } from '../../../../test/support/bucket.ts';
import { createContentFolder } from './content-folder.ts';
import { createContentBucket } from './content-s3.ts';
import type { ContentStore } from './content-store.ts';

const KEYS = { id: 'verva-key', secret: 'a secret/with+signs', region: 'eu-north-1' };
const CONTENT = Buffer.from('0123456789'.repeat(100_000));
const SHA256 = createHash('sha256').update(CONTENT).digest();
const LIMIT = 2_000_000;
const ofChunks = (content: Buffer) => Readable.from([content.subarray(0, 300_000), content.subarray(300_000)]);

let bucket: Bucket;
const folder = mkdtempSync(join(tmpdir(), 'verva-contents-'));
before(async () => {
  bucket = await startBucket(KEYS);
});
after(async () => {
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const inBucket = (more: { url?: string; secretAccessKey?: string } = {}) =>
  createContentBucket({
    url: bucket.url,
    region: KEYS.region,
    accessKeyId: KEYS.id,
    secretAccessKey: KEYS.secret,
    incoming: join(folder, 'spool'),
    ...more,
  });

const STORES: Record<string, () => ContentStore> = {
  'a folder': () => createContentFolder(join(folder, 'files')),
  'a bucket': () => inBucket(),
  'a bucket with a prefix': () => inBucket({ url: `${bucket.url}/harbour/files` }),
};

for (const [what, make] of Object.entries(STORES)) {
  describe(`contents in ${what}`, () => {
    test('FRM-05 a stream is stored by its hash, read whole and in parts, and deleted', async () => {
      const store = make();
      const incoming = await store.receive(ofChunks(CONTENT), LIMIT);
      assert.deepEqual([incoming.size, incoming.sha256], [CONTENT.length, SHA256]);
      assert.equal(String(await incoming.read(999_995, 100)), '56789');
      await store.put(7, incoming.sha256, incoming);
      await store.put(7, incoming.sha256, CONTENT);
      await incoming.release();
      assert.deepEqual(await store.read(7, SHA256), CONTENT);
      assert.deepEqual(await buffer((await store.open(7, SHA256))!), CONTENT);
      assert.equal(String(await buffer((await store.open(7, SHA256, { start: 5, end: 14 }))!)), '5678901234');
      assert.equal(await store.open(8, SHA256), undefined);
      assert.equal(await store.read(8, SHA256), undefined);
      await store.remove(7, SHA256);
      assert.equal(await store.read(7, SHA256), undefined);
    });

    test('FRM-05 nothing is left of a stream that is too long or breaks off', async () => {
      const store = make();
      const broken = Readable.from(
        (async function* () {
          yield CONTENT.subarray(0, 1000);
          throw new Error('cut');
        })(),
      );
      await assert.rejects(store.receive(broken, LIMIT), { message: 'cut' });
      await assert.rejects(store.receive(ofChunks(CONTENT), 999_999), { code: 'file.too_large' });
      // Refused while the file is being opened: many at once, so that the threads for files are busy.
      const refused = Array.from({ length: 300 }, () =>
        assert.rejects(store.receive(ofChunks(CONTENT), 1), { code: 'file.too_large' }),
      );
      await Promise.all(refused);
      const spools = [join(folder, 'spool'), join(folder, 'files/.incoming')];
      const left = spools.flatMap((spool) => {
        try {
          return readdirSync(spool);
        } catch {
          // Not used by this kind of store.
          return [];
        }
      });
      assert.deepEqual(left, []);
    });

    test('contents stored before a time are listed, tenant by tenant', async () => {
      const store = make();
      const texts = ['a', 'b', 'c', 'd', 'e'];
      const hashes = texts.map((text) => createHash('sha256').update(text).digest());
      for (const [index, hash] of hashes.entries())
        await store.put(index < 3 ? 7 : 12, hash, Buffer.from(texts[index]!));
      const find = async (time: Date) => {
        const found: string[] = [];
        for await (const { tenantId, contents } of store.storedBefore(time)) {
          found.push(...contents.map((one) => `${tenantId}/${one.toString('hex')}`));
        }
        return found.sort();
      };
      const expected = hashes.map((hash, index) => `${index < 3 ? 7 : 12}/${hash.toString('hex')}`);
      assert.deepEqual(await find(new Date(Date.now() + 60_000)), expected.sort());
      assert.deepEqual(await find(new Date(Date.now() - 60_000)), []);
      for (const [index, hash] of hashes.entries()) await store.remove(index < 3 ? 7 : 12, hash);
    });
  });
}

test('a bucket that refuses is reported as an error, not as a missing file', async () => {
  const store = inBucket({ secretAccessKey: 'wrong' });
  await assert.rejects(store.read(7, SHA256), /The bucket responded with status 403: .*SignatureDoesNotMatch/);
  await assert.rejects(store.put(7, SHA256, CONTENT), /The bucket responded with status 403/);
  assert.equal(bucket.refused.includes('SignatureDoesNotMatch'), true);
});

test('a busy bucket is retried', async () => {
  bucket.failNext(2);
  assert.equal(await inBucket().read(7, SHA256), undefined);
  bucket.failNext(3);
  await assert.rejects(inBucket().read(7, SHA256), /The bucket responded with status 503: .*SlowDown/);
});
