import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

export interface Bucket {
  readonly url: string;
  readonly objects: Map<string, { readonly content: Buffer; modified: Date }>;
  /** Refused requests with the reason. */
  readonly refused: string[];
  /** Answers this many requests with 503. */
  failNext(count: number): void;
  close(): Promise<void>;
}

/**
 * A small S3-compatible server that, unlike servers for development, checks what Amazon checks: the signature (version
 * 4, computed here from its specification), the content hash and a declared content length.
 */
export async function startBucket(keys: { id: string; secret: string; region: string }): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map();
  const refused: string[] = [];
  let failing = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    if (failing > 0) {
      failing -= 1;
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      return;
    }
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket');
    const fault = faultOf(request, content, keys);
    if (fault) {
      refused.push(fault);
      response.writeHead(403).end(`<Error><Code>${fault}</Code></Error>`);
      return;
    }
    const name = pathname.replace(/^\/verva\/?/, '');
    const found = objects.get(name);
    if (request.method === 'PUT') {
      objects.set(name, { content, modified: new Date() });
      response.end();
    } else if (request.method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else if (name === '') response.end(listing(objects, searchParams));
    else if (!found) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else {
      const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = start === undefined ? found.content : found.content.subarray(Number(start), Number(last) + 1);
      response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
      response.end(request.method === 'HEAD' ? undefined : part);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/verva`,
    objects,
    refused,
    failNext: (count) => {
      failing = count;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function faultOf(
  request: IncomingMessage,
  content: Buffer,
  keys: { id: string; secret: string; region: string },
): string | undefined {
  const { headers, method = '' } = request;
  const declaredHash = String(headers['x-amz-content-sha256']);
  if (declaredHash !== sha256(content)) return 'XAmzContentSHA256Mismatch';
  if (method === 'PUT' && headers['content-length'] === undefined) return 'MissingContentLength';
  const [, id, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (id !== keys.id || region !== keys.region) return 'InvalidAccessKeyId';
  const names = signed!.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied';
  const { pathname, searchParams } = new URL(request.url!, 'http://bucket');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    declaredHash,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (held, part) => hmac(held, part),
    hmac(hmac(`AWS4${keys.secret}`, day!), region),
  );
  const expected = hmac(key, toSign);
  return timingSafeEqual(expected, Buffer.from(signature!, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

/** Returns two names per page, so that there is a next page. */
function listing(objects: Bucket['objects'], query: URLSearchParams): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = names.slice(from, from + 2);
  const next = from + 2 < names.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  const contents = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${objects.get(name)!.modified.toISOString()}</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}
