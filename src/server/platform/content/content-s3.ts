import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout } from 'node:timers/promises';
import { type AwsKeys, signedHeaders } from './aws-signature.ts';
import { CONTENT_NAME, type ContentStore, TENANT_NAME } from './content-store.ts';
import { receiveUpload, sweepPendingUploads } from './pending-upload.ts';

export interface BucketSettings extends AwsKeys {
  /** The bucket's address: `https://s3.eu-north-1.amazonaws.com/verva` or `https://verva.s3…`. A path after the bucket is a prefix of the names. */
  readonly url: string;
  /** Folder for content during upload: its name is its hash, which is known only at the end. */
  readonly incoming: string;
}

const EMPTY = createHash('sha256').digest('hex');
const ATTEMPTS = 3;
const PAUSE_MS = 200;

interface Sent {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
  readonly sha256?: string;
}

/** Content in a bucket of Amazon S3 or a compatible service: `<prefix>/<tenant>/<sha256>`. */
export function createContentBucket(settings: BucketSettings): ContentStore {
  const { url, incoming } = settings;
  const address = (tenantId: number, sha256: Buffer) => `${url}/${tenantId}/${sha256.toString('hex')}`;

  /** Sends a request, and retries after a pause when the bucket is busy; every request is repeatable. */
  async function send(to: string, what: Sent = {}): Promise<Response> {
    const { method = 'GET', headers = {}, body, sha256 = EMPTY } = what;
    for (let attempt = 1; ; attempt += 1) {
      const signed = signedHeaders(settings, { method, url: to, headers }, sha256, new Date());
      const response = await fetch(to, { method, headers: signed, ...(body ? { body } : {}) });
      if (response.ok || response.status === 404) return response;
      // The response names the fault (access, clock, region) and contains no secret.
      const text = (await response.text()).slice(0, 500);
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || attempt === ATTEMPTS)
        throw new Error(`The bucket responded with status ${response.status}: ${text}`);
      await setTimeout(PAUSE_MS * attempt);
    }
  }

  async function get(tenantId: number, sha256: Buffer, headers: Record<string, string> = {}) {
    const response = await send(address(tenantId, sha256), { headers });
    if (response.status !== 404) return response;
    await response.body?.cancel();
    return undefined;
  }

  return {
    receive: (source, limit) => receiveUpload(incoming, source, limit),
    async put(tenantId, sha256, content) {
      const to = address(tenantId, sha256);
      if ((await send(to, { method: 'HEAD' })).status !== 404) return;
      // A file blob is streamed, and its length is known in advance. The signed hash makes the bucket check what it received.
      const body = Buffer.isBuffer(content) ? new Blob([new Uint8Array(content)]) : await openAsBlob(content.path);
      const answer = await send(to, { method: 'PUT', body, sha256: sha256.toString('hex') });
      if (answer.status === 404) throw new Error('The bucket does not exist.');
    },
    async read(tenantId, sha256) {
      const response = await get(tenantId, sha256);
      return response && Buffer.from(await response.arrayBuffer());
    },
    async open(tenantId, sha256, range) {
      const response = await get(tenantId, sha256, range ? { range: `bytes=${range.start}-${range.end}` } : {});
      return response && Readable.fromWeb(response.body as ReadableStream);
    },
    async remove(tenantId, sha256) {
      await send(address(tenantId, sha256), { method: 'DELETE' });
    },
    async *storedBefore(time) {
      await sweepPendingUploads(incoming, time);
      const { bucket, prefix } = placeOf(url);
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', ...(prefix ? { prefix } : {}) });
        if (token !== undefined) query.set('continuation-token', token);
        const xml = await (await send(`${bucket}?${query}`)).text();
        yield* byTenant(xml, prefix, time);
        token = textsOf(xml, 'NextContinuationToken')[0];
      } while (token !== undefined);
    },
  };
}

/** Returns the bucket's address and the prefix inside it: the first path segment is the bucket, unless the host names it. */
function placeOf(url: string): { bucket: string; prefix: string } {
  const { origin, pathname, hostname } = new URL(url);
  const parts = pathname.split('/').filter(Boolean);
  const ownHost = /^[^.]+\.s3[.-]/.test(hostname);
  const bucket = ownHost ? '' : (parts.shift() ?? '');
  return { bucket: `${origin}/${bucket}`, prefix: parts.length > 0 ? `${parts.join('/')}/` : '' };
}

function* byTenant(xml: string, prefix: string, time: Date) {
  const found = new Map<number, Buffer[]>();
  for (const entry of textsOf(xml, 'Contents')) {
    const [tenant = '', name = '', ...rest] = (textsOf(entry, 'Key')[0] ?? '').slice(prefix.length).split('/');
    const kept = new Date(textsOf(entry, 'LastModified')[0] ?? '');
    // Unknown names, and objects with an unreadable time, are kept.
    if (rest.length > 0 || !TENANT_NAME.test(tenant) || !CONTENT_NAME.test(name) || !(kept < time)) continue;
    const contents = found.get(Number(tenant)) ?? [];
    contents.push(Buffer.from(name, 'hex'));
    found.set(Number(tenant), contents);
  }
  for (const [tenantId, contents] of found) yield { tenantId, contents };
}

/** Returns the texts of an element in a flat response of the bucket; its names hold no characters that would be escaped. */
function textsOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text]) => text!);
}
